/**
 * Resolves after `ms` milliseconds.
 *
 * @throws the reason of `signal`, as soon as it is aborted.
 * @example
 * import { delay } from '@portico/protocol'
 * await delay(250, AbortSignal.timeout(10_000))
 */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
