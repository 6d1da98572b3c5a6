import type { CaipNetworkId } from '@portico/protocol'
import { bitcoinNetworks, toNetworkName } from '../networks/bitcoinNetworks.ts'

/** Where the Esplora API of each network is. */
export interface Endpoints {
  /** The base address to use for a network. */
  get(networkId: CaipNetworkId): string | undefined
  /** Keeps a network's own addresses, for when a wallet has a transfer built here. The application's own go before. */
  learn(parameters: { networkId: CaipNetworkId; urls: readonly string[] }): void
}

/** @param own by CAIP-2 id, as the application named them. */
export function createEndpoints(own: Readonly<Record<CaipNetworkId, string>>): Endpoints {
  const learned = new Map<CaipNetworkId, string>()
  return {
    get(networkId) {
      const name = toNetworkName(networkId)
      return own[networkId] ?? learned.get(networkId) ?? (name && bitcoinNetworks[name].esploraUrl)
    },
    learn({ networkId, urls }) {
      const [first] = urls
      if (first !== undefined) learned.set(networkId, first)
    },
  }
}
