import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import { simulateOperations, simulateRoutes } from './routes.ts'
import { createSimulateService } from './service.ts'

/** Creates the module that simulates transactions. */
export function createSimulateModule({
  chains,
  tokens,
  projects,
  log,
  now,
}: Pick<ModuleContext, 'chains' | 'tokens' | 'projects' | 'log' | 'now'>) {
  const service = createSimulateService({ tokens, log, now })
  const routes = simulateRoutes({ simulate: service, chains, projects })
  return { ...createModule({ section: 'Simulation', routes, operations: simulateOperations }), service }
}
