import { readProperty } from '../errors/readProperty.ts'
import { isRetryable } from './isRetryable.ts'
import { retryRules } from './retryRules.ts'

/**
 * Makes a request, and repeats it as `retryRules` say. `Retry-After` is read as `retryAfterMs` of the error or its
 * cause.
 *
 * @param signal No attempt is made after it is aborted.
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
  signal?: AbortSignal | undefined,
): Promise<value> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt()
    } catch (error) {
      const asked = [error, readProperty(error, 'cause')].map(
        (part) => readProperty(part, 'retryAfterMs') ?? 0,
      )
      const wait = Math.max(retryRules.delayMs * 2 ** retry, ...(asked as number[]))
      if (retry === retryRules.count || wait > retryRules.maxDelayMs || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
      if (signal?.aborted) throw error
    }
  }
}
