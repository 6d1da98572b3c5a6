import type { PartitionStorage } from './PartitionStorage.ts'
import { clientIdKey } from './storedSession.ts'

/** The IDs that are read or created, so that requests made at the same time have the same one. */
const ids = new WeakMap<PartitionStorage, Promise<string>>()

/**
 * Returns the random ID of this installation, which is created on first use. It is sent only to the gateway. Empty if
 * storage fails, for example in a tab whose site data is deleted: requests do not depend on the ID.
 */
export function readClientId(storage: PartitionStorage): Promise<string> {
  const known = ids.get(storage)
  if (known) return known
  const id = readOrCreate(storage).catch(() => '')
  ids.set(storage, id)
  return id
}

async function readOrCreate(storage: PartitionStorage): Promise<string> {
  const stored = await storage.read(clientIdKey)
  if (typeof stored === 'string' && stored !== '') return stored
  const id = crypto.randomUUID()
  await storage.write(clientIdKey, id)
  return id
}
