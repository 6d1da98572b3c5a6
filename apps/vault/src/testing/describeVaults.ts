import { describeEngines, type EnginePlace } from '@portico/server/testing'
import { openVaultDatabase } from '../database/openVaultDatabase.ts'
import type { Tables } from '../database/Tables.ts'
import { createTestVault, type TestVault } from './createTestVault.ts'

type Options = Parameters<typeof createTestVault>[0]

/** A suite that every kind of database must pass. `open` makes a vault on an empty one. */
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
        // Its database is opened once more by the vault: on SQLite in another folder, as two in one process wait for each
        // other forever.
        await open()
        const databaseUrl = place && 'databaseUrl' in place ? place.databaseUrl : undefined
        return createTestVault({ ...options, databaseUrl })
      }),
  })
}
