import { getRpcCode, isUserRejection, ProviderRpcError, rpcErrorCodes } from '@portico/protocol'
import { ResourceUnavailableRpcError, UserRejectedRequestError } from 'viem'

/**
 * Returns the error that wagmi's own connectors throw in this case, by which applications recognise it. The error of the
 * kit is its `cause`.
 *
 * @param otherwise Creates the error for what is neither a rejection nor an unanswered request.
 */
export function toProviderError(error: unknown, otherwise?: (cause: Error) => Error): Error {
  const cause = error instanceof Error ? error : new Error(String(error))
  if (isUserRejection(error)) return new UserRejectedRequestError(cause)
  const code = getRpcCode(error)
  if (code === rpcErrorCodes.resourceUnavailable) return new ResourceUnavailableRpcError(cause)
  if (otherwise) return otherwise(cause)
  return code === undefined ? cause : new ProviderRpcError(cause)
}

/** Returns the error of the kit that {@link toProviderError} has wrapped. */
export function toKitError(error: unknown): unknown {
  const isWrapped =
    error instanceof UserRejectedRequestError ||
    error instanceof ResourceUnavailableRpcError ||
    error instanceof ProviderRpcError ||
    (error instanceof Error && error.name === 'SwitchChainError')
  return (isWrapped && error.cause) || error
}
