import type { Endpoint, Network, RpcClient } from '@portico/core'
import { RpcError, rpcErrorCodes, toRpcError } from '@portico/protocol'
import { callEndpoint, NodeAnswerError } from './callEndpoint.ts'

/** How often the whole list is tried, and milliseconds before the second time; doubles each time. */
const rounds = 3
const pauseBefore = 150

/**
 * Asks the endpoints of a network, in their order: the next where one does not answer, is busy or turns out to serve
 * another network.
 *
 * @throws {RpcError} from `request`, with the node's code; −32603 where none answered JSON-RPC.
 */
export function createClient({ network, urls }: Endpoint): RpcClient {
  return {
    async request({ method, params }) {
      let failure: unknown
      for (let round = 0; round < rounds; round++) {
        if (round > 0) await new Promise((resolve) => setTimeout(resolve, pauseBefore * 2 ** (round - 1)))
        for (const url of urls) {
          try {
            await check(network, url)
            return await callEndpoint({ url, method, params })
          } catch (error) {
            if (error instanceof NodeAnswerError) throw error
            failure = error
          }
        }
      }
      throw toRpcError(failure, `No endpoint of ${network.caipNetworkId} answered ${method}.`)
    },
  }
}

const limit = 50
const served = new Map<string, Promise<void>>()

/** Makes sure of the network before anything else, once for each endpoint that answers. */
function check({ id, caipNetworkId }: Network, url: string): Promise<void> {
  const key = `${caipNetworkId} ${url}`
  const known = served.get(key)
  if (known) return known
  const checking = callEndpoint({ url, method: 'getGenesisHash' }).then((hash) => {
    if (typeof hash === 'string' && hash.startsWith(String(id))) return
    throw new RpcError({
      rpcCode: rpcErrorCodes.chainDisconnected,
      message: `The endpoint serves another network than ${caipNetworkId}.`,
    })
  })
  if (served.size >= limit) served.delete(served.keys().next().value as string)
  served.set(key, checking)
  // Asked again next time: nodes come back.
  checking.catch(() => served.delete(key))
  return checking
}
