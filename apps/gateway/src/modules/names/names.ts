import { createIdempotencyStore } from '../../infra/http/createIdempotencyStore.ts'
import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import { nameOperations, nameRoutes } from './routes.ts'
import { createNameService } from './service.ts'
import { createNameStore } from './store.ts'

/** Creates the module of names for accounts, under the gateway's zone. */
export function createNamesModule({
  config: { names: config, publicUrls },
  database,
  clients,
  limits,
  ipOf,
  now,
}: Pick<ModuleContext, 'config' | 'database' | 'clients' | 'limits' | 'ipOf' | 'now'>) {
  const store = createNameStore({ database })
  const idempotency = createIdempotencyStore({ database })
  const service = createNameService({ store, config, publicUrls, clients, now })
  const routes = nameRoutes({ names: service, idempotency, limit: limits.auth, ipOf })
  const module = createModule({ section: 'Names', routes, operations: nameOperations })
  return { ...module, service, store, idempotency }
}
