import type { FrameServices } from '../handlers/FrameServices.ts'
import { toCaipNetworkId } from '../handlers/toCaipNetworkId.ts'

/**
 * Creates the chosen networks: one of each namespace, as a page may be connected to both. The network of the frame's URL is
 * chosen at first, or Ethereum if the wallet does not support it.
 */
export function createNetwork(requested: string): FrameServices['network'] {
  const chosen = { eip155: 'eip155:1', solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
  let active: keyof typeof chosen = 'eip155'
  const network: FrameServices['network'] = {
    get: (namespace = active) => chosen[namespace],
    set(chainId) {
      active = chainId.startsWith('solana:') ? 'solana' : 'eip155'
      chosen[active] = chainId
    },
  }
  try {
    network.set(toCaipNetworkId(requested))
  } catch {
    // No network of this wallet: stay on Ethereum.
  }
  return network
}
