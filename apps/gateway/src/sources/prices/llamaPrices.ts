import { BoundedMap } from '@portico/server'
import * as z from 'zod/mini'
import type { PriceProvider } from '../../chains/shared/providers/PriceProvider.ts'
import type { FetchJson } from '../../infra/egress/createFetchJson.ts'

/** The service's names of the networks. */
const names: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'optimism',
  'eip155:56': 'bsc',
  'eip155:100': 'xdai',
  'eip155:137': 'polygon',
  'eip155:146': 'sonic',
  'eip155:324': 'era',
  'eip155:5000': 'mantle',
  'eip155:8453': 'base',
  'eip155:42161': 'arbitrum',
  'eip155:42220': 'celo',
  'eip155:43114': 'avax',
  'eip155:59144': 'linea',
  'eip155:534352': 'scroll',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
  'bip122:000000000019d6689c085ae165831e93': 'bitcoin',
}
/** The service's names of native coins that have no address on their network. */
const coins: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'coingecko:solana',
  'bip122:000000000019d6689c085ae165831e93': 'coingecko:bitcoin',
}
const native = '0x0000000000000000000000000000000000000000'
/** More would make the URL too long for some servers. */
const perRequest = 80
/** Prices with a lower confidence (0 to 1) are ignored. */
const leastConfidence = 0.9
/** Older prices are ignored. */
const maxAgeSeconds = 3600
const ttlMs = 60_000
const maxCached = 20_000

const answer = z.object({
  coins: z.record(
    z.string(),
    z.object({
      price: z.number(),
      timestamp: z.number(),
      confidence: z.optional(z.number()),
    }),
  ),
})

/**
 * Provides prices from DefiLlama, or a service with the same API: `GET /prices/current/{chain}:{address},…`. The
 * service learns which tokens are requested, but not by whom.
 */
export function llamaPrices({
  url,
  fetchJson,
  now = Date.now,
}: {
  /** Without a trailing slash. */
  url: string
  fetchJson: FetchJson
  now?: () => number
}): PriceProvider {
  /** Prices by key; null if the service has none. */
  const cache = new BoundedMap<string, { price: number | null; at: number }>({ max: maxCached })

  async function read(keys: readonly string[], deadline: number): Promise<void> {
    const list = keys.map(encodeURIComponent).join(',')
    const { coins } = answer.parse(await fetchJson({ url: `${url}/prices/current/${list}`, deadline }))
    for (const key of keys) {
      const coin = coins[key]
      const isUsable =
        coin &&
        coin.price > 0 &&
        (coin.confidence ?? 1) >= leastConfidence &&
        coin.timestamp >= now() / 1000 - maxAgeSeconds
      cache.set(key, { price: isUsable ? coin.price : null, at: now() })
    }
  }

  return {
    id: 'llama',
    serves: (chain) => chain in names,
    cost: 1,
    rate: 5,
    async read({ chain, assets, deadline }) {
      const coin = coins[chain] ?? `${names[chain]}:${native}`
      const keyOf = (asset: string) => (asset === 'native' ? coin : `${names[chain]}:${asset}`)
      const missing = [...new Set(assets.map(keyOf))].filter(
        (key) => (cache.get(key)?.at ?? 0) < now() - ttlMs,
      )
      for (let start = 0; start < missing.length; start += perRequest)
        await read(missing.slice(start, start + perRequest), deadline)
      return new Map(
        assets.flatMap((asset) => {
          const price = cache.get(keyOf(asset))?.price
          return price ? [[asset, price] as const] : []
        }),
      )
    },
  }
}
