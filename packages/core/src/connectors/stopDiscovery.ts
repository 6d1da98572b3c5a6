import type { NamespaceId } from '@portico/protocol'
import { getAwaited } from '../connection.ts'
import { connectorKey, type Kit } from '../kit.ts'

/**
 * Stops the wallet discovery of a namespace and removes the connectors it found, except those of wallets that are
 * connected or connecting.
 */
export function stopDiscovery(kit: Kit, namespace: NamespaceId): void {
  const { discovery, connectors, store } = kit
  const running = discovery.running.get(namespace)
  if (!running) return
  running.stop()
  discovery.running.delete(namespace)
  const used = getUsedConnectors(kit, namespace)
  const removed = new Set([...running.found].filter((key) => !used.has(key)))
  for (const key of removed) connectors.delete(key)
  store.setState((state) => ({
    connectors: state.connectors.filter(
      (connector) => !removed.has(connectorKey(connector.namespace, connector.id)),
    ),
  }))
}

/** Returns the keys of the connectors that a namespace is connected or connecting through. */
function getUsedConnectors({ store }: Kit, namespace: NamespaceId): Set<string> {
  const { connections, otherConnections } = store.getState()
  const connection = connections[namespace]
  const others = otherConnections?.[namespace]?.filter(({ status }) => status !== 'disconnected') ?? []
  const used = [
    connection?.status === 'connected' ? connection : undefined,
    getAwaited(connection),
    ...others,
  ]
  return new Set(used.flatMap((each) => (each ? connectorKey(namespace, each.connectorId) : [])))
}
