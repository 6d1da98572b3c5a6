import type { NamespaceId } from '@portico/protocol'
import { type Connection, type ConnectionEvent, disconnected, reduceConnection } from '../connection.ts'
import { type Kit, track } from '../kit.ts'
import { findNetwork } from '../selectors.ts'
import type { State } from '../state.ts'
import { storageKeys } from '../storage/keys.ts'
import { getConnector } from './getConnector.ts'

// One subscription a namespace, to the connector it is connected through.
const subscriptions = new WeakMap<Kit, Map<NamespaceId, () => void>>()

/**
 * Sends an event to a namespace's connection: the only place where connections change, so that the state, what is
 * stored, and the ear at the wallet always belong together. Returns the new connection.
 */
export function dispatchConnection(kit: Kit, namespace: NamespaceId, event: ConnectionEvent): Connection {
  const { store } = kit
  const state = store.getState()
  const before = state.connections[namespace] ?? disconnected
  const after = reduceConnection(before, event)
  if (after === before) return after
  store.setState({
    connections: { ...state.connections, [namespace]: after },
    ...(after.status === 'connected' ? activate(state, namespace, after.networkId) : {}),
  })
  // A connection that could not be taken up again is not forgotten: the wallet may be locked, late, or in another tab.
  if (before.status !== 'reconnecting' || after.status === 'connected' || event.type === 'disconnect') {
    remember(kit, namespace, after)
  }
  if (after.status !== 'connected') listen(kit, namespace, undefined)
  else if (before.status !== 'connected' || before.connectorId !== after.connectorId) {
    listen(kit, namespace, after.connectorId)
    kit.events.emit({ type: 'connected', namespace, reconnected: before.status === 'reconnecting' })
  }
  if (before.status === 'connected' && after.status === 'disconnected') {
    kit.events.emit({ type: 'disconnected', namespace })
  }
  return after
}

function activate(
  state: State,
  namespace: NamespaceId,
  networkId: Parameters<typeof findNetwork>[1] & string,
): Partial<State> {
  const network = findNetwork(state, networkId)
  // A chain the application does not list is the wallet's affair: what was chosen here stays chosen.
  if (!network) return { activeNamespace: namespace }
  return {
    activeNamespace: namespace,
    activeNetworkIds: { ...state.activeNetworkIds, [namespace]: network.caipNetworkId },
  }
}

function remember(kit: Kit, namespace: NamespaceId, connection: Connection): void {
  const { storage, store } = kit
  if (connection.status === 'connecting' || connection.status === 'reconnecting') return
  const { connections, activeNamespace, activeNetworkIds } = store.getState()
  const key = storageKeys.connectedConnector(namespace)
  if (connection.status === 'connected') {
    storage.setItem(key, connection.connectorId)
    storage.setItem(storageKeys.activeNamespace, activeNamespace)
    storage.setItem(storageKeys.activeNetwork, activeNetworkIds[activeNamespace] ?? connection.networkId)
  } else {
    storage.removeItem(key)
  }
  const connected = (Object.keys(connections) as NamespaceId[]).filter(
    (id) => connections[id]?.status === 'connected',
  )
  storage.setItem(storageKeys.connectedNamespaces, connected.join(','))
  storage.setItem(storageKeys.connectionStatus, connected.length > 0 ? 'connected' : 'disconnected')
}

function listen(kit: Kit, namespace: NamespaceId, connectorId: string | undefined): void {
  const active = subscriptions.get(kit) ?? new Map<NamespaceId, () => void>()
  subscriptions.set(kit, active)
  active.get(namespace)?.()
  active.delete(namespace)
  const connector = connectorId === undefined ? undefined : getConnector(kit, namespace, connectorId)
  if (!connector) return
  const { id } = connector
  active.set(
    namespace,
    connector.subscribe((event) => {
      switch (event.type) {
        case 'accounts':
          dispatchConnection(kit, namespace, { ...event, connectorId: id })
          break
        case 'network':
          dispatchConnection(kit, namespace, { ...event, connectorId: id })
          break
        case 'disconnect':
          dispatchConnection(kit, namespace, { type: 'disconnect' })
          track(kit, 'DISCONNECT_SUCCESS', { namespace })
          break
        case 'transaction':
          kit.events.emit({ ...event, namespace })
      }
    }),
  )
}
