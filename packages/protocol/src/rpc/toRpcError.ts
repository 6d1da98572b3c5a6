import { readProperty } from '../errors/readProperty.ts'
import { getRpcCode } from './getRpcCode.ts'
import { isUserRejection } from './isUserRejection.ts'
import { RpcError } from './RpcError.ts'
import { rpcErrorCodes } from './rpcErrorCodes.ts'

/**
 * Converts anything thrown by a wallet or node into an `RpcError` with its code, or −32603 if it has none. Every kind
 * of user rejection becomes 4001. The original message is in `details`, truncated to 1000 characters. Never throws.
 *
 * @param message The message of the new error, unless the user rejected the request.
 *
 * @example
 * import { toRpcError } from '@portico/protocol'
 *
 * const accounts = await provider.request({ method: 'eth_accounts' }).catch((thrown) => {
 *   throw toRpcError(thrown, 'The wallet did not answer eth_accounts.')
 * })
 */
export function toRpcError(error: unknown, message: string): RpcError {
  if (isInstance(error, RpcError)) return error
  const originalMessage = typeof error === 'string' ? error : readProperty(error, 'message')
  const rejected = isUserRejection(error)
  return new RpcError({
    rpcCode: rejected ? rpcErrorCodes.userRejected : (getRpcCode(error) ?? rpcErrorCodes.internalError),
    message: rejected ? 'The user rejected the request.' : message,
    details:
      typeof originalMessage === 'string' && originalMessage ? originalMessage.slice(0, 1000) : undefined,
    data: readProperty(error, 'data'),
    cause: isInstance(error, Error) ? error : undefined,
  })
}

function isInstance<T>(value: unknown, type: new (parameters: never) => T): value is T {
  try {
    return value instanceof type
  } catch {
    // `instanceof` throws for a proxy whose `getPrototypeOf` trap throws.
    return false
  }
}
