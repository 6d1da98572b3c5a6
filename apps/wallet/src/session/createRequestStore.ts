import type { PartitionStorage } from './PartitionStorage.ts'

/** What requests remember between pages (recipients, limits, blocked sites) as plain JSON; emptied on sign-out. */
export interface RequestStore {
  read(key: string): Promise<unknown>
  write(key: string, value: unknown): Promise<void>
}

const prefix = 'memory:'

/** Keeps a request store in the partition's storage, under keys of its own. */
export function createRequestStore(storage: PartitionStorage): RequestStore {
  return {
    read: (key) => storage.read(`${prefix}${key}`),
    write: (key, value) => storage.write(`${prefix}${key}`, value),
  }
}
