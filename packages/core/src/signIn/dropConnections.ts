import type { NamespaceId } from '@portico/protocol'
import { connectorKey, type Kit, track } from '../kit.ts'
import { storageKeys } from '../storage/keys.ts'

/**
 * Does what `failSignIn` does if not even that can be loaded, such as without a network: an account must not stay
 * connected if it cannot sign in. Loaded with `dispatchConnection`, and therefore there as soon as an account is connected.
 */
export function dropConnections(kit: Kit, error: unknown): void {
  const { storage, store, logger, events, connectors } = kit
  logger.error('A problem occurred while trying initialize authentication', error)
  track(kit, 'SIWX_AUTH_ERROR', { message: `${error}` })
  events.emit({ type: 'notice', notice: 'auth-init-failed' })
  for (const [namespace, connection] of Object.entries(store.getState().connections)) {
    storage.removeItem(storageKeys.connectedConnector(namespace as NamespaceId))
    if (connection?.status === 'connected')
      connectors
        .get(connectorKey(namespace as NamespaceId, connection.connectorId))
        ?.disconnect()
        .catch((reason: unknown) =>
          logger.warn('The wallet could not be notified of the disconnect.', reason),
        )
  }
  storage.removeItem(storageKeys.connectedNamespaces)
  storage.setItem(storageKeys.connectionStatus, 'disconnected')
  store.setState({ connections: {} })
}
