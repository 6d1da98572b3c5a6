import type { Kysely } from 'kysely'
import { DatabaseError } from './DatabaseError.ts'
import type { DatabaseWatch } from './DatabaseWatch.ts'
import { type Migrations, migrate } from './migrate.ts'

/**
 * Opens a server's database and applies pending migrations. Uses PostgreSQL if `databaseUrl` is given, else SQLite in the
 * data folder.
 *
 * @param program name of the server: of the file (`<program>.sqlite`), of the connections, and in messages.
 * @param variable the environment variable that set `databaseUrl`, for messages.
 * @param ifLost a sentence that says what is lost with the file, for the message about a damaged file.
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
  watch,
  now = Date.now,
  prepare = (database) => migrate({ database, migrations, now }),
}: {
  program: string
  variable: string
  ifLost: string
  migrations: Migrations
  databaseUrl?: string | undefined
  dataDir?: string | undefined
  /** Maximum number of PostgreSQL connections of this process. */
  connections?: number | undefined
  /** Learns when PostgreSQL becomes unreachable and reachable again. */
  watch?: DatabaseWatch | undefined
  now?: () => number
  /** Replaces applying pending migrations. */
  prepare?: ((database: Kysely<Tables>) => Promise<unknown>) | undefined
}): Promise<Kysely<Tables>> {
  // Each driver is loaded only when it is used, to save memory.
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('./openPostgres.ts')
    return openPostgres({ databaseUrl, program, variable, connections, watch, prepare })
  }
  if (dataDir === undefined) throw new DatabaseError('Neither databaseUrl nor dataDir is given.')
  const { openSqlite } = await import('./openSqlite.ts')
  return openSqlite({ dataDir, program, ifLost, prepare })
}
