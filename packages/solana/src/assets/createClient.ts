import type { Endpoint, Network, RpcClient } from '@portico/core'
import { RpcError, rpcErrorCodes, toRpcError } from '@portico/protocol'
import { callEndpoint, NodeResponseError } from './callEndpoint.ts'

/** How often all endpoints are tried, and the delay before the second try, which doubles for each further try. */
const maxAttempts = 3
const retryDelayMs = 150

/**
 * Creates a client that tries the endpoints of a network in order. It goes on to the next one if an endpoint does not
 * respond, is busy or serves another network.
 *
 * @throws {RpcError} from `request`: with the node's code; −32603 if no endpoint returned JSON-RPC.
 */
export function createClient({ network, urls }: Endpoint): RpcClient {
  return {
    async request({ method, params }) {
      let failure: unknown
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        if (attempt > 0)
          await new Promise((resolve) => setTimeout(resolve, retryDelayMs * 2 ** (attempt - 1)))
        for (const url of urls) {
          try {
            await checkGenesisHash(network, url)
            return await callEndpoint({ url, method, params })
          } catch (error) {
            if (error instanceof NodeResponseError) throw error
            failure = error
          }
        }
      }
      throw toRpcError(failure, `No endpoint of ${network.caipNetworkId} responded to ${method}.`)
    },
  }
}

const maxEndpoints = 50
/** The genesis hash checks of endpoints. */
const checks = new Map<string, Promise<void>>()

/** Checks once per endpoint that it serves the network, by its genesis hash. */
function checkGenesisHash({ id, caipNetworkId }: Network, url: string): Promise<void> {
  const key = `${caipNetworkId} ${url}`
  const cached = checks.get(key)
  if (cached) return cached
  const checking = callEndpoint({ url, method: 'getGenesisHash' }).then((hash) => {
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
