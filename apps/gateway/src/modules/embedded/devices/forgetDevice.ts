import type { Transaction } from 'kysely'
import type { Tables } from '../../../infra/database/Tables.ts'
import { deleteDeviceSlots } from './deleteDeviceSlots.ts'

/** Deletes the slots and changes of address of a device key that was ended, which must be introduced again. */
export async function forgetDevice(device: {
  transaction: Transaction<Tables>
  userId: string
  jkt: string
}): Promise<void> {
  const { transaction, userId, jkt } = device
  await deleteDeviceSlots(device)
  await transaction
    .deleteFrom('address_changes')
    .where('user_id', '=', userId)
    .where('jkt', '=', jkt)
    .execute()
  await transaction
    .deleteFrom('introduced_keys')
    .where('user_id', '=', userId)
    .where('jkt', '=', jkt)
    .execute()
}
