import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { DatabaseUnreachableError } from '../problems/DatabaseUnreachableError.ts'
import { DatabaseError } from './DatabaseError.ts'
import type { DatabaseWatch } from './DatabaseWatch.ts'
import { watchPool } from './watchPool.ts'

const minimumVersion = 15

/**
 * Opens a PostgreSQL database, version 15 or newer.
 *
 * Queries reject with `DatabaseUnreachableError` while the server cannot be reached.
 *
 * @param connections maximum number of connections of this process.
 * @param watch learns when the server becomes unreachable and reachable again.
 * @param prepare runs before the database is returned.
 * @throws {DatabaseError} if the server cannot be reached, refuses the connection, or is too old.
 */
export async function openPostgres<Tables>({
  databaseUrl,
  program,
  variable,
  connections = 10,
  watch,
  prepare,
}: {
  databaseUrl: string
  program: string
  variable: string
  connections?: number | undefined
  watch?: DatabaseWatch | undefined
  prepare: (database: Kysely<Tables>) => Promise<unknown>
}): Promise<Kysely<Tables>> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: `portico-${program}`,
    // Ends statements that hang; the request they belong to has timed out by then.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    types: { getTypeParser: (oid, format) => numbers(oid) ?? pg.types.getTypeParser(oid, format) },
  })
  // When the server restarts, the pool opens new connections and queries in flight reject. An unhandled `error` event would
  // end the process, and the pool does not listen on connections that are in use.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  let isOpen = false
  watchPool({
    pool: withoutNul(pool),
    host: hostOf(databaseUrl).host,
    // Before it is open, an error is explained and thrown.
    watch: watch && { ...watch, onUnreachable: (event) => isOpen && watch.onUnreachable(event) },
  })
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    const { rows } = await sql<{ version: string }>`
      select current_setting('server_version_num') as version`.execute(database)
    const major = Math.floor(Number(rows[0]?.version) / 10_000)
    if (major < minimumVersion)
      throw new DatabaseError(
        `The server of ${variable} is PostgreSQL ${major}: the ${program} needs ${minimumVersion} or newer.`,
      )
    await prepare(database)
    isOpen = true
    return database
  } catch (error) {
    await database.destroy().catch(() => undefined)
    const cause = error instanceof DatabaseUnreachableError ? error.cause : error
    throw explain(cause, { databaseUrl, variable })
  }
}

/** Parses int8 and numeric, the types of counts and sums, as numbers: no stored value exceeds 2^53. */
function numbers(oid: number): ((text: string) => number) | undefined {
  return oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC ? Number : undefined
}

/**
 * Replaces U+0000 in parameters by U+FFFD, as browsers do. PostgreSQL rejects U+0000 in text while SQLite accepts it, so a
 * request with one in its path would fail on PostgreSQL only.
 */
function withoutNul(pool: pg.Pool): pg.Pool {
  const clean = (value: unknown) =>
    typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (
      text: unknown,
      values?: unknown,
      ...rest: unknown[]
    ) => unknown
    client.query = ((text: unknown, values?: unknown, ...rest: unknown[]) =>
      query(text, Array.isArray(values) ? values.map(clean) : values, ...rest)) as typeof client.query
  })
  return pool
}

/** Leaves out user and password: host and path go to a terminal or a log. */
function hostOf(databaseUrl: string): { host: string; pathname: string } {
  return URL.canParse(databaseUrl) ? new URL(databaseUrl) : { host: '?', pathname: '' }
}

function explain(
  error: unknown,
  { databaseUrl, variable }: { databaseUrl: string; variable: string },
): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error
  const { host, pathname } = hostOf(databaseUrl)
  const { code } = error as { code?: string }
  // SQLSTATE classes 08 (connection), 28 (authorization), 3D (no such database), 53 and 57 (server unavailable), and 42501
  // (insufficient privilege).
  const isServerProblem =
    /^(08|28|3D|53|57)...$|^42501$|^E[A-Z]+$/.test(code ?? '') || /timeout|terminated/i.test(error.message)
  if (!isServerProblem) return error
  return new DatabaseError(
    `The PostgreSQL database ${host}${pathname} cannot be used (${code ?? 'timeout'}): check that the server is running, and that address, user, password and privileges in ${variable} are right.`,
    { cause: error },
  )
}
