import { addConnectors, getEndpoint, type Kit, serverAlert } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { type Rpc, type WalletConnect, walletConnect } from '@portico/walletconnect'
import type { KitScope } from '../kit/KitContext.ts'
import { nameWallet } from './nameWallet.ts'
import { watchRequests } from './watchRequests.ts'

const started = new WeakMap<Kit, WalletConnect>()

/**
 * Puts WalletConnect among the kit's connectors, once. Opens no connection: that begins with a pairing, or with a session
 * that was stored.
 *
 * @returns undefined where the application has configured no relay.
 */
export function startWalletConnect(scope: KitScope): WalletConnect | undefined {
  const { kit } = scope
  const options = kit.options.walletConnect
  const known = started.get(kit)
  if (known || !options) return known
  const { relayUrl, projectId = kit.options.projectId } = options
  const { metadata, storage, store } = kit
  const wc = walletConnect({
    relayUrl,
    projectId,
    metadata,
    storage,
    networks: () => store.getState().networks,
    rpc: createRpc(kit),
  })
  started.set(kit, wc)
  watchRequests(scope, wc)
  nameWallet(kit, wc)
  addConnectors(kit, Object.values(wc.connectors))
  wc.subscribe((event) => {
    if (event.type !== 'refused') return
    kit.logger.error('The relay refuses this application.', event.error)
    const alert = serverAlert(event.error)
    if (alert) store.setState({ alert })
  })
  return wc
}

/** What is read goes to the application's own endpoints, never to the wallet. */
function createRpc(kit: Kit): Rpc {
  return async ({ networkId, method, params }) => {
    const endpoint = getEndpoint(kit, networkId)
    const namespace = endpoint && kit.namespaces.get(endpoint.network.chainNamespace)
    if (!endpoint || !namespace)
      throw new RpcError({
        rpcCode: rpcErrorCodes.disconnected,
        message: `This application has no endpoint of ${networkId}.`,
      })
    return (await namespace.assets()).createClient(endpoint).request({ method, params })
  }
}
