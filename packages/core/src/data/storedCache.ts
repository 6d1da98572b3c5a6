import * as z from 'zod/mini'
import type { KeyValueStorage } from '../storage/storage.ts'

export interface Stored<T> {
  timestamp: number
  value: T
}

/** The number of accounts per cache. Small, because `localStorage` is. */
const maxEntries = 8

/**
 * Returns a small cache in the kit's storage: `{ [key]: { timestamp, value } }` under one storage key. Entries that
 * do not match the schema, are older than `lifetime` (ms) or have a timestamp in the future are ignored.
 */
export function storedCache<T extends z.ZodMiniType>({
  storage,
  name,
  schema,
  lifetime,
}: {
  storage: KeyValueStorage
  name: string
  schema: T
  lifetime: number
}) {
  const entries = z.record(z.string(), z.object({ timestamp: z.number(), value: z.unknown() }))
  const readAll = () => {
    try {
      const parsed = z.safeParse(entries, JSON.parse(storage.getItem(name) ?? '{}'))
      return parsed.success ? parsed.data : {}
    } catch {
      // Not JSON: treat it as an empty cache.
      return {}
    }
  }
  return {
    get(key: string, now = Date.now()): Stored<z.infer<T>> | undefined {
      const entry = readAll()[key]
      if (!entry || entry.timestamp > now || now - entry.timestamp > lifetime) return undefined
      const value = z.safeParse(schema, entry.value)
      return value.success ? { timestamp: entry.timestamp, value: value.data } : undefined
    },
    set(key: string, value: z.infer<T>, now = Date.now()): void {
      const newest = Object.entries({ ...readAll(), [key]: { timestamp: now, value } })
        // Drop timestamps in the future, written while the clock was wrong: they would stay the newest forever.
        .filter(([, { timestamp }]) => timestamp <= now)
        .sort(([, a], [, b]) => b.timestamp - a.timestamp)
        .slice(0, maxEntries)
      storage.setItem(name, JSON.stringify(Object.fromEntries(newest)))
    },
  }
}
