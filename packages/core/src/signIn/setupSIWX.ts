import { parseCaipNetworkId } from '@portico/protocol'
import type { SIWXConfig } from '@portico/siwx'
import { getEndpoint } from '../getEndpoint.ts'
import type { Kit } from '../kit.ts'
import type { Endpoint, Namespace, RpcClient } from '../namespace.ts'

/** Passes the sign-in configuration what it needs from the kit: gateway, IDs, storage and RPC clients. */
export function setupSIWX(kit: Kit, siwx: SIWXConfig): void {
  const { options, storage } = kit
  siwx.setup?.({
    gatewayUrl: options.gatewayUrl,
    projectId: options.projectId,
    clientId: kit.getClientId(),
    storage,
    getClient(chainId) {
      const namespace = kit.namespaces.get(parseCaipNetworkId(chainId).namespace as Namespace['id'])
      const endpoint = getEndpoint(kit, chainId)
      return namespace && endpoint && endpoint.urls.length > 0 ? lazyClient(namespace, endpoint) : undefined
    },
  })
}

/** Creates a client that loads the code of the namespace with its first request. */
function lazyClient(namespace: Namespace, endpoint: Endpoint): RpcClient {
  let client: Promise<RpcClient> | undefined
  return {
    async request(parameters) {
      client ??= namespace.assets().then((assets) => assets.createClient(endpoint))
      return (await client).request(parameters)
    },
  }
}
