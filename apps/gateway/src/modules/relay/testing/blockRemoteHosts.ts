import { afterAll, beforeAll, vi } from 'vitest'

/**
 * Makes `fetch` refuse every host but this machine for the tests of one file: third-party clients send requests to
 * their vendor's hosts.
 *
 * @returns the refused hosts; the list grows while the tests run.
 */
export function blockRemoteHosts(): readonly string[] {
  const blockedHosts: string[] = []
  const realFetch = globalThis.fetch
  beforeAll(() => {
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
      const { hostname } = new URL(input instanceof Request ? input.url : String(input))
      if (/^(127\.0\.0\.1|localhost)$/.test(hostname)) return realFetch(input, init)
      blockedHosts.push(hostname)
      return Promise.reject(new Error(`Tests must not send requests to ${hostname}`))
    })
  })
  afterAll(() => {
    vi.unstubAllGlobals()
  })
  return blockedHosts
}
