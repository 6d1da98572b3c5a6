import type { Database } from '../../../infra/database/openDatabase.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { ChangingDevice } from './ChangingDevice.ts'
import { type AddressChange, createAddressChangeStore } from './createAddressChangeStore.ts'

/**
 * Returns a change that belongs to this device and is not over.
 *
 * @throws {Problem} `address-change-expired`
 */
export async function findOwnChange({
  database,
  id,
  device: { userId, jkt },
  now,
}: {
  database: Database
  id: string
  device: ChangingDevice
  now: number
}): Promise<AddressChange> {
  const row = await createAddressChangeStore({ database }).find(id)
  if (!row || row.user_id !== userId || row.jkt !== jkt || row.expires_at <= now)
    throw new Problem('address-change-expired')
  return row
}
