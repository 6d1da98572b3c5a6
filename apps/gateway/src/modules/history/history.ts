import type { CaipNetworkId } from '@portico/protocol'
import type { Indexer } from '../../chains/evm/indexer/Indexer.ts'
import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import type { NftMetadataService } from '../nfts/createNftMetadataService.ts'
import { createEntryWriter } from './createEntryWriter.ts'
import { historyOperations, historyRoutes } from './routes.ts'
import { createHistoryService } from './service.ts'

/** Creates the module for the transactions of an account. */
export function createHistoryModule({
  namespaces,
  projects,
  tokens,
  cursorSecret,
  indexers,
  nftMetadata,
  log,
}: Pick<ModuleContext, 'namespaces' | 'projects' | 'tokens' | 'cursorSecret' | 'log'> & {
  indexers: ReadonlyMap<CaipNetworkId, Indexer>
  nftMetadata: NftMetadataService
}) {
  const service = createHistoryService({
    indexers,
    providers: namespaces.all.flatMap(({ activity }) => activity),
    writer: createEntryWriter({ tokens, nfts: nftMetadata }),
    cursorSecret,
    log,
  })
  const routes = historyRoutes({ history: service, namespaces, projects })
  return { ...createModule({ section: 'Accounts', routes, operations: historyOperations }), service }
}
