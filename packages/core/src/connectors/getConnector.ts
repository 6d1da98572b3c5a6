import type { NamespaceId } from '@portico/protocol'
import { connectorKey, type Kit } from '../kit.ts'
import type { Connector } from './connector.ts'

/** Returns the connector with this ID; without `id`, the one the namespace is connected (or connecting) through. */
export function getConnector(kit: Kit, namespace: NamespaceId, id?: string): Connector | undefined {
  const connection = kit.store.getState().connections[namespace]
  const connectorId =
    id ?? (connection && connection.status !== 'disconnected' ? connection.connectorId : undefined)
  return connectorId === undefined ? undefined : kit.connectors.get(connectorKey(namespace, connectorId))
}
