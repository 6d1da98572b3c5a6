import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import { healthOperations, healthRoutes } from './routes.ts'
import { createHealthService } from './service.ts'
import { createHealthStore } from './store.ts'

/** Creates the module for liveness and readiness. */
export function createHealthModule({
  namespaces,
  database,
  redis,
}: Pick<ModuleContext, 'namespaces' | 'database' | 'redis'>) {
  const service = createHealthService({ namespaces, store: createHealthStore({ database }), redis })
  const routes = healthRoutes({ health: service })
  return { ...createModule({ section: 'Server', routes, operations: healthOperations }), service }
}
