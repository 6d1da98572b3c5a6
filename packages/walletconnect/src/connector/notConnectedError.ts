import { RpcError, rpcErrorCodes } from '@portico/protocol'

/** Creates the error 4900: there is no session to send a request to. */
export function notConnectedError(): RpcError {
  return new RpcError({ rpcCode: rpcErrorCodes.disconnected, message: 'No wallet is connected.' })
}
