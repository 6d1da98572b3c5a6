import type { Endpoint, RpcClient, RpcRequestConfig } from '@portico/core'
import {
  createJsonRpc,
  isRetryable,
  type JsonRpc,
  RpcError,
  requestInTurn,
  rpcErrorCodes,
  withRetry,
} from '@portico/protocol'

/** One for all clients without a `config`, so that requests of several are sent as one batch. */
const callUsual = createJsonRpc()
const callConfigured = new WeakMap<RpcRequestConfig, JsonRpc>()

/**
 * Creates a JSON-RPC client for the endpoints of a network, which are tried in order. The application's `config` for an
 * endpoint has precedence over the usual timeout, retries and batches.
 *
 * @throws {RpcError} from `request`: with the node's code; −32603 if no endpoint returned JSON-RPC.
 * @see https://www.jsonrpc.org/specification
 */
export function createRpcClient({ network, urls, customUrls }: Endpoint): RpcClient {
  const configOf = (url: string) => customUrls?.find((custom) => custom.url === url)?.config

  function send(method: string, params: unknown): Promise<unknown> {
    const [first, ...others] = urls
    const attempt = (url: string) => getCall(configOf(url))({ url, method, params })
    if (first !== undefined && others.length === 0)
      return withRetry(() => attempt(first), toRetries(configOf(first)))
    return requestInTurn(
      urls,
      // A failure moves on to the next endpoint at once, unless the application wants it repeated: the whole round is.
      (url) => withRetry(() => attempt(url), { count: 0, ...toRetries(configOf(url)) }),
      (error) => error instanceof RpcError && !isRetryable(error),
    )
  }

  return {
    async request({ method, params = [] }) {
      try {
        return await send(method, params)
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

/** Returns how to send requests with a configuration: always the same one for it, so that they can be batched. */
function getCall(config: RpcRequestConfig | undefined): JsonRpc {
  if (!config) return callUsual
  const existing = callConfigured.get(config)
  if (existing) return existing
  const { batch = true, timeout, fetchOptions } = config
  const sizes = typeof batch === 'object' ? batch : batch ? {} : { batchSize: 1 }
  const call = createJsonRpc({ ...sizes, timeout, fetchOptions })
  callConfigured.set(config, call)
  return call
}

/** Returns the retries of a configuration under the names of `withRetry`; only those that it sets. */
function toRetries({ retryCount, retryDelay }: RpcRequestConfig = {}): { count?: number; delayMs?: number } {
  return {
    ...(retryCount === undefined ? {} : { count: retryCount }),
    ...(retryDelay === undefined ? {} : { delayMs: retryDelay }),
  }
}
