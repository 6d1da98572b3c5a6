import type { PriceProvider } from '../../chains/shared/providers/PriceProvider.ts'
import type { Config } from '../../infra/config/Config.ts'

/** Provides fixed prices from the configuration. */
export function staticPrices({ prices }: { prices: Config['prices'] }): PriceProvider {
  return {
    id: 'static',
    serves: (chain) => prices.has(chain),
    cost: 0,
    rate: null,
    async read({ chain, assets }) {
      const sources = prices.get(chain)
      return new Map(
        assets.flatMap((asset) => {
          const source = sources?.get(asset)
          return source && 'price' in source ? [[asset, source.price] as const] : []
        }),
      )
    },
  }
}
