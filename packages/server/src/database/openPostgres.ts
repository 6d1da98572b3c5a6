import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { DatabaseError } from './DatabaseError.ts'

const oldest = 15

/**
 * Opens a PostgreSQL database, version 15 or newer.
 *
 * @param connections at most so many at once, for this process.
 * @param prepare what is done with it before it is handed out.
 * @throws {DatabaseError} if the server cannot be reached or refuses, or is too old.
 */
export async function openPostgres<Tables>({
  databaseUrl,
  program,
  variable,
  connections = 10,
  prepare,
}: {
  databaseUrl: string
  program: string
  variable: string
  connections?: number | undefined
  prepare: (database: Kysely<Tables>) => Promise<unknown>
}): Promise<Kysely<Tables>> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: `portico-${program}`,
    // Whatever hangs lets go in the end: a request is over by then.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    types: { getTypeParser: (oid, format) => numbers(oid) ?? pg.types.getTypeParser(oid, format) },
  })
  // The server was restarted: the pool makes new connections, and who was using one hears it from the query. Without these
  // ears the event would end the process; the pool's own does not listen to connections that are in use.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withoutNul(pool) }) })
  try {
    const { rows } = await sql<{ version: string }>`
      select current_setting('server_version_num') as version`.execute(database)
    const major = Math.floor(Number(rows[0]?.version) / 10_000)
    if (major < oldest)
      throw new DatabaseError(
        `The server of ${variable} is PostgreSQL ${major}: the ${program} needs ${oldest} or newer.`,
      )
    await prepare(database)
    return database
  } catch (error) {
    await database.destroy().catch(() => undefined)
    throw explain(error, { databaseUrl, variable })
  }
}

/** int8 and numeric, which is what counts and sums are, as numbers: we keep nothing in them beyond 2^53. */
function numbers(oid: number): ((text: string) => number) | undefined {
  return oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC ? Number : undefined
}

/**
 * PostgreSQL keeps no U+0000 in text and refuses it in parameters, SQLite takes it: a request with one in a path must not
 * fail here alone. It is replaced by U+FFFD, as browsers do.
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

function explain(
  error: unknown,
  { databaseUrl, variable }: { databaseUrl: string; variable: string },
): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error
  // Without user and password: the sentence goes to a terminal or a log.
  const { host, pathname } = URL.canParse(databaseUrl) ? new URL(databaseUrl) : { host: '?', pathname: '' }
  const { code } = error as { code?: string }
  // Classes 08 (connection), 28 (authorisation), 3D (no such database), 53 and 57 (the server cannot now), 42501.
  const isOutside =
    /^(08|28|3D|53|57)...$|^42501$|^E[A-Z]+$/.test(code ?? '') || /timeout|terminated/i.test(error.message)
  if (!isOutside) return error
  return new DatabaseError(
    `The PostgreSQL database ${host}${pathname} cannot be used (${code ?? 'timeout'}): check that the server runs, and address, user, password and rights in ${variable}.`,
    { cause: error },
  )
}
