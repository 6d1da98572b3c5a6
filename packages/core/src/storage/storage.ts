/** The part of the Web Storage interface the kit uses. */
export interface KeyValueStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/**
 * Storage that never throws: a browser may forbid it, it may be full, and a server has none.
 * What cannot be kept is held for the life of the page.
 */
export function createStorage(given?: KeyValueStorage | undefined): KeyValueStorage {
  const memory = new Map<string, string>()
  const target = given ?? browserStorage()
  return {
    getItem(key) {
      try {
        return target?.getItem(key) ?? memory.get(key) ?? null
      } catch {
        return memory.get(key) ?? null
      }
    },
    setItem(key, value) {
      try {
        if (!target) throw undefined
        target.setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
      }
    },
    removeItem(key) {
      memory.delete(key)
      try {
        target?.removeItem(key)
      } catch {
        // Forbidden storage holds nothing of ours to remove.
      }
    },
  }
}

function browserStorage(): KeyValueStorage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.localStorage
  } catch {
    return undefined
  }
}
