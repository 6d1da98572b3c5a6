import type { Endpoint } from '@portico/core'
import {
  HttpStatusError,
  RpcError,
  type RpcRequestConfig,
  requestInTurn,
  requestTimeoutMs,
  rpcErrorCodes,
  toRpcError,
} from '@portico/protocol'

/**
 * Sends a request to an Esplora API, or to the next one if it fails. Returns parsed JSON, or the text if the response is
 * not JSON.
 *
 * @param urls the base URLs, for example `https://mempool.space/api`, in the order of preference.
 * @param customUrls the application's own URLs, whose `config` has precedence over the usual timeout and retries.
 * @throws {RpcError} −32603 if no API succeeds: with the text of the response in `details` if it has an error status.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 */
export async function requestEsplora({
  urls,
  customUrls,
  path,
  body,
}: {
  urls: readonly string[]
  customUrls?: Endpoint['customUrls']
  path: string
  /** The request body. If set, the method is POST. */
  body?: string | undefined
}): Promise<unknown> {
  if (urls.length === 0) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: 'The network has no Esplora URL. Add one to its `rpcUrls`.',
    })
  }
  try {
    return await requestInTurn(
      urls,
      (url, config) => send(`${url.replace(/\/+$/, '')}${path}`, body, config),
      { customUrls },
    )
  } catch (error) {
    const resource = `/${path.split('/')[1]}`
    if (!(error instanceof HttpStatusError))
      throw toRpcError(error, `The Esplora API did not respond to ${resource}.`)
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: `The Esplora API returned status ${error.status} for ${resource}.`,
      details: error.details,
      cause: error,
    })
  }
}

async function send(
  url: string,
  body: string | undefined,
  { timeout = requestTimeoutMs, fetchOptions }: RpcRequestConfig = {},
): Promise<unknown> {
  const response = await fetch(url, {
    credentials: 'omit',
    ...fetchOptions,
    ...(body === undefined ? { method: 'GET' } : { method: 'POST', body }),
    signal: AbortSignal.timeout(timeout),
  })
  const text = await response.text()
  if (!response.ok) throw new HttpStatusError(response, text.slice(0, 1000) || undefined)
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON, for example a transaction ID or a transaction in hex.
    return text
  }
}
