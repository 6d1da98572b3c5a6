import { getEndpoint, type Kit, type Network } from '@portico/core'
import { addConnectors, getRecentWallets, serverAlert } from '@portico/core/internal'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { type Rpc, type WalletConnect, walletConnect } from '@portico/walletconnect'
import type { KitScope } from '../kit/KitContext.ts'
import { watchRequests } from './watchRequests.ts'

const started = new WeakMap<Kit, WalletConnect>()

/**
 * Adds WalletConnect to the kit's connectors, once. Does not connect to the relay: that happens with a pairing or a
 * stored session.
 *
 * @returns undefined if the application configures no relay
 */
export function startWalletConnect(scope: KitScope): WalletConnect | undefined {
  const { kit } = scope
  const options = kit.options.walletConnect
  const existing = started.get(kit)
  if (existing || !options) return existing
  const { relayUrl, projectId = kit.options.projectId } = options
  const { metadata, storage, store } = kit
  const { methods, events, defaultChain } = kit.options.universalProviderConfigOverride ?? {}
  const wc = walletConnect({
    relayUrl,
    projectId,
    metadata,
    storage,
    networks: () => {
      const { networks } = store.getState()
      const rank = ({ caipNetworkId }: Network) => Number(caipNetworkId !== defaultChain)
      return networks.toSorted((a, b) => rank(a) - rank(b))
    },
    rpc: createRpc(kit),
    methods,
    events,
  })
  started.set(kit, wc)
  watchRequests(scope, wc)
  import('./syncWallet.ts').then(
    ({ syncWallet }) => syncWallet({ kit, wc, getRecentWallets }),
    // Not fatal: the wallet is shown as WalletConnect.
    () => {},
  )
  addConnectors(kit, Object.values(wc.connectors))
  wc.subscribe((event) => {
    if (event.type !== 'refused') return
    kit.logger.error('The relay refused the connection of this application.', event.error)
    const alert = serverAlert(event.error)
    if (alert) store.setState({ alert })
  })
  return wc
}

/** Sends read requests to the application's RPC endpoints, never to the wallet. */
function createRpc(kit: Kit): Rpc {
  return async ({ networkId, method, params }) => {
    const own = kit.options.universalProviderConfigOverride?.rpcMap?.[networkId]
    const listed = getEndpoint(kit, networkId)
    const endpoint = listed && own ? { network: listed.network, urls: [own] } : listed
    const namespace = endpoint && kit.namespaces.get(endpoint.network.chainNamespace)
    if (!endpoint || !namespace)
      throw new RpcError({
        rpcCode: rpcErrorCodes.disconnected,
        message: `This application has no RPC endpoint for ${networkId}.`,
      })
    return (await namespace.assets()).createClient(endpoint).request({ method, params })
  }
}
