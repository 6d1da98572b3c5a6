import type { Endpoint, Network, RpcClient } from '@portico/core'
import {
  callJsonRpc,
  isRetryable,
  RpcError,
  type RpcRequestConfig,
  requestInTurn,
  rpcErrorCodes,
} from '@portico/protocol'

/**
 * Codes after which another endpoint may succeed: the endpoint serves another network, or the node is behind.
 *
 * @see https://github.com/anza-xyz/agave/blob/master/rpc-client-api/src/custom_error.rs
 */
const endpointCodes: readonly number[] = [rpcErrorCodes.chainDisconnected, -32004, -32014, -32016]

/**
 * Creates a client that tries the endpoints of a network in order. It goes on to the next one if an endpoint does not
 * respond, is busy or behind, or serves another network. The application's `config` for an endpoint has precedence over the
 * usual timeout, retries and batches.
 *
 * @throws {RpcError} from `request`: with the node's code; −32603 if no endpoint returned JSON-RPC.
 */
export function createClient({ network, urls, customUrls }: Endpoint): RpcClient {
  return {
    async request({ method, params }) {
      try {
        return await requestInTurn(
          urls,
          async (url, config) => {
            await checkGenesisHash(network, url, config)
            return callJsonRpc({ url, method, params, config })
          },
          { isFinal: isAnswer, customUrls },
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

/** Whether an error is the node's answer to the request, which every other node would give too. */
function isAnswer(error: unknown): boolean {
  return error instanceof RpcError && !endpointCodes.includes(error.rpcCode) && !isRetryable(error)
}

const maxEndpoints = 50
/** The genesis hash checks of endpoints. */
const checks = new Map<string, Promise<void>>()

/** Checks once per endpoint that it serves the network, by its genesis hash. */
function checkGenesisHash(
  { id, caipNetworkId }: Network,
  url: string,
  config: RpcRequestConfig | undefined,
): Promise<void> {
  const key = `${caipNetworkId} ${url}`
  const cached = checks.get(key)
  if (cached) return cached
  const checking = callJsonRpc({ url, method: 'getGenesisHash', config }).then((hash) => {
    if (typeof hash === 'string' && hash.startsWith(String(id))) return
    throw new RpcError({
      rpcCode: rpcErrorCodes.chainDisconnected,
      message: `The endpoint does not serve ${caipNetworkId}.`,
    })
  })
  if (checks.size >= maxEndpoints) checks.delete(checks.keys().next().value as string)
  checks.set(key, checking)
  // Check again on the next request: the node may be only temporarily unreachable.
  checking.catch(() => checks.delete(key))
  return checking
}
