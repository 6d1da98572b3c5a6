import type { FetchJson } from '../../infra/egress/createFetchJson.ts'
import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import { createPrices } from './createPrices.ts'
import { priceOperations, priceRoutes } from './routes.ts'

/** Creates the module of prices of coins and tokens. */
export function createPricesModule({
  config,
  chains,
  tokens,
  projects,
  fetchJson,
  log,
  now,
}: Pick<ModuleContext, 'config' | 'chains' | 'tokens' | 'projects' | 'log' | 'now'> & {
  fetchJson: FetchJson
}) {
  const service = createPrices({ config, chains, fetchJson, log, now })
  const routes = priceRoutes({ prices: service, tokens, chains, projects, log })
  return { ...createModule({ section: 'Prices', routes, operations: priceOperations }), service }
}
