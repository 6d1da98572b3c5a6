import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, PostgresAdapter, sql, type Transaction } from 'kysely'

/** What a transaction wants for itself while it runs; `shared` locks exclude only those that are not. */
export type Lock = { key: string; shared?: boolean | undefined }

const attempts = 6
/** Serialisation failure and deadlock: the database has undone everything, and asks to try again. */
const tryAgain = new Set(['40001', '40P01'])

/**
 * Runs something all or nothing. On SQLite one transaction runs after another, in all processes; on PostgreSQL they run
 * at once, and `locks` name what must not (advisory locks, held to the end of the transaction). Locks are taken in one
 * order, so that two transactions never wait for each other over them; what deadlocks over rows is run again.
 *
 * @param run may be called several times: it must do nothing but queries.
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
      if (attempt === attempts || typeof code !== 'string' || !tryAgain.has(code)) throw error
      // Not all at the same moment again.
      await sleep(randomInt(20 * attempt))
    }
  }
}

/** Whether a database is PostgreSQL: for the few things that are written differently there. */
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
