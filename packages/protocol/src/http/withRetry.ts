import { readProperty } from '../errors/readProperty.ts'
import { isRetryable } from './isRetryable.ts'
import { retryRules } from './retryRules.ts'

/**
 * Makes a request, and repeats it as `retryRules` say. `Retry-After` is read as `retryAfterMs` of the error or its
 * cause.
 *
 * @param options.signal No attempt is made after it is aborted.
 * @param options.count Retries after the first attempt, instead of those of `retryRules`.
 * @param options.delayMs Milliseconds before the first retry, instead of those of `retryRules`.
 * @throws the error of the last attempt.
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
  {
    signal,
    count = retryRules.count,
    delayMs = retryRules.delayMs,
  }: { signal?: AbortSignal | undefined; count?: number | undefined; delayMs?: number | undefined } = {},
): Promise<value> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt()
    } catch (error) {
      const asked = [error, readProperty(error, 'cause')].map(
        (part) => readProperty(part, 'retryAfterMs') ?? 0,
      )
      const wait = Math.max(delayMs * 2 ** retry, ...(asked as number[]))
      const isLast = retry === count || signal?.aborted === true
      if (isLast || wait > retryRules.maxDelayMs || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
      if (signal?.aborted) throw error
    }
  }
}
