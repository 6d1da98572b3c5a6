import type { Endpoint } from '@portico/core'

/**
 * Which addresses of a network are Esplora APIs: all but those with a query, which is the gateway's and takes JSON-RPC.
 */
export function esploraUrls({ network, urls }: Endpoint): string[] {
  const own = network.rpcUrls.default?.http ?? []
  return urls.filter((url) => own.includes(url) || !url.includes('?'))
}
