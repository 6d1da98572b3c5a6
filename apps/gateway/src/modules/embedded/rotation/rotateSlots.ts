import { inTransaction } from '@portico/server'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import { slotPlace } from '../secrets/slotPlace.ts'

/**
 * Rewraps all shares with the primary key of the ring, in batches. It can be interrupted and restarted at any time,
 * also in several processes at once: each row is updated only if it has not changed since it was read. Shares can be
 * opened at any time during the rotation.
 *
 * @returns `done`: shares that were rewrapped; `left`: shares that still use another key, 0 when the rotation is
 * complete.
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

/** Counts the shares that use another key than this one. */
async function countOther({ database, id }: { database: Database; id: string }): Promise<number> {
  const { count } = await database
    .selectFrom('wallet_slots')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kek_id', '!=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the shares per key ID. */
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
