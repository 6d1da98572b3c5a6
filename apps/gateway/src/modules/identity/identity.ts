import type { SafeFetch } from '../../infra/egress/createSafeFetch.ts'
import { createModule } from '../../infra/module/createModule.ts'
import type { ImageService } from '../images/service.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import type { NameService } from '../names/service.ts'
import { createAvatars } from './createAvatars.ts'
import { createRegisteredNames } from './createRegisteredNames.ts'
import { identityOperations, identityRoutes } from './routes.ts'
import { createIdentityService } from './service.ts'

/** Creates the module for the name and avatar of an address. */
export function createIdentityModule({
  config,
  chains,
  namespaces,
  projects,
  images,
  safeFetch,
  names,
  log,
  now,
}: Pick<ModuleContext, 'config' | 'chains' | 'namespaces' | 'projects' | 'log' | 'now'> & {
  images: ImageService
  safeFetch: SafeFetch
  names: NameService
}) {
  const avatars = createAvatars({ chains, images, safeFetch, gateways: config.contentGateways })
  const service = createIdentityService({
    mainnet: chains.get('eip155:1'),
    fetchAvatar: avatars.resolve,
    registeredNames: createRegisteredNames(names),
    log,
    now,
  })
  const routes = identityRoutes({ identity: service, namespaces, projects })
  return { ...createModule({ section: 'Accounts', routes, operations: identityOperations }), service }
}
