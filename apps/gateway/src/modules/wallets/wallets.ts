import type { Catalogue } from '@portico/catalogue'
import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import { walletOperations, walletRoutes } from './routes.ts'
import { createWalletService } from './service.ts'

/** Creates the module of the wallet list and the icons of wallets, networks and tokens. */
export function createWalletsModule({
  config,
  projects,
  catalogue,
}: Pick<ModuleContext, 'config' | 'projects'> & { catalogue: Catalogue }) {
  const service = createWalletService({ catalogue, overlay: config.walletsOverlay })
  const routes = walletRoutes({ wallets: service, catalogue, projects })
  return {
    ...createModule({ section: 'Wallets and pictures', routes, operations: walletOperations }),
    service,
  }
}
