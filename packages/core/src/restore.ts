import { type CaipNetworkId, isCaipNetworkId } from '@portico/protocol'
import { nextAttempt } from './actions/nextAttempt.ts'
import type { Kit } from './kit.ts'
import { findNetwork } from './selectors.ts'
import { storageKeys } from './storage/keys.ts'

/**
 * Reads what was stored, at once, so that the first paint already shows the right state; takes connections up again;
 * and from then on follows what other tabs of the same site do. Returns the stop.
 */
export function restore(kit: Kit): () => void {
  const { store, storage, namespaces, options } = kit
  const state = store.getState()
  const families = [...namespaces.keys()]
  const read = (key: string) => findNetwork(state, readNetworkId(storage.getItem(key)))
  const active = read(storageKeys.activeNetwork)
  const activeNetworkIds = { ...state.activeNetworkIds }
  for (const network of [...families.map((id) => read(storageKeys.networkOf(id))), active])
    if (network) activeNetworkIds[network.chainNamespace] = network.caipNetworkId
  const reconnections = families.flatMap((namespace) => {
    const connectorId = storage.getItem(storageKeys.connectedConnector(namespace))
    if (!connectorId || options.enableReconnect === false) return []
    return { namespace, connectorId, attempt: nextAttempt() }
  })
  // The first state of connections; from here on they change in `dispatchConnection` alone.
  store.setState({
    initialized: true,
    activeNetworkIds,
    connections: Object.fromEntries(
      reconnections.map(({ namespace, ...rest }) => [namespace, { status: 'reconnecting', ...rest }]),
    ),
    ...(active && { activeNamespace: active.chainNamespace }),
  })
  // How that ends is fetched code, which most pages do not need.
  if (reconnections.length > 0)
    import('./actions/reconnect.ts').then(
      ({ reconnect }) => {
        for (const reconnection of reconnections) void reconnect(kit, reconnection)
      },
      (error: unknown) => {
        kit.logger.error('Reconnecting could not be loaded.', error)
        store.setState({ connections: {} })
      },
    )
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key.endsWith(':connected_connector_id'))
      void import('./actions/followOtherTab.ts')
        .then(({ followOtherTab }) => followOtherTab(kit, event))
        // It stays connected here, as it was, until the next load.
        .catch(() => {})
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

function readNetworkId(value: string | null): CaipNetworkId | undefined {
  return value !== null && isCaipNetworkId(value) ? value : undefined
}
