import * as z from 'zod/mini'
import type { FetchJson } from '../../providers/createFetchJson.ts'
import type { PriceProvider } from '../../providers/PriceProvider.ts'

/** What the service calls the chains. */
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
/** What it calls the coin of a chain where that is no address on it. */
const coins: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'coingecko:solana',
  'bip122:000000000019d6689c085ae165831e93': 'coingecko:bitcoin',
}
const native = '0x0000000000000000000000000000000000000000'
/** More make an address that some servers refuse. */
const perRequest = 80
/** Below this the service itself is not sure. */
const leastConfidence = 0.9
const maxAge = 3600
const keepFor = 60_000
const maxKept = 20_000

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
 * Prices from DefiLlama's public service, or one of the same interface: `GET /prices/current/{chain}:{address},…`. It
 * learns which tokens are asked about, not by whom.
 */
export function llamaPrices({
  url,
  fetchJson,
  now = Date.now,
}: {
  /** Without a slash at the end. */
  url: string
  fetchJson: FetchJson
  now?: () => number
}): PriceProvider {
  /** Null: the service does not know it. */
  const kept = new Map<string, { price: number | null; at: number }>()

  async function read(keys: readonly string[], deadline: number): Promise<void> {
    const list = keys.map(encodeURIComponent).join(',')
    const { coins } = answer.parse(await fetchJson({ url: `${url}/prices/current/${list}`, deadline }))
    if (kept.size > maxKept) kept.clear()
    for (const key of keys) {
      const coin = coins[key]
      const isGood =
        coin &&
        coin.price > 0 &&
        (coin.confidence ?? 1) >= leastConfidence &&
        coin.timestamp >= now() / 1000 - maxAge
      kept.set(key, { price: isGood ? coin.price : null, at: now() })
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
      const unknown = [...new Set(assets.map(keyOf))].filter(
        (key) => (kept.get(key)?.at ?? 0) < now() - keepFor,
      )
      for (let start = 0; start < unknown.length; start += perRequest)
        await read(unknown.slice(start, start + perRequest), deadline)
      return new Map(
        assets.flatMap((asset) => {
          const price = kept.get(keyOf(asset))?.price
          return price ? [[asset, price] as const] : []
        }),
      )
    },
  }
}
