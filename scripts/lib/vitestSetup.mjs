import { afterAll, vi } from 'vitest'

// Vitest runs this file before every test file. It raises the default timeout of `vi.waitFor` and `vi.waitUntil` from one
// second, which is too short when other tests keep the machine busy. Vitest has no option for it, as it has for `expect.poll`.
const defaultTimeoutMs = 15_000
const { waitFor, waitUntil } = vi

vi.waitFor = (callback, options) => waitFor(callback, withDefaultTimeout(options))
vi.waitUntil = (callback, options) => waitUntil(callback, withDefaultTimeout(options))

// Files without isolation share a process: none may leave a stub or a stopped clock to the next one.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

function withDefaultTimeout(options) {
  return typeof options === 'number' ? options : { timeout: defaultTimeoutMs, ...options }
}
