import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'
import { NoSolanaAccountError } from './NoSolanaAccountError.ts'
import { toCaipNetworkId } from './toCaipNetworkId.ts'

/** Handlers for the chosen network. RPC URLs are never taken from a host page: the gateway has the upstreams. */
export function networkHandlers({
  account,
  network,
}: FrameServices): Pick<Handlers, 'SWITCH_NETWORK' | 'GET_CHAIN_ID'> {
  return {
    SWITCH_NETWORK({ chainId }) {
      const next = toCaipNetworkId(chainId)
      if (next.startsWith('solana:') && account.current()?.solanaAddress === null)
        throw new NoSolanaAccountError()
      network.set(next)
      return { chainId: network.get() }
    },
    GET_CHAIN_ID: () => ({ chainId: network.get() }),
  }
}
