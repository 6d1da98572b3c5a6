import type { CaipNetworkId } from '@portico/protocol'
import type { Kit } from './kit.ts'
import type { Endpoint } from './namespace.ts'
import { findNetwork } from './selectors.ts'
import { toGatewayUrl } from './toGatewayUrl.ts'

/**
 * Returns a network with its RPC URLs in the order of preference: the application's `customRpcUrls`, the gateway, the
 * network's defaults. Returns undefined when the kit does not list the network.
 */
export function getEndpoint(kit: Kit, id: CaipNetworkId): Endpoint | undefined {
  const network = findNetwork(kit.store.getState(), id)
  if (!network) return undefined
  const { customRpcUrls, gatewayUrl } = kit.options
  const customUrls = customRpcUrls?.[id]
  const custom = customUrls?.map(({ url }) => url) ?? []
  const gateway = gatewayUrl === undefined ? [] : [gatewayRpcUrl(kit, gatewayUrl, id)]
  return { network, customUrls, urls: [...custom, ...gateway, ...(network.rpcUrls.default?.http ?? [])] }
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
