import { getRpcCode, isUserRejection, RpcError, rpcErrorCodes } from '@portico/protocol'

/**
 * Converts the error a wallet responded with: every form of a rejection becomes 4001, with the original as `cause`.
 * Except for 5000 after a request to add a network, which may also mean that the wallet cannot add it.
 */
export function toWalletError(method: string, cause: unknown): unknown {
  const isAmbiguous =
    method === 'wallet_addEthereumChain' && getRpcCode(cause) === rpcErrorCodes.userRejectedSession
  if (isAmbiguous || !isUserRejection(cause)) return cause
  return new RpcError({
    rpcCode: rpcErrorCodes.userRejected,
    message: 'The user rejected the request.',
    cause,
  })
}
