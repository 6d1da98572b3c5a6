import type { PartitionStorage } from './PartitionStorage.ts'
import { deviceKey, otherDeviceKey, readStoredDevice, type StoredDevice } from './storedSession.ts'

/**
 * Writes this device's secret and reads it back: a secret that cannot be read must not count as a way to open the wallet. The
 * secret of another wallet, whose owner logged in here before, is kept beside it: it may be the only way left to open that one.
 */
export async function storeDevice(storage: PartitionStorage, device: StoredDevice): Promise<StoredDevice> {
  const before = await readStoredDevice(storage)
  if (before && before.walletId !== device.walletId)
    await storage.write(otherDeviceKey(before.walletId), before)
  await storage.write(deviceKey, device)
  const stored = await readStoredDevice(storage)
  if (stored?.slotId !== device.slotId) throw new Error('This browser did not store the key of this device.')
  await storage.remove([otherDeviceKey(device.walletId)])
  return stored
}
