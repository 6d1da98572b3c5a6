import { RpcError, rpcErrorCodes } from '@portico/protocol'

/** 4900: nothing is connected that could be asked. */
export function noWallet(): RpcError {
  return new RpcError({ rpcCode: rpcErrorCodes.disconnected, message: 'No wallet is connected.' })
}
