import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, PostgresAdapter, sql, type Transaction } from 'kysely'

/** A lock that a transaction holds until it ends. `shared` locks exclude only exclusive ones. */
export type Lock = { key: string; shared?: boolean | undefined }

const maxAttempts = 6
/** SQLSTATE of serialization failure and deadlock: the database has rolled back and the transaction may be retried. */
const retryableCodes = new Set(['40001', '40P01'])

/**
 * Runs queries in a transaction. SQLite runs one transaction at a time, across all processes. PostgreSQL runs them
 * concurrently; `locks` (advisory locks, held until the end of the transaction) exclude each other. Locks are always taken
 * in the same order, so they cannot deadlock; a deadlock over rows is retried.
 *
 * @param run may be called several times, so it must do nothing but queries.
 * @example
 * await inTransaction({
 *   database,
 *   locks: [{ key: `intervals ${chain}` }],
 *   run: async (transaction) => { … },
 * })
 */
export async function inTransaction<Tables, Value>({
  database,
  locks = [],
  run,
}: {
  database: Kysely<Tables>
  locks?: readonly Lock[] | undefined
  run: (transaction: Transaction<Tables>) => Promise<Value>
}): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction().execute(async (transaction) => {
        if (isPostgres(transaction)) await take(transaction, locks)
        return run(transaction)
      })
    } catch (error) {
      const code = (error as { code?: unknown } | undefined)?.code
      if (attempt === maxAttempts || typeof code !== 'string' || !retryableCodes.has(code)) throw error
      // A random delay, so that the same transactions do not collide again.
      await sleep(randomInt(20 * attempt))
    }
  }
}

/** Returns whether a database is PostgreSQL, for the few queries that differ between engines. */
export function isPostgres<Tables>(database: Kysely<Tables>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter
}

async function take<Tables>(transaction: Transaction<Tables>, locks: readonly Lock[]): Promise<void> {
  for (const { key, shared } of [...locks].sort((one, other) => (one.key < other.key ? -1 : 1))) {
    const name = sql`hashtextextended(${`portico ${key}`}, 0)`
    await (shared
      ? sql`select pg_advisory_xact_lock_shared(${name})`
      : sql`select pg_advisory_xact_lock(${name})`
    ).execute(transaction)
  }
}
