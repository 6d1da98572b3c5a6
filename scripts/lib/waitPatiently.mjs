import { vi } from 'vitest'

// Before every test file. What a test waits for comes when it comes: Vitest gives up after a second, which on a machine that is
// busy with other tests says nothing. `expect.poll` has an option for it, these have not.
const timeout = 15_000
const { waitFor, waitUntil } = vi

vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))

function patient(options) {
  return typeof options === 'number' ? options : { timeout, ...options }
}
