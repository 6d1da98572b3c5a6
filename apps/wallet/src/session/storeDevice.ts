import type { PartitionStorage } from './PartitionStorage.ts'
import { deviceKey, readStoredDevice, type StoredDevice } from './storedSession.ts'

/** Writes this device's secret and reads it back: a secret that cannot be read must not count as a way to open the wallet. */
export async function storeDevice(storage: PartitionStorage, device: StoredDevice): Promise<StoredDevice> {
  await storage.write(deviceKey, device)
  const stored = await readStoredDevice(storage)
  if (stored?.slotId !== device.slotId) throw new Error('This browser did not store the key of this device.')
  return stored
}
