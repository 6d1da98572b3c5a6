import { createUsageCounter, retryLater } from '@portico/server'
import type { Database } from '../../database/openVaultDatabase.ts'

const windowMs = 24 * 3_600_000

/**
 * Counts one use of each key, of which `count` are allowed in 24 hours. The transaction must hold a lock that covers the keys.
 *
 * @throws {Problem} `rate-limited`
 */
export async function countDaily(
  transaction: Database,
  uses: readonly { key: string; count: number }[],
  now: number,
): Promise<void> {
  const limited = uses.map(({ key, count }) => ({ key, limits: [{ windowMs, count }] }))
  const wait = await createUsageCounter({ database: transaction }).take(limited, now)
  if (wait !== undefined) throw retryLater('rate-limited', wait)
}
