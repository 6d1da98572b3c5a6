import type { Transaction } from 'kysely'
import type { Tables } from '../../../infra/database/Tables.ts'

/** Deletes the slots of a device key, and increments the epoch of the wallets they belonged to. */
export async function deleteDeviceSlots({
  transaction,
  userId,
  jkt,
}: {
  transaction: Transaction<Tables>
  userId: string
  jkt: string
}): Promise<void> {
  const slots = await transaction
    .deleteFrom('wallet_slots')
    .where('user_id', '=', userId)
    .where('jkt', '=', jkt)
    .where('kind', '=', 'device')
    .returning('wallet_id')
    .execute()
  for (const walletId of new Set(slots.map(({ wallet_id }) => wallet_id)))
    await transaction
      .updateTable('embedded_wallets')
      .set((wallet) => ({ epoch: wallet('epoch', '+', 1) }))
      .where('id', '=', walletId)
      .where('user_id', '=', userId)
      .where('status', '=', 'active')
      .execute()
}
