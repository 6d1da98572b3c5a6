import { parseCaipNetworkId } from '@portico/protocol'
import type { SIWXConfig } from '@portico/siwx'
import { currentSIWX } from '@portico/siwx/currentSIWX'
import { NoConnectionClientError } from '../connectErrors.ts'
import { getConnector } from '../connectors/getConnector.ts'
import { getEndpoint } from '../getEndpoint.ts'
import type { Kit } from '../kit.ts'
import type { Endpoint, Namespace, RpcClient } from '../namespace.ts'
import { getConnected } from '../selectors.ts'

/**
 * Passes the sign-in configuration what it needs from the kit: gateway, IDs, storage, RPC clients and the wallet. Returns the
 * function that takes it from the hook of `@portico/siwx/react`.
 */
export function setupSIWX(kit: Kit, siwx: SIWXConfig): () => void {
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
    async signMessage({ message, chainId, accountAddress }) {
      const namespace = parseCaipNetworkId(chainId).namespace as Namespace['id']
      const connected = getConnected(kit.store.getState(), namespace)
      const connector = connected && getConnector(kit, namespace, connected.connectorId)
      if (!connector) throw new NoConnectionClientError()
      return connector.signMessage({ message, address: accountAddress })
    },
  })
  currentSIWX.set(siwx)
  return () => {
    if (currentSIWX.get() === siwx) currentSIWX.set(undefined)
  }
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
