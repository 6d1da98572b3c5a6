import type { Hex } from 'viem'
import type { GatewayClient } from '../session/createGatewayClient.ts'
import type { PartitionStorage } from '../session/PartitionStorage.ts'
import { deviceKey, importKey, readStoredDevice } from '../session/storedSession.ts'

/**
 * Finishes an import that the gateway had confirmed when the page was closed: from then on this device uses its new slot.
 */
export async function finishImport({
  gateway,
  storage,
  accessToken,
  userId,
  setAddress,
}: {
  gateway: Pick<GatewayClient, 'readWallet'>
  storage: PartitionStorage
  accessToken: () => Promise<string>
  userId: string
  /** Stores the new address in the session. */
  setAddress(address: Hex): Promise<unknown>
}): Promise<void> {
  const device = await readStoredDevice(storage, importKey)
  if (!device) return
  const wallet = await gateway.readWallet(await accessToken(), userId)
  if (wallet?.record.walletId === device.walletId && wallet.status === 'active') {
    await storage.write(deviceKey, device)
    await setAddress(wallet.record.address as Hex)
  }
  await storage.remove([importKey])
}
