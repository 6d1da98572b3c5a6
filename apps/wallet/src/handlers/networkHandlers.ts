import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'
import { toCaipNetworkId } from './toCaipNetworkId.ts'

/** Which network requests are for. Where its node is, is the gateway's matter: no address comes from a host. */
export function networkHandlers({
  network,
}: FrameServices): Pick<Handlers, 'SWITCH_NETWORK' | 'GET_CHAIN_ID'> {
  return {
    SWITCH_NETWORK({ chainId }) {
      network.set(toCaipNetworkId(chainId))
      return { chainId: network.get() }
    },
    GET_CHAIN_ID: () => ({ chainId: network.get() }),
  }
}
