import type { Transaction } from 'kysely'
import type { Tables } from '../../../infra/database/Tables.ts'
import { deleteDeviceSlots } from './deleteDeviceSlots.ts'
import { endLogins } from './endLogins.ts'

/**
 * Ends a device key of a user: its sessions, slots, logins and moves under way, and that the key is introduced. Its next login
 * is that of a new device.
 *
 * The record of what the vault stated about the key stays: a request of the device that runs at the same time must not pass for
 * that of an older one.
 */
export async function endDevice({
  transaction,
  userId,
  jkt,
  now,
}: {
  transaction: Transaction<Tables>
  userId: string
  jkt: string
  now: number
}): Promise<void> {
  await transaction
    .updateTable('wallet_sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('jkt', '=', jkt)
    .where('revoked_at', 'is', null)
    .execute()
  await deleteDeviceSlots({ transaction, userId, jkt })
  // Not a change that is proven: the vault may have made it already, and without it neither address could log in any more. It
  // changes nothing without the vault.
  await transaction
    .deleteFrom('address_changes')
    .where('user_id', '=', userId)
    .where('jkt', '=', jkt)
    .where('step', 'in', ['old', 'confirmed', 'new'])
    .execute()
  await endLogins({ transaction, userId, jkt, now })
  // A device that was added, and has not opened its session yet.
  await transaction
    .deleteFrom('wallet_moves')
    .where('user_id', '=', userId)
    .where('taker_jkt', '=', jkt)
    .execute()
  await transaction
    .deleteFrom('introduced_keys')
    .where('user_id', '=', userId)
    .where('jkt', '=', jkt)
    .execute()
  await transaction.deleteFrom('founding_keys').where('user_id', '=', userId).where('jkt', '=', jkt).execute()
}
