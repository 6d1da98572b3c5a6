import { type CaipNetworkId, isCaipNetworkId, type NamespaceId } from '@portico/protocol'
import { nextAttempt } from './actions/nextAttempt.ts'
import type { Kit } from './kit.ts'
import { findNetwork } from './selectors.ts'
import { storageKeys } from './storage/keys.ts'
import { readStoredConnector } from './storage/readStoredConnector.ts'

/**
 * Restores the stored state synchronously, so that the first paint already shows it; starts to reconnect the stored
 * connections; and follows the changes other tabs of the site make. Returns the function that stops following them.
 */
export function restore(kit: Kit): () => void {
  const { store, storage, namespaces, options } = kit
  const state = store.getState()
  // Without adapters, the namespaces of the networks are added together with WalletConnect, which is lazy-loaded.
  const namespaceIds =
    namespaces.size > 0 || !options.walletConnect
      ? [...namespaces.keys()]
      : (Object.keys(state.activeNetworkIds) as NamespaceId[])
  const read = (key: string) => findNetwork(state, readNetworkId(storage.getItem(key)))
  const active = read(storageKeys.activeNetwork)
  const activeNetworkIds = { ...state.activeNetworkIds }
  for (const network of [...namespaceIds.map((id) => read(storageKeys.networkOf(id))), active])
    if (network) activeNetworkIds[network.chainNamespace] = network.caipNetworkId
  const reconnections = namespaceIds.flatMap((namespace) => {
    const connectorId = readStoredConnector(kit, namespace)
    return connectorId ? { namespace, connectorId, attempt: nextAttempt() } : []
  })
  // Writes the initial connections directly, so that a page without a stored connection does not load `dispatchConnection`.
  store.setState({
    initialized: true,
    activeNetworkIds,
    connections: Object.fromEntries(
      reconnections.map(({ namespace, ...rest }) => [namespace, { status: 'reconnecting', ...rest }]),
    ),
    ...(active && { activeNamespace: active.chainNamespace }),
  })
  // Lazy-loaded: pages without a stored connection do not need this code.
  if (reconnections.length > 0 || options.features?.multiWallet)
    import('./actions/reconnect.ts').then(
      (file) => {
        for (const reconnection of reconnections) void file.reconnect(kit, reconnection)
        file.restoreConnections(kit)
      },
      (error: unknown) => {
        kit.logger.error('The code that reconnects could not be loaded.', error)
        store.setState({ connections: {} })
      },
    )
  // The page was left while a wallet was connecting: that attempt has ended with it.
  if (reconnections.length === 0 && storage.getItem(storageKeys.connectionStatus) === 'connecting')
    storage.setItem(storageKeys.connectionStatus, 'disconnected')
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key.endsWith(':connected_connector_id'))
      void import('./actions/followOtherTab.ts')
        .then((file) => file.followOtherTab(kit, event))
        // If the code cannot be loaded, this tab stays as it is until it is reloaded.
        .catch(() => {})
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

function readNetworkId(value: string | null): CaipNetworkId | undefined {
  return value !== null && isCaipNetworkId(value) ? value : undefined
}
