import { isRecord } from '@portico/protocol'
import type { KeyValueStorage } from '../storage/storage.ts'

/** Reads a stored object of lists by namespace. Storage is untrusted: what is malformed is left out. */
export function readStored(storage: KeyValueStorage, key: string): Record<string, readonly unknown[]> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '{}')
    if (!isRecord(stored)) return {}
    return Object.fromEntries(
      Object.entries(stored).flatMap(([namespace, list]) => (Array.isArray(list) ? [[namespace, list]] : [])),
    )
  } catch {
    // Not JSON: nothing is stored.
    return {}
  }
}
