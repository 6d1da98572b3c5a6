import type { KeyValueStorage } from '../config/SIWXContext.ts'

/** The page's `localStorage`, or memory where there is none: on a server, or where the browser denies it. */
export function pageStorage(): KeyValueStorage {
  try {
    if (typeof window !== 'undefined' && window.localStorage) return window.localStorage
  } catch {
    // Reading the property throws where storage is denied; memory serves until the page is left.
  }
  const memory = new Map<string, string>()
  return {
    getItem: (key) => memory.get(key) ?? null,
    setItem: (key, value) => void memory.set(key, value),
    removeItem: (key) => void memory.delete(key),
  }
}
