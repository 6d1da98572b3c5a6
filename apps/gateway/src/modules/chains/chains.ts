import type { CaipNetworkId } from '@portico/protocol'
import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import { chainOperations, chainRoutes } from './routes.ts'

/** Creates the module that lists the networks this gateway serves. */
export function createChainsModule({
  config,
  namespaces,
  projects,
  offersSwaps,
}: Pick<ModuleContext, 'config' | 'namespaces' | 'projects'> & {
  offersSwaps: (chain: CaipNetworkId) => boolean
}) {
  const routes = chainRoutes({
    namespaces,
    projects,
    offersSwaps,
    faucets: [...config.faucets.keys()],
    production: config.production,
  })
  return createModule({ section: 'Nodes', routes, operations: chainOperations })
}
