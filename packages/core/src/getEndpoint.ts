import type { CaipNetworkId } from '@portico/protocol'
import type { Kit } from './kit.ts'
import type { Endpoint } from './namespace.ts'
import { findNetwork } from './selectors.ts'
import { toGatewayUrl } from './toGatewayUrl.ts'

/**
 * A network with the RPC urls to use for it, best first: the application's own, then the gateway, then the network's.
 * Undefined where the kit does not list the network.
 */
export function getEndpoint(kit: Kit, id: CaipNetworkId): Endpoint | undefined {
  const network = findNetwork(kit.store.getState(), id)
  if (!network) return undefined
  const { customRpcUrls, gatewayUrl } = kit.options
  const own = (customRpcUrls?.[id] ?? []).map(({ url }) => url)
  const gateway = gatewayUrl === undefined ? [] : [gatewayRpcUrl(kit, gatewayUrl, id)]
  return { network, urls: [...own, ...gateway, ...(network.rpcUrls.default?.http ?? [])] }
}

function gatewayRpcUrl(kit: Kit, gatewayUrl: string, chainId: CaipNetworkId): string {
  const url = toGatewayUrl(gatewayUrl, '/v1/')
  url.search = new URLSearchParams({
    chainId,
    projectId: kit.options.projectId,
    clientId: kit.getClientId(),
  }).toString()
  return url.href
}
