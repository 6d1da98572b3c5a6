import type { Transaction } from 'kysely'
import type { Database } from '../../infra/database/openDatabase.ts'
import type { Tables } from '../../infra/database/Tables.ts'
import { addToDay } from './sponsorDays.ts'

const dayMs = 24 * 60 * 60_000
/** Failures within a day after which nothing is paid for the user for another day. */
const maxFailures = 3

/** Counts a transaction that cost the relayer something and did not execute its operation; with a negative cost, takes it back. */
export async function countLoss(
  transaction: Transaction<Tables>,
  hash: string,
  cost: bigint,
  now: number,
): Promise<void> {
  const row = await transaction
    .selectFrom('operations')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (!row) return
  await addToDay(transaction, row, { spent: cost, reverts: cost > 0n ? 1 : -1 })
  await transaction
    .updateTable('operations')
    .set({ relayer_cost: (BigInt(row.relayer_cost) + cost).toString(), failed_at: cost > 0n ? now : null })
    .where('hash', '=', hash)
    .execute()
}

/** Whether the last three failures are within a day, and the last of them is less than a day ago. */
export async function isSuspended(
  database: Database,
  { project_id, user_id, now }: { project_id: string; user_id: string; now: number },
): Promise<boolean> {
  const rows = await database
    .selectFrom('operations')
    .select('failed_at')
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .where('failed_at', '>', now - 2 * dayMs)
    .orderBy('failed_at', 'desc')
    .execute()
  const times = rows.map(({ failed_at }) => Number(failed_at))
  return times.some((last, index) => {
    const first = times[index + maxFailures - 1]
    return last > now - dayMs && first !== undefined && last - first < dayMs
  })
}
