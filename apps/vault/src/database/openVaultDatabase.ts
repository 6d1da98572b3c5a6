import { openDatabase } from '@portico/server'
import type { Kysely } from 'kysely'
import { migrations } from './migrations.ts'
import type { Tables } from './Tables.ts'

/** The vault's database. */
export type Database = Kysely<Tables>

/**
 * Opens the vault's own database: PostgreSQL where `databaseUrl` is given, else `vault.sqlite` in its data folder.
 *
 * @throws {DatabaseError} if it cannot be used, or is from a newer vault.
 */
export async function openVaultDatabase(place: {
  databaseUrl?: string | undefined
  dataDir?: string | undefined
  connections?: number | undefined
  now?: () => number
  /** Instead of bringing the tables up to date. */
  prepare?: ((database: Database) => Promise<unknown>) | undefined
}): Promise<Database> {
  return openDatabase<Tables>({
    program: 'vault',
    variable: 'VAULT_DATABASE_URL',
    ifLost:
      'With it go the recovery secrets: wallets open only on devices that have opened them before. Put the newest backup in its place.',
    migrations,
    ...place,
  })
}
