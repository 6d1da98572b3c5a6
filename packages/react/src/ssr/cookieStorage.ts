import type { KeyValueStorage } from '@portico/core'
import { readCookies } from './readCookies.ts'
import { isServerKey } from './serverKeys.ts'

/** A year, in seconds. */
const maxAge = 31_536_000

/**
 * Creates storage for the option `storage` that a server can read: the networks and the connectors of the visitor are also in
 * cookies of the page's host, everything else is in `localStorage` alone. Without cookies, it works like `localStorage`.
 *
 * @example
 * import { createAppKit } from '@portico/react'
 * import { cookieStorage } from '@portico/react/ssr'
 *
 * createAppKit({ ...options, storage: cookieStorage() })
 */
export function cookieStorage(): KeyValueStorage {
  const write = (key: string, value: string, seconds: number) => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    const pair = `${encodeURIComponent(key)}=${encodeURIComponent(value)}`
    // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is asynchronous, and the first paint needs the values
    document.cookie = `${pair}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
  }
  return {
    getItem(key) {
      if (typeof document === 'undefined') return null
      if (!isServerKey(key)) return localStorage.getItem(key)
      const value = readCookies(document.cookie).get(key)
      if (value !== undefined) return value
      // Stored before the application used cookies, or the browser has deleted them.
      const stored = localStorage.getItem(key)
      if (stored !== null) write(key, stored, maxAge)
      return stored
    },
    setItem(key, value) {
      if (isServerKey(key)) write(key, value, maxAge)
      // Also the keys of cookies: other tabs follow the events of `localStorage`.
      localStorage.setItem(key, value)
    },
    removeItem(key) {
      if (isServerKey(key)) write(key, '', 0)
      localStorage.removeItem(key)
    },
  }
}
