import { isRetryable } from './isRetryable.ts'
import type { RpcRequestConfig } from './RpcRequestConfig.ts'
import { withRetry } from './withRetry.ts'

/**
 * Sends a request to the first of several endpoints that can answer it. After a failure the next one is tried at once;
 * the whole round is repeated as `retryRules` say.
 *
 * @param options.isFinal Returns whether an error is the answer, which any other endpoint would give too.
 * @param options.customUrls The endpoints that have a configuration. Its retries are made before the next endpoint is
 *   tried; those of a single endpoint replace the rounds.
 * @throws the answer · if no endpoint answered, the last error that may be temporary, or the last one.
 */
export function requestInTurn<value>(
  urls: readonly string[],
  request: (url: string, config: RpcRequestConfig | undefined) => Promise<value>,
  {
    isFinal = () => false,
    customUrls,
  }: {
    isFinal?: ((error: unknown) => boolean) | undefined
    customUrls?: readonly { url: string; config?: RpcRequestConfig | undefined }[] | undefined
  } = {},
): Promise<value> {
  const send = (url: string, retries: { count?: number }) => {
    const config = customUrls?.find((custom) => custom.url === url)?.config
    return withRetry(() => request(url, config), { ...retries, ...toRetries(config) })
  }
  const [first, ...others] = urls
  if (first !== undefined && others.length === 0) return send(first, {})
  return withRetry(async () => {
    let failure: unknown
    for (const url of urls) {
      try {
        return await send(url, { count: 0 })
      } catch (error) {
        if (isFinal(error)) throw error
        if (failure === undefined || isRetryable(error)) failure = error
      }
    }
    throw failure
  })
}

/** Returns the retries of a configuration under the names of `withRetry`; only those that it sets. */
function toRetries({ retryCount, retryDelay }: RpcRequestConfig = {}): { count?: number; delayMs?: number } {
  return {
    ...(retryCount === undefined ? {} : { count: retryCount }),
    ...(retryDelay === undefined ? {} : { delayMs: retryDelay }),
  }
}
