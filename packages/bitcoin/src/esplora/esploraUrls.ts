import type { Endpoint } from '@portico/core'

/**
 * Returns the URLs of a network that are Esplora APIs. Excludes URLs with a query that are not the network's own: they
 * belong to the gateway, which expects JSON-RPC.
 */
export function esploraUrls({ network, urls }: Endpoint): string[] {
  const own = network.rpcUrls.default?.http ?? []
  return urls.filter((url) => own.includes(url) || !url.includes('?'))
}
