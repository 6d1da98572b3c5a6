import type { CaipNetworkId } from '@portico/protocol'

/** The Esplora API of each network. */
export interface Endpoints {
  /** Returns the Esplora base URL that the application gives for a network. */
  get(networkId: CaipNetworkId): string | undefined
  /** Stores the first of a network's own URLs, for transfers built by this package. `esploraUrls` take precedence. */
  registerUrls(parameters: { networkId: CaipNetworkId; urls: readonly string[] }): void
}

/**
 * Creates the registry of Esplora URLs.
 *
 * @param configured the application's `esploraUrls`, by CAIP-2 ID.
 */
export function createEndpoints(configured: Readonly<Record<CaipNetworkId, string>>): Endpoints {
  const registered = new Map<CaipNetworkId, string>()
  return {
    get: (networkId) => configured[networkId] ?? registered.get(networkId),
    registerUrls({ networkId, urls }) {
      const [first] = urls
      if (first !== undefined) registered.set(networkId, first)
    },
  }
}
