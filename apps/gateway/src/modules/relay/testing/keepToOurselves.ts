import { afterAll, beforeAll, vi } from 'vitest'

/**
 * Has `fetch` refuse every host but this machine for a file of tests: clients of others ask hosts of their vendor.
 *
 * @returns the hosts that were asked for.
 */
export function keepToOurselves(): readonly string[] {
  const strangers: string[] = []
  const realFetch = globalThis.fetch
  beforeAll(() => {
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
      const { hostname } = new URL(input instanceof Request ? input.url : String(input))
      if (/^(127\.0\.0\.1|localhost)$/.test(hostname)) return realFetch(input, init)
      strangers.push(hostname)
      return Promise.reject(new Error(`${hostname} is not to be asked`))
    })
  })
  afterAll(() => {
    vi.unstubAllGlobals()
  })
  return strangers
}
