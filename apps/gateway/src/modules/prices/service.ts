import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { PriceSource } from '../../config/Config.ts'
import { firstSuccess } from '../../providers/firstSuccess.ts'
import type { Guarded } from '../../providers/guardAll.ts'
import { merge } from '../../providers/merge.ts'
import type { PriceProvider } from '../../providers/PriceProvider.ts'

export type PriceService = {
  /**
   * Prices in US dollars.
   *
   * @param query.assets token addresses as their family keeps them, or `native`.
   * @returns those that are known and fresh.
   */
  read(query: {
    chain: CaipNetworkId
    assets: readonly string[]
    deadline: number
  }): Promise<Map<string, number>>
  /** How much of a currency a US dollar is; undefined if there is no source for it. */
  rate(query: { currency: string; deadline: number }): Promise<number | undefined>
}

const keepRate = 60_000

/**
 * Prices from several sources: first those of the configuration and of the chains, all at once and in this order where
 * several know one; then services, for what is still open.
 */
export function createPriceService({
  own,
  services,
  currencies,
  feedPrice,
  log,
  now = Date.now,
}: {
  /** Asked at once. */
  own: readonly Guarded<PriceProvider>[]
  /** Asked one after the other. */
  services: readonly Guarded<PriceProvider>[]
  /** What one unit of a currency is in US dollars. */
  currencies: ReadonlyMap<string, PriceSource>
  /** Reads a feed of a chain. */
  feedPrice: (source: { chain: CaipNetworkId; feed: string; deadline: number }) => Promise<number | undefined>
  log: Log
  now?: () => number
}): PriceService {
  const rates = new Map<string, { rate: number | undefined; at: number }>()

  const read: PriceService['read'] = async ({ chain, assets, deadline }) => {
    const found = new Map<string, number>()
    if (assets.length === 0) return found
    const ask = (wanted: readonly string[]) => (provider: PriceProvider) =>
      provider.read({ chain, assets: wanted, deadline })
    const add = (prices: ReadonlyMap<string, number>) => {
      for (const [asset, price] of prices) if (!found.has(asset)) found.set(asset, price)
    }
    for (const prices of await merge({ providers: own, chain, ask: ask(assets), log })) add(prices)
    const open = assets.filter((asset) => !found.has(asset))
    if (open.length > 0 && services.some(({ provider }) => provider.serves(chain))) {
      try {
        add((await firstSuccess({ providers: services, chain, ask: ask(open), log })).value)
      } catch {
        // Logged there. What something is worth is an addition to what is there.
      }
    }
    return found
  }

  async function dollarsOf(currency: string, deadline: number): Promise<number | undefined> {
    const source = currencies.get(currency)
    if (source && 'price' in source) return source.price
    if (source) return feedPrice({ ...source, deadline })
    if (currency !== 'eth') return undefined
    return (await read({ chain: 'eip155:1', assets: ['native'], deadline })).get('native')
  }

  return {
    read,
    async rate({ currency, deadline }) {
      if (currency === 'usd') return 1
      const known = rates.get(currency)
      if (known && now() - known.at < keepRate) return known.rate
      try {
        const dollars = await dollarsOf(currency, deadline)
        const rate = dollars ? 1 / dollars : undefined
        rates.set(currency, { rate, at: now() })
        return rate
      } catch (error) {
        log.warn({ error }, 'an exchange rate could not be read')
        return undefined
      }
    },
  }
}
