import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import type { Kit } from '../kit.ts'
import { storageKeys } from '../storage/keys.ts'
import { nextAttempt } from './nextAttempt.ts'
import { reconnect } from './reconnect.ts'

/** Another tab of the same site has connected or disconnected a family of chains, or all are gone: the same happens here. */
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
