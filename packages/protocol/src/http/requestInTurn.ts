import { isRetryable } from './isRetryable.ts'
import { withRetry } from './withRetry.ts'

/**
 * Sends a request to the first of several endpoints that can answer it. After a failure the next one is tried at once;
 * the whole round is repeated as `retryRules` say.
 *
 * @param isFinal Returns whether an error is the answer, which any other endpoint would give too.
 * @throws the answer · if no endpoint answered, the last error that may be temporary, or the last one.
 */
export function requestInTurn<value>(
  urls: readonly string[],
  request: (url: string) => Promise<value>,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<value> {
  return withRetry(async () => {
    let failure: unknown
    for (const url of urls) {
      try {
        return await request(url)
      } catch (error) {
        if (isFinal(error)) throw error
        if (failure === undefined || isRetryable(error)) failure = error
      }
    }
    throw failure
  })
}
