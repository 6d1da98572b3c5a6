import type { KeyValueStorage } from '../config/SIWXContext.ts'

/** A map of strings, stored as JSON under one storage key. */
export type StoredMap = {
  entries(): [string, string][]
  set(key: string, value: string): void
  delete(key: string): void
}

/**
 * Creates a map of strings in storage. Every write re-reads the stored value in the same synchronous step, so that two
 * tabs do not overwrite each other's entries. Unreadable values count as empty.
 *
 * @param limit the maximum number of entries; the oldest are removed.
 */
export function storedMap(storage: KeyValueStorage, key: string, limit = 100): StoredMap {
  const entries = () => {
    const map = parse(storage.getItem(key))
    return Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  }
  const write = (next: [string, string][]) => {
    if (next.length === 0) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(Object.fromEntries(next.slice(-limit))))
  }
  return {
    entries,
    set: (name, value) => write([...entries().filter(([other]) => other !== name), [name, value]]),
    delete: (name) => write(entries().filter(([other]) => other !== name)),
  }
}

function parse(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    // Written by another version or edited by hand: start with an empty map.
    return {}
  }
}
