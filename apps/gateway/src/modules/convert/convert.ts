import type { Catalogue } from '@portico/catalogue'
import type { CaipNetworkId } from '@portico/protocol'
import type { Dex } from '../../infra/config/SwapsConfig.ts'
import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import { createConvertService } from './createConvertService.ts'
import { createConvertTokens } from './createConvertTokens.ts'
import { createSwapProviders } from './createSwapProviders.ts'
import { convertOperations } from './operations.ts'
import { convertRoutes } from './routes.ts'

/** Creates the module that quotes swaps and writes their transactions. */
export function createConvertModule({
  config,
  chains,
  tokens,
  projects,
  catalogue,
  cursorSecret: secret,
  log,
  now,
}: Pick<ModuleContext, 'config' | 'chains' | 'tokens' | 'projects' | 'cursorSecret' | 'log' | 'now'> & {
  catalogue: Catalogue
}) {
  const dexesOf = (chain: CaipNetworkId): readonly Dex[] => config.swaps.dexes.get(chain) ?? []
  const providers = createSwapProviders({ config, chains, dexesOf, catalogue, now })
  const service = createConvertService({ providers, chains, secret, log, now })
  const convertTokens = createConvertTokens({ tokens, now })
  const spendersOf = (chain: CaipNetworkId) =>
    dexesOf(chain).map(({ router }) => ({ provider: 'onchain', spender: router }))
  const routes = convertRoutes({ convert: service, convertTokens, chains, spendersOf, projects })
  return { ...createModule({ section: 'Swaps', routes, operations: convertOperations }), service }
}
