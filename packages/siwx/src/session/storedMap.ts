import type { KeyValueStorage } from '../config/SIWXContext.ts'

/** A JSON map of texts under one storage key. */
export type StoredMap = {
  entries(): [string, string][]
  set(key: string, value: string): void
  delete(key: string): void
}

/**
 * Keeps a map of texts under one key. Every write reads first and is one synchronous step, so that two tabs do not
 * lose each other's entries. What cannot be read counts as empty.
 *
 * @param limit the oldest entries beyond it are dropped.
 */
export function storedMap(storage: KeyValueStorage, key: string, limit = 100): StoredMap {
  const entries = () => {
    const found = parse(storage.getItem(key))
    return Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
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
    // Another version's or a hand-edited value; nothing in it is worth an error at start.
    return {}
  }
}
