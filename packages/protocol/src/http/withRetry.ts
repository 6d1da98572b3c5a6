import { delay } from '../delay.ts'
import { readProperty } from '../errors/readProperty.ts'
import { nestedErrors } from '../rpc/nestedErrors.ts'
import { isRetryable } from './isRetryable.ts'
import { retryRules } from './retryRules.ts'

/**
 * Makes a request, and repeats it as `retryRules` say. `Retry-After` is read as `retryAfterMs` of the error or the errors
 * nested in it.
 *
 * @param signal Ends the retries when it is aborted.
 * @throws the error of the last attempt · the reason of `signal`.
 * @example
 * import { HttpStatusError, withRetry } from '@portico/protocol'
 * const height = await withRetry(async () => {
 *   const response = await fetch('https://esplora.example/blocks/tip/height')
 *   if (!response.ok) throw new HttpStatusError(response)
 *   return response.text()
 * })
 */
export async function withRetry<value>(
  attempt: () => Promise<value>,
  signal: AbortSignal = new AbortController().signal,
): Promise<value> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt()
    } catch (error) {
      const asked = nestedErrors(error).map((nested) => Number(readProperty(nested, 'retryAfterMs') ?? 0))
      const wait = Math.max(retryRules.delayMs * 2 ** retry, ...asked)
      if (retry === retryRules.count || wait > retryRules.maxDelayMs || !isRetryable(error)) throw error
      await delay(wait, signal)
    }
  }
}
