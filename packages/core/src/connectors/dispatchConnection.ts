import type { NamespaceId } from '@portico/protocol'
import {
  type Account,
  type Connection,
  type ConnectionEvent,
  disconnected,
  reduceConnection,
} from '../connection.ts'
import { type Kit, track } from '../kit.ts'
import { findNetwork } from '../selectors.ts'
import type { State } from '../state.ts'
import { storageKeys } from '../storage/keys.ts'
import { rememberNetwork } from '../storage/rememberNetwork.ts'
import { getConnector } from './getConnector.ts'

// The subscription of each namespace to the connector it is connected through.
const subscriptions = new WeakMap<Kit, Map<NamespaceId, () => void>>()

/**
 * Applies an event to the connection of a namespace and returns the new connection. Connected wallets change only here, so
 * that the state, the stored connector and the wallet subscription always agree.
 */
export function dispatchConnection(kit: Kit, namespace: NamespaceId, event: ConnectionEvent): Connection {
  const { store } = kit
  const state = store.getState()
  const before = state.connections[namespace] ?? disconnected
  const after = reduceConnection(before, preferAccountType(kit, namespace, event))
  if (after === before) return after
  const connections = { ...state.connections, [namespace]: after }
  store.setState({
    connections,
    activeNamespace: nextActiveNamespace({ ...state, connections }, namespace, before),
    ...(after.status === 'connected' && withNetwork(state, namespace, after.networkId)),
  })
  // A failed attempt leaves the stored connector alone: the wallet may be locked or slow, and other tabs, which share
  // the storage, may still be connected to it.
  const keepsStored =
    event.type === 'failed' || (before.status === 'reconnecting' && event.type !== 'disconnect')
  if (after.status === 'connected' || !keepsStored) storeConnection(kit, namespace, after)
  storeStatus(kit)
  if (after.status !== 'connected') subscribe(kit, namespace, undefined)
  else if (before.status !== 'connected' || before.connectorId !== after.connectorId) {
    subscribe(kit, namespace, after.connectorId)
    kit.events.emit({ type: 'connected', namespace, reconnected: before.status === 'reconnecting' })
  }
  if (before.status === 'connected' && after.status === 'disconnected') {
    kit.events.emit({ type: 'disconnected', namespace, connection: before })
  }
  return after
}

/**
 * Puts the accounts of the application's `defaultAccountTypes` first, because the first account becomes the address.
 * Only for `payment` and `ordinal`, of which a Bitcoin wallet shares both; EOA or smart account is the wallet's
 * choice.
 */
function preferAccountType(kit: Kit, namespace: NamespaceId, event: ConnectionEvent): ConnectionEvent {
  const preferred = kit.options.defaultAccountTypes?.[namespace]
  if (!('accounts' in event) || (preferred !== 'ordinal' && preferred !== 'payment')) return event
  const rank = ({ type }: Account) => Number(type === preferred)
  return { ...event, accounts: event.accounts.toSorted((a, b) => rank(b) - rank(a)) }
}

/**
 * Returns the active namespace after the connection of `namespace` has changed: the one just connected, and never a
 * disconnected one while another is connected.
 */
function nextActiveNamespace(
  { activeNamespace, connections }: State,
  namespace: NamespaceId,
  before: Connection,
): NamespaceId {
  const isConnected = (id: NamespaceId) => connections[id]?.status === 'connected'
  if (before.status === 'connecting' && isConnected(namespace)) return namespace
  const { status } = connections[activeNamespace] ?? disconnected
  if (status !== 'disconnected') return activeNamespace
  return (Object.keys(connections) as NamespaceId[]).find(isConnected) ?? activeNamespace
}

/** The wallet's network becomes the active one of the namespace, unless the application does not list it. */
function withNetwork(state: State, namespace: NamespaceId, networkId: string): Partial<State> {
  const network = findNetwork(state, networkId)
  return network
    ? { activeNetworkIds: { ...state.activeNetworkIds, [namespace]: network.caipNetworkId } }
    : {}
}

function storeConnection(kit: Kit, namespace: NamespaceId, connection: Connection): void {
  const { storage, store } = kit
  if (connection.status === 'connecting' || connection.status === 'reconnecting') return
  const { connections } = store.getState()
  const key = storageKeys.connectedConnector(namespace)
  if (connection.status === 'connected') storage.setItem(key, connection.connectorId)
  else storage.removeItem(key)
  rememberNetwork(kit, namespace)
  const connected = (Object.keys(connections) as NamespaceId[]).filter(
    (id) => connections[id]?.status === 'connected',
  )
  storage.setItem(storageKeys.connectedNamespaces, connected.join(','))
}

/**
 * Stores the status of all namespaces together: `connected` while a connection is stored, even if it could not be
 * restored this time.
 */
function storeStatus({ storage, store, namespaces }: Kit): void {
  const isStored = [...namespaces.keys()].some((id) => storage.getItem(storageKeys.connectedConnector(id)))
  const all = Object.values(store.getState().connections)
  const isConnecting = all.some((connection) => connection?.status === 'connecting')
  const status = isStored ? 'connected' : isConnecting ? 'connecting' : 'disconnected'
  storage.setItem(storageKeys.connectionStatus, status)
}

/** Replaces the subscription of the namespace by one to this connector, or ends it. */
function subscribe(kit: Kit, namespace: NamespaceId, connectorId: string | undefined): void {
  const unsubscribers = subscriptions.get(kit) ?? new Map<NamespaceId, () => void>()
  subscriptions.set(kit, unsubscribers)
  unsubscribers.get(namespace)?.()
  unsubscribers.delete(namespace)
  const connector = connectorId === undefined ? undefined : getConnector(kit, namespace, connectorId)
  if (!connector) return
  const { id } = connector
  unsubscribers.set(
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
