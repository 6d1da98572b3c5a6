import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Chain } from '../../chain/Chain.ts'
import type { Config } from '../../config/Config.ts'
import type { FetchJson } from '../../providers/createFetchJson.ts'
import { guardAll } from '../../providers/guardAll.ts'
import { unguarded } from '../../providers/unguarded.ts'
import { feedPrices } from './feedPrices.ts'
import { llamaPrices } from './llamaPrices.ts'
import { poolPrices } from './poolPrices.ts'
import { createPriceService, type PriceService } from './service.ts'
import { staticPrices } from './staticPrices.ts'

/** The price sources the configuration names; without any, nothing has a price. */
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
    ].map(unguarded),
    services: guardAll(llamaUrl ? [llamaPrices({ url: llamaUrl, fetchJson, now })] : [], now),
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
