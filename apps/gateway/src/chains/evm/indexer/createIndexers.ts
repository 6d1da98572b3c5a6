import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Chain } from '../../shared/Chain.ts'
import type { Heads } from '../heads/Heads.ts'
import { createEviction } from './createEviction.ts'
import { createHeadReader } from './createHeadReader.ts'
import { createIndexer } from './createIndexer.ts'
import { createIndexStore } from './createIndexStore.ts'
import { createLastRequestStore } from './createLastRequestStore.ts'
import type { Indexer } from './Indexer.ts'

/**
 * Creates an indexer for each EVM network over one store, which deletes the data of accounts that are no longer requested.
 *
 * @param keepDays days after the last request; 0 keeps everything.
 */
export function createIndexers({
  chains,
  heads,
  database,
  keepDays,
  log,
  now,
}: {
  chains: ReadonlyMap<CaipNetworkId, Chain>
  heads: ReadonlyMap<CaipNetworkId, Heads>
  database: Database
  keepDays: number
  log: Log
  now: () => number
}) {
  const store = createIndexStore({ database })
  const eviction = createEviction({ store: createLastRequestStore({ database }), keepDays, log, now })
  const { onAccountRequest } = eviction
  const indexers: ReadonlyMap<CaipNetworkId, Indexer> = new Map(
    [...chains].map(([id, chain]) => [id, createIndexer({ chain, store, log, onAccountRequest })]),
  )
  const headReader = createHeadReader({ heads, indexers })
  return {
    store,
    indexers,
    /** Reads the hash of the newest block of a network. */
    readHead: headReader.read,
    close() {
      headReader.close()
      eviction.close()
    },
  }
}
