import type { Endpoint, RpcClient } from '@portico/core'
import { callJsonRpc, isRetryable, RpcError, requestInTurn, rpcErrorCodes } from '@portico/protocol'

/**
 * Creates a JSON-RPC client for the endpoints of a network, which are tried in order. The application's `config` for an
 * endpoint has precedence over the usual timeout, retries and batches.
 *
 * @throws {RpcError} from `request`: with the node's code; −32603 if no endpoint returned JSON-RPC.
 * @see https://www.jsonrpc.org/specification
 */
export function createRpcClient({ network, urls, customUrls }: Endpoint): RpcClient {
  return {
    async request({ method, params = [] }) {
      try {
        return await requestInTurn(urls, (url, config) => callJsonRpc({ url, method, params, config }), {
          isFinal: (error) => error instanceof RpcError && !isRetryable(error),
          customUrls,
        })
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
