import type { Catalogue } from '@portico/catalogue'
import type { CaipNetworkId } from '@portico/protocol'
import { routers } from '@portico/protocol/swaps'
import type { Dispatcher } from 'undici'
import { createHeadFollower } from '../../chains/evm/heads/createHeadFollower.ts'
import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import type { PriceService } from '../prices/service.ts'
import { createConvertService } from './createConvertService.ts'
import { createConvertTokens } from './createConvertTokens.ts'
import { createMarketPrice } from './createMarketPrice.ts'
import { createSwapMetrics } from './createSwapMetrics.ts'
import { createSwapProviders } from './createSwapProviders.ts'
import { createDexes } from './onchain/createDexes.ts'
import { convertOperations } from './operations.ts'
import { convertRoutes } from './routes.ts'

/** Creates the module that quotes swaps and writes their transactions. */
export function createConvertModule({
  config,
  chains,
  heads,
  namespaces,
  tokens,
  projects,
  catalogue,
  dispatcher,
  prices,
  metrics,
  cursorSecret: secret,
  log,
  now,
}: Pick<
  ModuleContext,
  | 'config'
  | 'chains'
  | 'heads'
  | 'namespaces'
  | 'tokens'
  | 'projects'
  | 'cursorSecret'
  | 'metrics'
  | 'log'
  | 'now'
> & {
  catalogue: Catalogue
  dispatcher: Dispatcher
  prices: PriceService
}) {
  const dexesOf = createDexes({ configured: config.swaps.dexes, catalogue })
  const { onRefused } = createSwapMetrics(metrics)
  const isServed = (chain: CaipNetworkId) => namespaces.networks.has(chain)
  const follower = createHeadFollower({ heads })
  const providers = createSwapProviders({
    ...{ config, chains, dexesOf, catalogue, dispatcher, onRefused, isServed, follower, log, now },
  })
  const convertTokens = createConvertTokens({ tokens, chains, namespaces, now })
  const marketPrice = createMarketPrice({ tokens: convertTokens, prices })
  const service = createConvertService({ providers, chains, marketPrice, secret, log, now })
  const spendersOf = (chain: CaipNetworkId) =>
    config.swaps.providers.flatMap((provider): { provider: string; spender: string }[] => {
      if (provider === 'onchain') return dexesOf(chain).map(({ router }) => ({ provider, spender: router }))
      // On Solana nobody has to be allowed.
      const spender = provider === 'jupiter' ? undefined : routers[chain]?.[provider]
      return spender ? [{ provider, spender }] : []
    })
  const routes = convertRoutes({ convert: service, convertTokens, chains, spendersOf, projects })
  return {
    ...createModule({ section: 'Swaps', routes, operations: convertOperations, close: follower.close }),
    service,
  }
}
