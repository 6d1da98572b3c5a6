import type { Kysely } from 'kysely'
import { inTransaction } from './inTransaction.ts'

/**
 * Returns a function that deletes expired rows, at most once a minute in this process: doing so on every call would
 * double the writes, and processes deleting the same rows may deadlock. Queries must still check expiry themselves.
 *
 * @param intervalMs the shortest time between two runs: longer for a table that must be read as a whole.
 * @example
 * const sweep = createSweep({ database, run: (transaction, now) => transaction.deleteFrom('nonces').… })
 * await sweep(now)
 */
export function createSweep<Tables>({
  database,
  run,
  intervalMs = 60_000,
}: {
  database: Kysely<Tables>
  run: (transaction: Kysely<Tables>, now: number) => Promise<unknown>
  intervalMs?: number
}): (now: number) => Promise<void> {
  let lastRun = Number.NEGATIVE_INFINITY
  return async (now) => {
    // The absolute difference: a clock that was set back must not stop the sweep.
    if (Math.abs(now - lastRun) < intervalMs) return
    lastRun = now
    await inTransaction({ database, run: (transaction) => run(transaction, now) })
  }
}
