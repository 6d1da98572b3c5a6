/** The part of the Web Storage API that the kit uses. */
export interface KeyValueStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/**
 * Creates storage that never throws: a browser may block it, it may be full, and a server has none. What cannot be
 * written is held in memory until the page is left.
 *
 * @param custom Used instead of `localStorage`.
 */
export function createStorage(custom?: KeyValueStorage | undefined): KeyValueStorage {
  const memory = new Map<string, string>()
  const target = custom ?? browserStorage()
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
        // Blocked storage contains nothing to remove.
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
