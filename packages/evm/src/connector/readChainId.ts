import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { parseChainId } from '../parsing/parseChainId.ts'
import { callWallet } from './callWallet.ts'

/**
 * Returns the wallet's chain ID.
 *
 * @throws {RpcError} −32603 if the wallet returns no valid chain ID.
 */
export async function readChainId(provider: Provider): Promise<number> {
  const chainId = parseChainId(await callWallet(provider, 'eth_chainId'))
  if (chainId === undefined) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: 'The wallet returned an invalid chain ID for eth_chainId.',
    })
  }
  return chainId
}
