import type { Endpoint, RpcClient } from '@portico/core'
import {
  HttpStatusError,
  isRecord,
  isRetryable,
  RpcError,
  readProperty,
  requestInTurn,
  requestTimeoutMs,
  rpcErrorCodes,
} from '@portico/protocol'

/**
 * Creates a JSON-RPC client for the endpoints of a network, which are tried in order. Of the application's `config` for
 * an endpoint it uses `fetchOptions`.
 *
 * @throws {RpcError} from `request`: with the node's code; −32603 if no endpoint returned JSON-RPC.
 * @see https://www.jsonrpc.org/specification
 */
export function createRpcClient({ network, urls, customUrls }: Endpoint): RpcClient {
  return {
    async request({ method, params = [] }) {
      try {
        return await requestInTurn(
          urls,
          (url) => {
            const config = customUrls?.find((custom) => custom.url === url)?.config
            return send({ url, method, params, fetchOptions: config?.fetchOptions })
          },
          (error) => error instanceof RpcError && !isRetryable(error),
        )
      } catch (error) {
        if (error instanceof RpcError) throw error
        throw new RpcError({
          rpcCode: rpcErrorCodes.internalError,
          // Without the message of the error: it may contain the URL, and URLs of RPC providers contain API keys.
          message: `No endpoint of ${network.caipNetworkId} responded to ${method}.`,
          cause: error,
        })
      }
    },
  }
}

async function send({
  url,
  method,
  params,
  fetchOptions,
}: {
  url: string
  method: string
  params: unknown
  fetchOptions: Omit<RequestInit, 'body'> | undefined
}): Promise<unknown> {
  const headers = new Headers(fetchOptions?.headers)
  headers.set('content-type', 'application/json')
  const response = await fetch(url, {
    credentials: 'omit',
    ...fetchOptions,
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  const content: unknown = await response.json().catch(() => undefined)
  const status = response.ok ? undefined : new HttpStatusError(response)
  const result = readProperty(content, 'result')
  if (result !== undefined) return result
  const error = readProperty(content, 'error')
  if (status && !isRecord(error)) throw status
  const [code, message] = [readProperty(error, 'code'), readProperty(error, 'message')]
  throw new RpcError({
    rpcCode: Number.isSafeInteger(code) ? (code as number) : rpcErrorCodes.internalError,
    message: `The node returned an error for ${method}.`,
    details: typeof message === 'string' ? message.slice(0, 1000) : undefined,
    data: readProperty(error, 'data'),
    cause: status,
  })
}
