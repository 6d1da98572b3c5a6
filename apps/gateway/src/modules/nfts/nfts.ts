import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import { nftOperations, nftRoutes } from './routes.ts'
import { createNftService } from './service.ts'

/** Creates the module that lists the NFTs of an account. */
export function createNftsModule({
  namespaces,
  projects,
  cursorSecret,
  log,
}: Pick<ModuleContext, 'namespaces' | 'projects' | 'cursorSecret' | 'log'>) {
  const providers = namespaces.all.flatMap(({ nfts }) => nfts)
  const service = createNftService({ providers, cursorSecret, log })
  const routes = nftRoutes({ nfts: service, namespaces, projects })
  return { ...createModule({ section: 'Accounts', routes, operations: nftOperations }), service }
}
