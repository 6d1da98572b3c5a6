import { RpcError, requestTimeoutMs, rpcErrorCodes, toRpcError } from '@portico/protocol'

/**
 * Sends a request to an Esplora API. Returns parsed JSON, or the text if the response is not JSON.
 *
 * @param url the base URL, for example `https://mempool.space/api`.
 * @throws {RpcError} −32603 if the API returns an error status (with the response text in `details`), or if it does not
 * respond within 10 s.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 */
export async function requestEsplora({
  url,
  path,
  body,
}: {
  url: string
  path: string
  /** The request body. If set, the method is POST. */
  body?: string | undefined
}): Promise<unknown> {
  const resource = `/${path.split('/')[1]}`
  let result: { ok: boolean; status: number; text: string }
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body }),
      credentials: 'omit',
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    result = { ok: response.ok, status: response.status, text: await response.text() }
  } catch (error) {
    throw toRpcError(error, `The Esplora API did not respond to ${resource}.`)
  }
  if (!result.ok) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: `The Esplora API returned status ${result.status} for ${resource}.`,
      details: result.text.slice(0, 1000) || undefined,
    })
  }
  try {
    return JSON.parse(result.text)
  } catch {
    // Not JSON, for example a transaction ID or a transaction in hex.
    return result.text
  }
}

/**
 * Returns the response of the first API that succeeds, in order.
 *
 * @throws {RpcError} the last API's error if all fail; −32603 if `urls` is empty.
 */
export async function requestFirstAvailable({
  urls,
  ...request
}: {
  urls: readonly string[]
  path: string
  body?: string | undefined
}): Promise<unknown> {
  let lastError: unknown = new RpcError({
    rpcCode: rpcErrorCodes.internalError,
    message: 'The network has no Esplora URL. Add one to its `rpcUrls`.',
  })
  for (const url of urls) {
    try {
      return await requestEsplora({ url, ...request })
    } catch (error) {
      lastError = error
    }
  }
  throw lastError
}
