import type { Database } from '../../../infra/database/openDatabase.ts'
import { createActivityQueries } from './createActivityQueries.ts'
import { createReorgStore } from './createReorgStore.ts'
import { createScanStore } from './createScanStore.ts'
import type { IndexStore } from './IndexStore.ts'

/** Creates the index over a database. */
export function createIndexStore({ database }: { database: Database }): IndexStore {
  return {
    ...createReorgStore({ database }),
    ...createScanStore({ database }),
    ...createActivityQueries({ database }),
  }
}
