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

// A browser ends its timers together with the page; those of jsdom's pages are Node's. A closed modal, for example, checks
// the focus for a second: after the end of the file there is no document any more, and the check would fail the whole run.
if (typeof document !== 'undefined') {
  const timers = new Set()
  const { setTimeout } = globalThis
  const recorded = (...parameters) => {
    const timer = setTimeout(...parameters)
    timers.add(timer)
    return timer
  }
  globalThis.setTimeout = Object.defineProperties(recorded, Object.getOwnPropertyDescriptors(setTimeout))
  afterAll(() => {
    for (const timer of timers) clearTimeout(timer)
    globalThis.setTimeout = setTimeout
  })
  // The next file may get the same window, and expects the page of a new one. Listeners of the document stay: React adds some
  // once for all its roots.
  const listeners = []
  const { addEventListener } = globalThis
  globalThis.addEventListener = (...parameters) => {
    listeners.push(parameters)
    addEventListener(...parameters)
  }
  afterAll(() => {
    globalThis.addEventListener = addEventListener
    for (const parameters of listeners) removeEventListener(...parameters)
    localStorage.clear()
    sessionStorage.clear()
    history.replaceState(null, '', '/')
    document.title = ''
    document.head.replaceChildren()
    document.body.replaceChildren()
    for (const element of [document.documentElement, document.body]) {
      for (const name of element.getAttributeNames()) element.removeAttribute(name)
    }
  })
}

function withDefaultTimeout(options) {
  return typeof options === 'number' ? options : { timeout: defaultTimeoutMs, ...options }
}
