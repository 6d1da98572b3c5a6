import type { NamespaceId } from '@portico/protocol'
import type { Kit } from '../kit.ts'
import { storageKeys } from './keys.ts'

/** Returns the ID of the connector to reconnect a namespace through; undefined if it is not to be reconnected. */
export function readStoredConnector({ storage, options }: Kit, namespace: NamespaceId): string | undefined {
  // A namespace that is still listed failed to reconnect the last time: its wallet may have been locked.
  const isDisconnected =
    storage.getItem(storageKeys.connectionStatus) === 'disconnected' &&
    !storage.getItem(storageKeys.connectedNamespaces)?.includes(namespace)
  if (isDisconnected || options.enableReconnect === false) return undefined
  return storage.getItem(storageKeys.connectedConnector(namespace)) || undefined
}
