import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import type { Kit } from '../kit.ts'
import { storageKeys } from '../storage/keys.ts'
import { nextAttempt } from './nextAttempt.ts'
import { reconnect } from './reconnect.ts'

/**
 * Applies a change of storage made by another tab: connects or disconnects the namespaces that were connected or
 * disconnected there, or disconnects all when the storage was cleared (`key` is null).
 */
export function followOtherTab(kit: Kit, { key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void {
  for (const namespace of kit.namespaces.keys()) {
    if (key !== null && key !== storageKeys.connectedConnector(namespace)) continue
    const connection = kit.store.getState().connections[namespace]
    if (!newValue) dispatchConnection(kit, namespace, { type: 'disconnect' })
    else if (!connection || connection.status === 'disconnected') {
      const attempt = nextAttempt()
      dispatchConnection(kit, namespace, { type: 'reconnect', connectorId: newValue, attempt })
      void reconnect(kit, { namespace, connectorId: newValue, attempt })
    }
  }
}
