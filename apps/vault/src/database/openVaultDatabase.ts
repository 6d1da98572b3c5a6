import { type DatabaseWatch, openDatabase } from '@portico/server'
import type { Kysely } from 'kysely'
import { migrations } from './migrations.ts'
import type { Tables } from './Tables.ts'

/** The vault's database, or a transaction on it. */
export type Database = Kysely<Tables>

/**
 * Opens the vault's database and applies pending migrations. Uses PostgreSQL if `databaseUrl` is given, else
 * `vault.sqlite` in the data folder.
 *
 * @throws {DatabaseError} if it cannot be used, or was migrated by a newer vault.
 */
export async function openVaultDatabase(place: {
  databaseUrl?: string | undefined
  dataDir?: string | undefined
  connections?: number | undefined
  /** Learns when PostgreSQL becomes unreachable and reachable again. */
  watch?: DatabaseWatch | undefined
  now?: () => number
  /** Replaces applying pending migrations. */
  prepare?: ((database: Database) => Promise<unknown>) | undefined
}): Promise<Database> {
  return openDatabase<Tables>({
    program: 'vault',
    variable: 'VAULT_DATABASE_URL',
    ifLost:
      'Without it, the recovery secrets are lost, and wallets open only on devices that have opened them before. Restore the newest backup.',
    migrations,
    ...place,
  })
}
