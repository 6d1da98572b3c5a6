import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Chain } from '../../chains/shared/Chain.ts'
import { withCircuitBreakers } from '../../chains/shared/providers/withCircuitBreakers.ts'
import { withoutCircuitBreaker } from '../../chains/shared/providers/withoutCircuitBreaker.ts'
import type { Config } from '../../infra/config/Config.ts'
import type { FetchJson } from '../../infra/egress/createFetchJson.ts'
import { feedPrices } from '../../sources/prices/feedPrices.ts'
import { llamaPrices } from '../../sources/prices/llamaPrices.ts'
import { poolPrices } from '../../sources/prices/poolPrices.ts'
import { staticPrices } from '../../sources/prices/staticPrices.ts'
import { createPriceService, type PriceService } from './service.ts'

/** Creates the price service from the sources in the configuration. Without sources, nothing has a price. */
export function createPrices({
  config,
  chains,
  fetchJson,
  log,
  now = Date.now,
}: {
  config: Pick<Config, 'prices' | 'priceMaxAge' | 'pricePools' | 'currencies' | 'llamaUrl'>
  chains: ReadonlyMap<CaipNetworkId, Chain>
  fetchJson: FetchJson
  log: Log
  now?: () => number
}): PriceService {
  const { prices, priceMaxAge, pricePools: pools, currencies, llamaUrl } = config
  return createPriceService({
    own: [
      staticPrices({ prices }),
      feedPrices({ chains, prices, priceMaxAge, now }),
      poolPrices({ chains, pools }),
    ].map(withoutCircuitBreaker),
    services: withCircuitBreakers(llamaUrl ? [llamaPrices({ url: llamaUrl, fetchJson, now })] : [], now),
    currencies,
    async feedPrice({ chain, feed, deadline }) {
      const only: Config['prices'] = new Map([[chain, new Map([['unit', { chain, feed: feed as '0x' }]])]])
      const provider = feedPrices({ chains, prices: only, priceMaxAge, now })
      return (await provider.read({ chain, assets: ['unit'], deadline })).get('unit')
    },
    log,
    now,
  })
}
