import type { Kysely } from 'kysely'
import { inTransaction } from './inTransaction.ts'

const every = 60_000

/**
 * Removes what has expired, at most once a minute in this process: with every call it would double the writes, and
 * processes that remove the same rows at once may deadlock. Whoever reads must not rely on it.
 *
 * @example
 * const sweep = createSweep({ database, run: (transaction, now) => transaction.deleteFrom('nonces').… })
 * await sweep(now)
 */
export function createSweep<Tables>({
  database,
  run,
}: {
  database: Kysely<Tables>
  run: (transaction: Kysely<Tables>, now: number) => Promise<unknown>
}): (now: number) => Promise<void> {
  let last = Number.NEGATIVE_INFINITY
  return async (now) => {
    // A clock that was set back must not stop it.
    if (Math.abs(now - last) < every) return
    last = now
    await inTransaction({ database, run: (transaction) => run(transaction, now) })
  }
}
