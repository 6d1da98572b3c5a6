import type { KeyValueStorage } from '@portico/core'

/**
 * Creates storage in `localStorage` whose keys have a prefix, so that a kit of the page itself does not restore the
 * connection of this one. Its methods throw if the browser blocks storage.
 */
export function createPrefixedStorage(prefix: string): KeyValueStorage {
  return {
    getItem: (key) => localStorage.getItem(prefix + key),
    setItem: (key, value) => localStorage.setItem(prefix + key, value),
    removeItem: (key) => localStorage.removeItem(prefix + key),
  }
}
