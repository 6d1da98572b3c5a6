import { openDatabase as open } from '@portico/server'
import type { Kysely } from 'kysely'
import { migrations } from './migrations.ts'
import type { Tables } from './Tables.ts'

/** The gateway's database. */
export type Database = Kysely<Tables>

/**
 * Opens the database of the gateway and brings its tables up to date: PostgreSQL where `databaseUrl` is given, else
 * SQLite in the data folder.
 *
 * @throws {DatabaseError} if it cannot be used, or is from a newer gateway.
 * @example
 * const database = await openDatabase({ dataDir: '.portico/gateway' })
 * const shared = await openDatabase({ databaseUrl: 'postgres://gateway@db/gateway' })
 */
export function openDatabase(place: {
  databaseUrl?: string | undefined
  dataDir?: string | undefined
  /** Connections to PostgreSQL at once, for this process. */
  connections?: number | undefined
  now?: () => number
  /** Instead of bringing the tables up to date. */
  prepare?: ((database: Database) => Promise<unknown>) | undefined
}): Promise<Database> {
  return open<Tables>({
    program: 'gateway',
    variable: 'DATABASE_URL',
    ifLost:
      'What was indexed is read again from the chains; sign-in sessions, and the shares of embedded wallets, are lost.',
    migrations,
    ...place,
  })
}
