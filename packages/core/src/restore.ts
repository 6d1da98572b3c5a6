import type { NamespaceId } from '@portico/protocol'
import type { Connection } from './connection.ts'
import type { Kit } from './kit.ts'
import { storageKeys } from './storage/keys.ts'
import { readStoredState } from './storage/readStoredState.ts'

type Reconnecting = Extract<Connection, { status: 'reconnecting' }>

/**
 * Restores the stored state synchronously, so that the first paint already shows it; starts to reconnect the stored
 * connections; and follows the changes other tabs of the site make. Returns the function that stops following them.
 */
export function restore(kit: Kit): () => void {
  const { store, storage, options } = kit
  const stored = readStoredState(kit, store.getState())
  // Writes the initial connections directly, so that a page without a stored connection does not load `dispatchConnection`.
  store.setState(stored)
  const reconnections = Object.entries(stored.connections) as [NamespaceId, Reconnecting][]
  // Lazy-loaded: pages without a stored connection do not need this code.
  if (reconnections.length > 0 || options.features?.multiWallet)
    import('./actions/reconnect.ts').then(
      (file) => {
        for (const [namespace, one] of reconnections) void file.reconnect(kit, { namespace, ...one })
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
