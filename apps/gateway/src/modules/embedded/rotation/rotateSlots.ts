import { inTransaction } from '@portico/server'
import type { Database } from '../../../database/openDatabase.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import { slotPlace } from '../slots/slotPlace.ts'

/**
 * Wraps every share that is under an older key of the ring under the primary one, in batches. It may be ended at any moment
 * and started again, by several processes at once: what is done is done, and each row is written only if it is still as it
 * was read. Shares open all the while, under the old key or the new one.
 *
 * @returns how many were wrapped anew, and how many are left under other keys than the primary: 0 when it is done.
 * @example
 * const { left } = await rotateSlots({ database, envelope, onBatch: ({ done }) => print(done) })
 */
export async function rotateSlots({
  database,
  envelope,
  batch = 200,
  onBatch = async () => undefined,
}: {
  database: Database
  envelope: LiveEnvelope
  batch?: number
  onBatch?: ((progress: { done: number }) => Promise<void> | void) | undefined
}): Promise<{ done: number; left: number; primary: string }> {
  const primary = await envelope.primary()
  let done = 0
  for (;;) {
    const rows = await database
      .selectFrom('wallet_slots')
      .select(['wallet_id', 'slot_id', 'user_id', 'kek_id', 'share'])
      .where('kek_id', '!=', primary)
      .limit(batch)
      .execute()
    if (rows.length === 0) break
    const rewrapped = await Promise.all(
      rows.map(async (row) => ({
        row,
        next: await envelope.rewrap({
          kekId: row.kek_id,
          sealed: row.share,
          place: slotPlace({ walletId: row.wallet_id, slotId: row.slot_id, userId: row.user_id }),
        }),
      })),
    )
    await inTransaction({
      database,
      run: async (transaction) => {
        for (const { row, next } of rewrapped)
          await transaction
            .updateTable('wallet_slots')
            .set({ kek_id: next.kekId, share: next.sealed })
            .where('wallet_id', '=', row.wallet_id)
            .where('slot_id', '=', row.slot_id)
            .where('share', '=', row.share)
            .execute()
      },
    })
    done += rows.length
    await onBatch({ done })
  }
  return { done, left: await countOther({ database, id: primary }), primary }
}

/** How many shares are under other keys than this one. */
async function countOther({ database, id }: { database: Database; id: string }): Promise<number> {
  const { count } = await database
    .selectFrom('wallet_slots')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kek_id', '!=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many shares are under each key. */
export async function countShares({
  database,
}: {
  database: Database
}): Promise<ReadonlyMap<string, number>> {
  const rows = await database
    .selectFrom('wallet_slots')
    .select(({ fn }) => ['kek_id', fn.countAll<number>().as('count')])
    .groupBy('kek_id')
    .execute()
  return new Map(rows.map(({ kek_id, count }) => [kek_id, Number(count)]))
}
