import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import type { Keys } from './loadKeys.ts'
import { authOperations, authRoutes } from './routes.ts'
import { createAuthService } from './service.ts'
import { createAuthStore } from './store.ts'

/** Creates the module for sign-in with a signed message and for the sessions it creates. */
export function createAuthModule({
  database,
  clients,
  namespaces,
  projects,
  limits,
  ipOf,
  keys,
  now,
}: Pick<ModuleContext, 'database' | 'clients' | 'namespaces' | 'projects' | 'limits' | 'ipOf' | 'now'> & {
  keys: Keys
}) {
  const service = createAuthService({
    store: createAuthStore({ database }),
    keys,
    clients,
    chains: [...namespaces.networks.keys()],
    now,
  })
  const routes = authRoutes({ auth: service, projects, limit: limits.auth, ipOf })
  return { ...createModule({ section: 'Sign-in', routes, operations: authOperations }), service }
}
