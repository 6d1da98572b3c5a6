import { createModule, type GatewayModule } from '../../infra/module/createModule.ts'
import { groupOperations } from './document/groupOperations.ts'
import { openApiOperations as operations } from './operations.ts'
import { openApiRoutes } from './routes.ts'

/** Creates the module of `/openapi.json` and `/docs`, which describe the operations of all modules and its own. */
export function createOpenApiModule({
  modules,
  publicUrls,
}: {
  modules: readonly Pick<GatewayModule, 'section' | 'operations'>[]
  publicUrls: readonly string[]
}) {
  const section = 'Server'
  const groups = groupOperations([...modules, { section, operations }])
  return createModule({ section, routes: openApiRoutes({ groups, publicUrls }), operations })
}
