import * as z from 'zod/mini'
import type { PartitionStorage } from './PartitionStorage.ts'

/** Storage key of a change of address that this page must hand to the servers. */
export const addressChangeKey = 'address-change'

const storedAddressChange = z.object({
  userId: z.string(),
  /** ID of the change at the gateway, and of the challenge at the vault. */
  id: z.string(),
  tx: z.string(),
  /** The gateway's statement for the vault, which may have expired. */
  statement: z.string(),
})
export type StoredAddressChange = z.infer<typeof storedAddressChange>

export async function readAddressChange(storage: PartitionStorage): Promise<StoredAddressChange | undefined> {
  return z.safeParse(storedAddressChange, await storage.read(addressChangeKey)).data
}
