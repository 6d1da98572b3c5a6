import type { Transaction } from 'kysely'
import type { Tables } from '../../../infra/database/Tables.ts'
import type { Note } from '../audit/createAuditedTransaction.ts'
import { replaceSlots } from './replaceSlots.ts'
import { slotToRow } from './slotToRow.ts'
import type { WalletSlot } from './store.ts'

/**
 * Adds a slot to an active wallet if the wallet is still at the slot's epoch, and deletes those that it replaces. Part of a
 * transaction, so that what belongs to the slot is stored with it.
 *
 * @returns the new epoch; undefined if another request has changed the epoch.
 */
export async function insertSlot({
  transaction,
  note,
  slot,
  now,
}: {
  transaction: Transaction<Tables>
  note: Note
  slot: WalletSlot
  now: number
}): Promise<number | undefined> {
  const { numUpdatedRows } = await transaction
    .updateTable('embedded_wallets')
    .set({ epoch: slot.epoch + 1 })
    .where('id', '=', slot.walletId)
    .where('user_id', '=', slot.userId)
    .where('status', '=', 'active')
    .where('epoch', '=', slot.epoch)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return undefined
  for (const subject of await replaceSlots({ transaction, slot, now }))
    await note({ event: 'slot-replaced', userId: slot.userId, subject, now })
  await transaction.insertInto('wallet_slots').values(slotToRow(slot)).execute()
  const event = slot.kind === 'code' ? 'code-added' : 'slot-added'
  await note({ event, userId: slot.userId, subject: slot.slotId, now })
  return slot.epoch + 1
}
