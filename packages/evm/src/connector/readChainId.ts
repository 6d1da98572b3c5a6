import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { parseChainId } from '../parsing/parseChainId.ts'
import { callWallet } from './callWallet.ts'

/** The number of the wallet's network; −32603 where it answers none. */
export async function readChainId(provider: Provider): Promise<number> {
  const chainId = parseChainId(await callWallet(provider, 'eth_chainId'))
  if (chainId === undefined) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: 'The wallet named no network: its answer to eth_chainId is not a chain id.',
    })
  }
  return chainId
}
