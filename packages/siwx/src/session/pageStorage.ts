import type { KeyValueStorage } from '../config/SIWXContext.ts'

/** Returns the page's `localStorage`, or storage in memory on a server or if the browser denies access. */
export function pageStorage(): KeyValueStorage {
  try {
    if (typeof window !== 'undefined' && window.localStorage) return window.localStorage
  } catch {
    // Browsers that deny storage throw when the property is read. Use memory instead.
  }
  const memory = new Map<string, string>()
  return {
    getItem: (key) => memory.get(key) ?? null,
    setItem: (key, value) => void memory.set(key, value),
    removeItem: (key) => void memory.delete(key),
  }
}
