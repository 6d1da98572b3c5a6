import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import { utxoOperations, utxoRoutes } from './routes.ts'

/** Creates the module of unspent outputs and fee rates of Bitcoin networks. */
export function createUtxoModule({
  namespaces,
  projects,
  log,
}: Pick<ModuleContext, 'namespaces' | 'projects' | 'log'>) {
  const routes = utxoRoutes({ namespaces, projects, log })
  return createModule({ section: 'Accounts', routes, operations: utxoOperations })
}
