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
  const after = reduceConnection(before, withPreferred(kit, namespace, event))
  if (after === before) return after
  const connections = { ...state.connections, [namespace]: after }
  store.setState({
    connections,
    activeNamespace: nextActive({ ...state, connections }, namespace, before),
    ...(after.status === 'connected' && withNetwork(state, namespace, after.networkId)),
  })
  // What could not be connected, or taken up again, is not forgotten: the wallet may be locked, late, or in another tab, which
  // would lose it too.
  const isKept = event.type === 'failed' || (before.status === 'reconnecting' && event.type !== 'disconnect')
  if (after.status === 'connected' || !isKept) remember(kit, namespace, after)
  if (after.status !== 'connected') listen(kit, namespace, undefined)
  else if (before.status !== 'connected' || before.connectorId !== after.connectorId) {
    listen(kit, namespace, after.connectorId)
    kit.events.emit({ type: 'connected', namespace, reconnected: before.status === 'reconnecting' })
  }
  if (before.status === 'connected' && after.status === 'disconnected') {
    kit.events.emit({ type: 'disconnected', namespace, connection: before })
  }
  return after
}

/**
 * Of the addresses a Bitcoin wallet shares at once, the application says which one is the account's. Whether an account
 * has a key of its own or a contract is the wallet's to say.
 */
function withPreferred(kit: Kit, namespace: NamespaceId, event: ConnectionEvent): ConnectionEvent {
  const wanted = kit.options.defaultAccountTypes?.[namespace]
  if (!('accounts' in event) || (wanted !== 'ordinal' && wanted !== 'payment')) return event
  const isWanted = ({ type }: Account) => Number(type === wanted)
  return { ...event, accounts: event.accounts.toSorted((a, b) => isWanted(b) - isWanted(a)) }
}

/**
 * The family in use after a connection has changed: the one that was just connected; and never one without a wallet while
 * another has one.
 */
function nextActive(
  { activeNamespace, connections }: State,
  namespace: NamespaceId,
  before: Connection,
): NamespaceId {
  const isIn = (family: NamespaceId) => connections[family]?.status === 'connected'
  if (before.status === 'connecting' && isIn(namespace)) return namespace
  const { status } = connections[activeNamespace] ?? disconnected
  if (status !== 'disconnected') return activeNamespace
  return (Object.keys(connections) as NamespaceId[]).find(isIn) ?? activeNamespace
}

/** A chain the application does not list is the wallet's affair: what was chosen here stays chosen. */
function withNetwork(state: State, namespace: NamespaceId, networkId: string): Partial<State> {
  const network = findNetwork(state, networkId)
  return network
    ? { activeNetworkIds: { ...state.activeNetworkIds, [namespace]: network.caipNetworkId } }
    : {}
}

function remember(kit: Kit, namespace: NamespaceId, connection: Connection): void {
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
