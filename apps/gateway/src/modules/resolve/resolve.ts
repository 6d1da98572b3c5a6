import type { SafeFetch } from '../../infra/egress/createSafeFetch.ts'
import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import type { NameService } from '../names/service.ts'
import { resolveOperations, resolveRoutes } from './routes.ts'
import { createResolveService } from './service.ts'

/** Creates the module that resolves names to addresses. */
export function createResolveModule({
  config,
  chains,
  projects,
  safeFetch,
  names,
  now,
}: Pick<ModuleContext, 'config' | 'chains' | 'projects' | 'now'> & {
  safeFetch: SafeFetch
  names: NameService
}) {
  const service = createResolveService({
    mainnet: chains.get('eip155:1'),
    safeFetch,
    names,
    zone: config.names.zone,
    now,
  })
  const routes = resolveRoutes({ resolve: service, projects })
  return createModule({ section: 'Names', routes, operations: resolveOperations })
}
