import type { Kysely } from 'kysely'
import { DatabaseError } from './DatabaseError.ts'
import { migrate } from './migrate.ts'
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
export async function openDatabase({
  databaseUrl,
  dataDir,
  connections,
  now = Date.now,
  prepare = (database) => migrate({ database, now }),
}: {
  databaseUrl?: string | undefined
  dataDir?: string | undefined
  /** Connections to PostgreSQL at once, for this process. */
  connections?: number | undefined
  now?: () => number
  /** Instead of bringing the tables up to date. */
  prepare?: ((database: Database) => Promise<unknown>) | undefined
}): Promise<Database> {
  // Loaded where needed: most gateways have one file, and memory for nothing else.
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('./openPostgres.ts')
    return openPostgres({ databaseUrl, connections, prepare })
  }
  if (dataDir === undefined)
    throw new DatabaseError('The database has no place: give databaseUrl or dataDir.')
  const { openSqlite } = await import('./openSqlite.ts')
  return openSqlite({ dataDir, prepare })
}
