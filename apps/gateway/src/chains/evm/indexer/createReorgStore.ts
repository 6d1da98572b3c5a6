import { inTransaction } from '@portico/server'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import type { ReorgStore } from './IndexStore.ts'
import { readEpoch, writeInEpoch } from './writeInEpoch.ts'

const maxAnchors = 500

/** Creates the store of the blocks seen before ("anchors") and of the chains' epochs. */
export function createReorgStore({ database }: { database: Database }): ReorgStore {
  return {
    async anchors(chain) {
      return database
        .selectFrom('anchors')
        .select(['number', 'hash'])
        .where('chain', '=', chain)
        .orderBy('number', 'desc')
        .execute()
    },
    async addAnchors({ chain, epoch, anchors }) {
      await writeInEpoch({
        database,
        chain,
        epoch,
        scope: 'anchors',
        run: async (transaction) => {
          for (const { number, hash } of anchors)
            await transaction
              .insertInto('anchors')
              .values({ chain, number, hash })
              .onConflict((conflict) => conflict.columns(['chain', 'number']).doUpdateSet({ hash }))
              .execute()
          // Keep the first block: its hash shows whether a development chain was restarted from scratch.
          await sql`delete from anchors where chain = ${chain} and number > 0 and number not in
          (select number from anchors where chain = ${chain} order by number desc limit ${maxAnchors})`.execute(
            transaction,
          )
        },
      })
    },
    epoch: (chain) => readEpoch(database, chain),
    rollback: ({ chain, epoch, block }) =>
      inTransaction({
        database,
        locks: [{ key: `index ${chain}` }],
        run: async (transaction) => {
          if ((await readEpoch(transaction, chain)) !== epoch) return undefined
          await transaction
            .insertInto('epochs')
            .values({ chain, epoch: epoch + 1 })
            .onConflict((conflict) => conflict.column('chain').doUpdateSet({ epoch: epoch + 1 }))
            .execute()
          await deleteAbove(transaction, { chain, block })
          return epoch + 1
        },
      }),
  }
}

/** Deletes what was read above a block. */
async function deleteAbove(
  transaction: Kysely<Tables>,
  { chain, block }: { chain: string; block: number },
): Promise<void> {
  for (const table of ['transfers', 'transactions', 'coin_transfers', 'user_operations'] as const)
    await transaction.deleteFrom(table).where('chain', '=', chain).where('block_number', '>', block).execute()
  await transaction.deleteFrom('anchors').where('chain', '=', chain).where('number', '>', block).execute()
  await transaction
    .deleteFrom('intervals')
    .where('chain', '=', chain)
    .where('from_block', '>', block)
    .execute()
  await transaction
    .updateTable('intervals')
    .set({ to_block: block })
    .where('chain', '=', chain)
    .where('to_block', '>', block)
    .execute()
  if (block >= 0) return
  // Another chain now uses this chain ID, so cached contract metadata is wrong too.
  await transaction.deleteFrom('tokens').where('chain', '=', chain).execute()
  await transaction.deleteFrom('nft_metadata').where('chain', '=', chain).execute()
}
