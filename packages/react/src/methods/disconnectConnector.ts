import { disconnect, type Kit } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'

/** Disconnects a connector in one namespace, or in every namespace that is connected through it. */
export async function disconnectConnector(
  kit: Kit,
  { id, namespace }: { id: string; namespace?: NamespaceId | undefined },
): Promise<void> {
  const { connections, otherConnections } = kit.store.getState()
  const isUsed = (one: NamespaceId) =>
    [connections[one], ...(otherConnections?.[one] ?? [])].some(
      (connection) => connection?.status === 'connected' && connection.connectorId === id,
    )
  const used = (namespace ? [namespace] : [...kit.namespaces.keys()]).filter(isUsed)
  await Promise.all(used.map((one) => disconnect(kit, { namespace: one, connectorId: id })))
}
