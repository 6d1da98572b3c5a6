import type { PartitionStorage } from './PartitionStorage.ts'
import { clientIdKey } from './storedSession.ts'

/** Returns the random ID of this installation, which is created on first use. It is sent only to the gateway. */
export async function readClientId(storage: PartitionStorage): Promise<string> {
  const stored = await storage.read(clientIdKey)
  if (typeof stored === 'string' && stored !== '') return stored
  const id = crypto.randomUUID()
  await storage.write(clientIdKey, id)
  return id
}
