import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import { chainOperations, chainRoutes } from './routes.ts'

/** Creates the module that lists the networks this gateway serves. */
export function createChainsModule({
  config,
  namespaces,
  projects,
}: Pick<ModuleContext, 'config' | 'namespaces' | 'projects'>) {
  const routes = chainRoutes({
    namespaces,
    projects,
    faucets: [...config.faucets.keys()],
    production: config.production,
  })
  return createModule({ section: 'Nodes', routes, operations: chainOperations })
}
