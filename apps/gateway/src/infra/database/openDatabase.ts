import { type DatabaseWatch, openDatabase as open } from '@portico/server'
import type { Kysely } from 'kysely'
import { migrations } from './migrations.ts'
import type { Tables } from './Tables.ts'

/** The gateway's database. */
export type Database = Kysely<Tables>

/**
 * Opens the database of the gateway and applies pending migrations: PostgreSQL if `databaseUrl` is given, otherwise
 * SQLite in `dataDir`.
 *
 * @throws {DatabaseError} if the database cannot be used, or was migrated by a newer gateway.
 * @example
 * const database = await openDatabase({ dataDir: '.portico/gateway' })
 * const shared = await openDatabase({ databaseUrl: 'postgres://gateway@db/gateway' })
 */
export function openDatabase(place: {
  databaseUrl?: string | undefined
  dataDir?: string | undefined
  /** Largest number of connections of this process to PostgreSQL. */
  connections?: number | undefined
  /** Learns when PostgreSQL becomes unreachable and reachable again. */
  watch?: DatabaseWatch | undefined
  now?: () => number
  /** Runs instead of the pending migrations. */
  prepare?: ((database: Database) => Promise<unknown>) | undefined
}): Promise<Database> {
  return open<Tables>({
    program: 'gateway',
    variable: 'DATABASE_URL',
    ifLost:
      'The gateway reads indexed data from the chains again; sign-in sessions and the shares of embedded wallets are lost.',
    migrations,
    ...place,
  })
}
