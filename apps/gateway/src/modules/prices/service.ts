import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import { allSuccesses } from '../../chains/shared/providers/allSuccesses.ts'
import { firstSuccess } from '../../chains/shared/providers/firstSuccess.ts'
import type { PriceProvider } from '../../chains/shared/providers/PriceProvider.ts'
import type { ProtectedProvider } from '../../chains/shared/providers/withCircuitBreakers.ts'
import type { PriceSource } from '../../infra/config/Config.ts'

export type PriceService = {
  /**
   * Returns prices in US dollars.
   *
   * @param query.assets token addresses in the canonical form of their namespace, or `native`.
   * @returns the prices that are known and not stale, by asset.
   */
  read(query: {
    chain: CaipNetworkId
    assets: readonly string[]
    deadline: number
  }): Promise<Map<string, number>>
  /** Returns the value of one US dollar in a currency; undefined if there is no source for it. */
  rate(query: { currency: string; deadline: number }): Promise<number | undefined>
}

const rateCacheMs = 60_000

/**
 * Creates the price service. It first queries the sources in the configuration and on the chains, in parallel; the
 * first source with a price wins. It then queries external services, in order, for the assets still missing.
 */
export function createPriceService({
  own,
  services,
  currencies,
  feedPrice,
  log,
  now = Date.now,
}: {
  /** Queried in parallel. */
  own: readonly ProtectedProvider<PriceProvider>[]
  /** Queried in order until one succeeds. */
  services: readonly ProtectedProvider<PriceProvider>[]
  /** Sources of the value of one unit of a currency in US dollars. */
  currencies: ReadonlyMap<string, PriceSource>
  /** Reads a price feed contract. */
  feedPrice: (source: { chain: CaipNetworkId; feed: string; deadline: number }) => Promise<number | undefined>
  log: Log
  now?: () => number
}): PriceService {
  const rates = new Map<string, { rate: number | undefined; at: number }>()

  const read: PriceService['read'] = async ({ chain, assets, deadline }) => {
    const found = new Map<string, number>()
    if (assets.length === 0) return found
    const query = (missing: readonly string[]) => (provider: PriceProvider) =>
      provider.read({ chain, assets: missing, deadline })
    const add = (prices: ReadonlyMap<string, number>) => {
      for (const [asset, price] of prices) if (!found.has(asset)) found.set(asset, price)
    }
    for (const prices of await allSuccesses({ providers: own, chain, ask: query(assets), log })) add(prices)
    const missing = assets.filter((asset) => !found.has(asset))
    if (missing.length > 0 && services.some(({ provider }) => provider.serves(chain))) {
      try {
        add((await firstSuccess({ providers: services, chain, ask: query(missing), log })).value)
      } catch {
        // Already logged. Prices are optional.
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
      const cached = rates.get(currency)
      if (cached && now() - cached.at < rateCacheMs) return cached.rate
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
