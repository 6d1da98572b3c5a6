import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import type { PriceService } from '../prices/service.ts'
import { balanceOperations, balanceRoutes } from './routes.ts'
import { createBalanceService } from './service.ts'

/** Creates the module for the coins and tokens of an account. */
export function createBalancesModule({
  namespaces,
  projects,
  prices,
  tokens,
  log,
  now,
}: Pick<ModuleContext, 'namespaces' | 'projects' | 'tokens' | 'log' | 'now'> & { prices: PriceService }) {
  const service = createBalanceService({
    providers: namespaces.all.flatMap(({ balances }) => balances),
    prices,
    tokens,
    log,
    now,
  })
  const routes = balanceRoutes({ balances: service, namespaces, projects, log })
  return { ...createModule({ section: 'Accounts', routes, operations: balanceOperations }), service }
}
