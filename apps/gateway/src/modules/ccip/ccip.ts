import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import type { NameStore } from '../names/store.ts'
import { createCcipService } from './createCcipService.ts'
import { createKeySigner } from './createKeySigner.ts'
import { ccipOperations, ccipRoutes } from './routes.ts'

/** Creates the module that signs name records for resolver contracts. Without a signer key it refuses every call. */
export function createCcipModule({
  config: { names: config },
  nameStore: store,
  now,
}: Pick<ModuleContext, 'config' | 'now'> & { nameStore: NameStore }) {
  const { signerKey: key, zone, resolvers } = config
  const service = key && createCcipService({ store, zone, resolvers, signer: createKeySigner({ key }), now })
  const routes = ccipRoutes({ ccip: service })
  return createModule({ section: 'Names', routes, operations: ccipOperations })
}
