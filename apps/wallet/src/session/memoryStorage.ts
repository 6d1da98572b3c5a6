import type { PartitionStorage } from './PartitionStorage.ts'

/** Creates a storage in memory, which ends with the page. */
export function memoryStorage(): PartitionStorage {
  const values = new Map<string, unknown>()
  return {
    isDurable: false,
    read: async (key) => values.get(key),
    async write(key, value) {
      values.set(key, value)
    },
    async remove(keys) {
      for (const key of keys) values.delete(key)
    },
    keys: async () => [...values.keys()],
  }
}
