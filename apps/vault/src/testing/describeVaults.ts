import { describeEngines, type EnginePlace } from '@portico/server/testing'
import { openVaultDatabase } from '../database/openVaultDatabase.ts'
import type { Tables } from '../database/Tables.ts'
import { createTestVault, type TestVault } from './createTestVault.ts'

type Options = Parameters<typeof createTestVault>[0]

/** Runs a suite on every database engine. `open` creates a vault with an empty database. */
export async function describeVaults(
  name: string,
  suite: (open: (options?: Options) => Promise<TestVault>) => void,
): Promise<void> {
  let place: EnginePlace | undefined
  await describeEngines<Tables>({
    name,
    async openDatabase(given) {
      place = given
      return openVaultDatabase(given)
    },
    suite: ({ open }) =>
      suite(async (options) => {
        // The vault opens the database once more. On SQLite it uses another folder, as two connections in one process would
        // deadlock.
        await open()
        const databaseUrl = place && 'databaseUrl' in place ? place.databaseUrl : undefined
        return createTestVault({ ...options, databaseUrl })
      }),
  })
}
