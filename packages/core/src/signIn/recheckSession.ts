import type { Kit } from '../kit.ts'
import { checkSession } from './checkSession.ts'

/** The longest time that a timer can wait for, in milliseconds. */
const maxIntervalMs = 2 ** 31 - 1

/**
 * Reads the session of a signed-in visitor again every `intervalMs` milliseconds, because the application's server may end
 * it. On a hidden page it waits until the page is shown. Without a valid interval it is never read again.
 */
export function recheckSession(
  kit: Kit,
  { intervalMs, signal }: { intervalMs: number; signal: AbortSignal },
): void {
  if (signal.aborted || !(intervalMs > 0 && intervalMs <= maxIntervalMs)) return
  let isDue = false
  const checkIfDue = () => {
    if (!isDue || document.visibilityState !== 'visible') return
    isDue = false
    if (kit.store.getState().signIn.status === 'signed-in') void checkSession(kit, { isRepeated: true })
  }
  const timer = setInterval(() => {
    isDue = true
    checkIfDue()
  }, intervalMs)
  document.addEventListener('visibilitychange', checkIfDue, { signal })
  signal.addEventListener('abort', () => clearInterval(timer))
}
