import * as z from 'zod/mini'
import type { KeyValueStorage } from '../storage/storage.ts'

export interface Stored<T> {
  timestamp: number
  value: T
}

/** How many accounts one cache remembers: enough for switching about, little enough for `localStorage`. */
const limit = 8

/**
 * A small cache in the kit's storage: `{ [key]: { timestamp, value } }` under one name.
 * What does not fit the schema, was written in the future or is older than `lifetime` (ms) is not there.
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
      // Broken by hand or by another version: an empty cache is as good.
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
        // A clock that was wrong once must not fill the cache for good.
        .filter(([, { timestamp }]) => timestamp <= now)
        .sort(([, a], [, b]) => b.timestamp - a.timestamp)
        .slice(0, limit)
      storage.setItem(name, JSON.stringify(Object.fromEntries(newest)))
    },
  }
}
