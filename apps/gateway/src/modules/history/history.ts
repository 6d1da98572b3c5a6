import type { CaipNetworkId } from '@portico/protocol'
import type { Indexer } from '../../chains/evm/indexer/Indexer.ts'
import type { IndexJobs } from '../../chains/evm/indexer/jobs/IndexJobs.ts'
import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import type { NftMetadataService } from '../nfts/createNftMetadataService.ts'
import type { OnrampStore } from '../onramp/store.ts'
import { createEntryWriter } from './createEntryWriter.ts'
import { createPurchases } from './createPurchases.ts'
import { historyOperations, historyRoutes } from './routes.ts'
import { createHistoryService } from './service.ts'

/** Creates the module for the transactions of an account. */
export function createHistoryModule({
  namespaces,
  projects,
  tokens,
  cursorSecret,
  indexers,
  jobs,
  nftMetadata,
  purchases: { store, providers },
  log,
  now,
}: Pick<ModuleContext, 'namespaces' | 'projects' | 'tokens' | 'cursorSecret' | 'log' | 'now'> & {
  indexers: ReadonlyMap<CaipNetworkId, Indexer>
  jobs: IndexJobs | undefined
  nftMetadata: NftMetadataService
  purchases: { store: OnrampStore; providers: readonly { id: string; name: string }[] }
}) {
  const service = createHistoryService({
    indexers,
    jobs,
    providers: namespaces.all.flatMap(({ activity }) => activity),
    writer: createEntryWriter({ tokens, nfts: nftMetadata }),
    cursorSecret,
    log,
  })
  const routes = historyRoutes({
    history: service,
    purchases: createPurchases({ store, providers, cursorSecret, now }),
    namespaces,
    projects,
  })
  return { ...createModule({ section: 'Accounts', routes, operations: historyOperations }), service }
}
