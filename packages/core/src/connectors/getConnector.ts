import type { NamespaceId } from '@portico/protocol'
import { connectorKey, type Kit } from '../kit.ts'
import type { Connector } from './connector.ts'

/** The connector object behind an id, or the one a namespace is connected through. */
export function getConnector(kit: Kit, namespace: NamespaceId, id?: string): Connector | undefined {
  const connection = kit.store.getState().connections[namespace]
  const wanted =
    id ?? (connection && connection.status !== 'disconnected' ? connection.connectorId : undefined)
  return wanted === undefined ? undefined : kit.connectors.get(connectorKey(namespace, wanted))
}
