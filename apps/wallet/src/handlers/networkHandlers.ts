import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'
import { NoSolanaAccountError } from './NoSolanaAccountError.ts'
import { toCaipNetworkId } from './toCaipNetworkId.ts'

/** Handlers for the chosen network. RPC URLs are never taken from a host page: the gateway has the upstreams. */
export function networkHandlers({
  account,
  network,
  requests,
}: FrameServices): Pick<Handlers, 'SWITCH_NETWORK' | 'GET_CHAIN_ID'> {
  return {
    async SWITCH_NETWORK({ chainId }) {
      const next = toCaipNetworkId(chainId)
      if (next.startsWith('solana:') && account.current()?.solanaAddress === null)
        throw new NoSolanaAccountError()
      network.set(next)
      if (!next.startsWith('eip155:') || !account.isConnected()) return { chainId: next }
      const { types, isDeployed } = await requests().smartAccounts.read(next)
      return {
        chainId: next,
        ...(types ? { accountType: types[0] } : {}),
        ...(isDeployed === undefined ? {} : { isDeployed }),
      }
    },
    GET_CHAIN_ID: () => ({ chainId: network.get() }),
  }
}
