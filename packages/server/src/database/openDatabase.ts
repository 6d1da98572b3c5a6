import type { Kysely } from 'kysely'
import { DatabaseError } from './DatabaseError.ts'
import { type Migrations, migrate } from './migrate.ts'

/**
 * Opens a server's database and brings its tables up to date: PostgreSQL where `databaseUrl` is given, else SQLite in the
 * data folder.
 *
 * @param program names the file (`<program>.sqlite`), the connections, and the server in messages.
 * @param variable the environment variable `databaseUrl` came from, for messages.
 * @param ifLost what would be lost with the file, in a sentence, for the message that it is damaged.
 * @throws {DatabaseError} if it cannot be used, or is from a newer server.
 * @example
 * const database = await openDatabase<Tables>({
 *   program: 'vault', variable: 'VAULT_DATABASE_URL', ifLost: '…', migrations, dataDir: '.portico/vault',
 * })
 */
export async function openDatabase<Tables>({
  program,
  variable,
  ifLost,
  migrations,
  databaseUrl,
  dataDir,
  connections,
  now = Date.now,
  prepare = (database) => migrate({ database, migrations, now }),
}: {
  program: string
  variable: string
  ifLost: string
  migrations: Migrations
  databaseUrl?: string | undefined
  dataDir?: string | undefined
  /** Connections to PostgreSQL at once, for this process. */
  connections?: number | undefined
  now?: () => number
  /** Instead of bringing the tables up to date. */
  prepare?: ((database: Kysely<Tables>) => Promise<unknown>) | undefined
}): Promise<Kysely<Tables>> {
  // Loaded where needed: most servers have one file, and memory for nothing else.
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('./openPostgres.ts')
    return openPostgres({ databaseUrl, program, variable, connections, prepare })
  }
  if (dataDir === undefined)
    throw new DatabaseError('The database has no place: give databaseUrl or dataDir.')
  const { openSqlite } = await import('./openSqlite.ts')
  return openSqlite({ dataDir, program, ifLost, prepare })
}
