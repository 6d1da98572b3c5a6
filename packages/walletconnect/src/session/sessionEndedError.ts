import { RpcError, rpcErrorCodes } from '@portico/protocol'

/** Creates the error 4900 for a session that has ended. */
export function sessionEndedError(): RpcError {
  return new RpcError({
    rpcCode: rpcErrorCodes.disconnected,
    message: 'The session with the wallet has ended.',
  })
}
