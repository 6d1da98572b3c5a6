import { type CaipNetworkId, isCaipNetworkId, type NamespaceId } from '@portico/protocol'
import { nextAttempt } from './actions/nextAttempt.ts'
import { dispatchConnection } from './connectors/dispatchConnection.ts'
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
  const read = (key: string) => findNetwork(state, readNetworkId(storage.getItem(key)))
  const active = read(storageKeys.activeNetwork)
  const activeNetworkIds = { ...state.activeNetworkIds }
  for (const network of [...[...namespaces.keys()].map((id) => read(storageKeys.networkOf(id))), active])
    if (network) activeNetworkIds[network.chainNamespace] = network.caipNetworkId
  store.setState({
    initialized: true,
    activeNetworkIds,
    ...(active && { activeNamespace: active.chainNamespace }),
  })
  if (options.enableReconnect !== false) {
    for (const namespace of namespaces.keys()) restoreConnection(kit, namespace)
  }
  const onStorage = (event: StorageEvent) => followOtherTab(kit, event)
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Says `reconnecting` at once; how that ends is fetched code, which most pages do not need. */
function restoreConnection(kit: Kit, namespace: NamespaceId): void {
  const connectorId = kit.storage.getItem(storageKeys.connectedConnector(namespace))
  if (!connectorId) return
  const attempt = nextAttempt()
  dispatchConnection(kit, namespace, { type: 'reconnect', connectorId, attempt })
  import('./actions/reconnect.ts')
    .then(({ reconnect }) => reconnect(kit, { namespace, connectorId, attempt }))
    .catch((error: unknown) => {
      kit.logger.error('Reconnecting could not be loaded.', error)
      dispatchConnection(kit, namespace, { type: 'failed', attempt })
    })
}

function followOtherTab(kit: Kit, { key, newValue }: StorageEvent): void {
  for (const namespace of kit.namespaces.keys()) {
    if (key !== null && key !== storageKeys.connectedConnector(namespace)) continue
    const connection = kit.store.getState().connections[namespace]
    if (!newValue) dispatchConnection(kit, namespace, { type: 'disconnect' })
    else if (!connection || connection.status === 'disconnected') restoreConnection(kit, namespace)
  }
}

function readNetworkId(value: string | null): CaipNetworkId | undefined {
  return value !== null && isCaipNetworkId(value) ? value : undefined
}
