import type pg from 'pg'
import { DatabaseUnreachableError } from '../problems/DatabaseUnreachableError.ts'
import type { DatabaseWatch } from './DatabaseWatch.ts'

/** After this many milliseconds without a successful query, a pool without a free connection is stuck, not busy. */
const stuckMs = 5000

/**
 * SQLSTATE classes 08 (connection), 28 (authorization), 3D (no such database), 53 (insufficient resources), 57P (shutdown, crash,
 * starting up), and 25006 (the server became a read-only standby).
 */
const unreachableState = /^(08...|28...|3D...|53...|57P..|25006)$/
const systemError = /^E[A-Z_]+$/
/** Of `pg` and `pg-pool`, which have no codes for them. */
const unreachableText =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/

/**
 * Replaces errors of a pool that mean that its server cannot be reached by {@link DatabaseUnreachableError}, and reports when that
 * begins and ends.
 */
export function watchPool({
  pool,
  host,
  watch,
  now = Date.now,
}: {
  pool: pg.Pool
  /** Host and port of the server, without user and password. */
  host: string
  watch: DatabaseWatch | undefined
  now?: () => number
}): void {
  let isReachable = true
  let succeededAt = now()
  watch?.onPool(() => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }))

  function onSuccess(): void {
    succeededAt = now()
    if (isReachable) return
    isReachable = true
    watch?.onReachable({ host })
  }

  function onFailure(error: unknown, startedAt: number): unknown {
    const reason = reasonOf(error)
    if (reason === undefined) return error
    // Something that began before a success says nothing about the time after it.
    const isOutdated = startedAt < succeededAt
    const isBusy = reason === 'timeout' && now() - succeededAt < stuckMs
    if (isReachable && !isOutdated && !isBusy) {
      isReachable = false
      watch?.onUnreachable({ host, reason })
    }
    return new DatabaseUnreachableError({ cause: error })
  }

  async function observe<Value>(run: () => Promise<Value>, isQuery: boolean): Promise<Value> {
    const startedAt = now()
    try {
      const value = await run()
      if (isQuery) onSuccess()
      return value
    } catch (error) {
      throw onFailure(error, startedAt)
    }
  }

  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  // Kysely only uses the form that returns a promise.
  pool.connect = (() => observe(connect, false)) as typeof pool.connect
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...parameters: unknown[]) => Promise<unknown>
    client.query = ((...parameters: unknown[]) =>
      observe(() => query(...parameters), true)) as typeof client.query
  })
}

/** Returns a short reason if the error means that the server cannot be reached. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (systemError.test(code) || unreachableState.test(code))) return code
  // Node tries all addresses of a name, and reports them together.
  if (error instanceof AggregateError)
    return error.errors.map(reasonOf).find((reason) => reason !== undefined)
  if (!unreachableText.test(error.message)) return undefined
  return /timeout/.test(error.message) ? 'timeout' : 'terminated'
}
