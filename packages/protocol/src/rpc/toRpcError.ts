import { readProperty } from '../errors/readProperty.ts'
import { getRpcCode } from './getRpcCode.ts'
import { isUserRejection } from './isUserRejection.ts'
import { RpcError } from './RpcError.ts'
import { rpcErrorCodes } from './rpcErrorCodes.ts'

/**
 * Anything a wallet or node throws, as an `RpcError` with its code (−32603 where it has none); a rejection in
 * whatever form is 4001. The other side's words are in `details`, cut to 1000 characters. Never throws.
 *
 * @example
 * import { toRpcError } from '@portico/protocol'
 * throw toRpcError(thrown, 'The wallet did not answer eth_accounts.')
 */
export function toRpcError(error: unknown, message: string): RpcError {
  if (isInstance(error, RpcError)) return error
  const said = typeof error === 'string' ? error : readProperty(error, 'message')
  const rejected = isUserRejection(error)
  return new RpcError({
    rpcCode: rejected ? rpcErrorCodes.userRejected : (getRpcCode(error) ?? rpcErrorCodes.internalError),
    message: rejected ? 'The user rejected the request.' : message,
    details: typeof said === 'string' && said ? said.slice(0, 1000) : undefined,
    data: readProperty(error, 'data'),
    cause: isInstance(error, Error) ? error : undefined,
  })
}

function isInstance<T>(value: unknown, type: new (parameters: never) => T): value is T {
  try {
    return value instanceof type
  } catch {
    // A proxy may throw even on being asked what it is.
    return false
  }
}
