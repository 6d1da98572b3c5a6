import type { Network } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { parseChainId } from '../parsing/parseChainId.ts'
import { callWallet } from './callWallet.ts'

/**
 * Has the wallet send a transaction, and returns its hash.
 *
 * @param parameters.request the parameter of `eth_sendTransaction`
 * @throws {RpcError} with the wallet's code; 4901 if the wallet is on another network, where the same bytes could do something else;
 * −32603 if it returns no hash
 */
export async function sendTransaction({
  provider,
  network,
  request,
}: {
  provider: Provider
  network: Network
  request: unknown
}): Promise<string> {
  const current = await callWallet(provider, 'eth_chainId')
  if (parseChainId(current) !== Number(network.id))
    throw new RpcError({
      rpcCode: rpcErrorCodes.chainDisconnected,
      message: 'The wallet is on another network.',
    })
  const hash = await callWallet(provider, 'eth_sendTransaction', [request])
  if (typeof hash === 'string' && /^0x[0-9a-f]{64}$/i.test(hash)) return hash
  throw new RpcError({
    rpcCode: rpcErrorCodes.internalError,
    message: 'The wallet returned an invalid transaction hash.',
  })
}
