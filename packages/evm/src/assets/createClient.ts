import type { Endpoint, RpcClient } from '@portico/core'
import { toRpcError } from '@portico/protocol'
import { viemClient } from './viemClient.ts'

/**
 * Creates an RPC client for the endpoints of a network. Identical concurrent requests are sent once.
 *
 * @throws {RpcError} from `request`, with the endpoint's code; −32603 if its response is not JSON-RPC.
 */
export function createClient(endpoint: Endpoint): RpcClient {
  return {
    async request({ method, params }) {
      try {
        const { client } = viemClient(endpoint)
        const send = client.request as (request: unknown, options: { dedupe: boolean }) => Promise<unknown>
        return await send({ method, ...(params === undefined ? {} : { params }) }, { dedupe: true })
      } catch (error) {
        throw toRpcError(error, `No endpoint of ${endpoint.network.caipNetworkId} answered ${method}.`)
      }
    },
  }
}
