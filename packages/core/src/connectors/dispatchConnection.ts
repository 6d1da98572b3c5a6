import type { NamespaceId } from '@portico/protocol'
import {
  type Account,
  type Connection,
  type ConnectionEvent,
  disconnected,
  reduceConnection,
} from '../connection.ts'
import { getWalletName } from '../connections/getWalletName.ts'
import { endedOthers, reduceOthers, toSuccessor } from '../connections/otherConnections.ts'
import { storeConnections } from '../connections/storeConnections.ts'
import { connectorKey, type Kit, track } from '../kit.ts'
import { findNetwork, getConnected } from '../selectors.ts'
import { dropConnections as drop } from '../signIn/dropConnections.ts'
import type { State } from '../state.ts'
import { storageKeys } from '../storage/keys.ts'
import { rememberNetwork } from '../storage/rememberNetwork.ts'
import type { Connector } from './connector.ts'
import { getConnector } from './getConnector.ts'

// The subscriptions to the connectors of connected wallets, by `connectorKey`.
const subscriptions = new WeakMap<Kit, Map<string, () => void>>()

/**
 * Applies an event to the connection of a namespace and returns the new connection. Connected wallets change only here, so
 * that the state, the stored connector and the wallet subscription always agree.
 */
export function dispatchConnection(kit: Kit, namespace: NamespaceId, received: ConnectionEvent): Connection {
  const { store } = kit
  const state = store.getState()
  const before = state.connections[namespace] ?? disconnected
  const others = state.otherConnections?.[namespace] ?? []
  const { multiWallet } = state.settings.features
  const event = preferAccountType(kit, namespace, received)
  const reduced = reduceConnection(before, event)
  const hasEnded = endsConnection(event, before)
  // Unless a wallet is being asked, the one used before becomes active when the active one ends its connection.
  const after =
    (hasEnded && reduced.status === 'disconnected' && event.type !== 'disconnect' && toSuccessor(others)) ||
    reduced
  const nameOf = (connectorId: string) => getWalletName(state, { namespace, connectorId })
  const othersAfter = multiWallet ? reduceOthers(others, { before, after, event, hasEnded, nameOf }) : others
  if (after === before && othersAfter === others) return after
  const connections = { ...state.connections, [namespace]: after }
  store.setState({
    connections,
    activeNamespace: nextActiveNamespace({ ...state, connections }, namespace, { before, event }),
    ...(othersAfter !== others && {
      otherConnections: { ...state.otherConnections, [namespace]: othersAfter },
    }),
    ...(after.status === 'connected' && withNetwork(state, namespace, after.networkId)),
  })
  // A failed attempt leaves the stored connector alone: the wallet may be locked or slow, and other tabs, which share
  // the storage, may still be connected to it.
  const keepsStored =
    event.type === 'failed' || (before.status === 'reconnecting' && event.type !== 'disconnect')
  if (after !== before && (after.status === 'connected' || !keepsStored))
    storeConnection(kit, namespace, after)
  if (multiWallet && !keepsStored) storeConnections(kit, namespace)
  storeStatus(kit)
  subscribe(kit, namespace)
  if (after.status === 'connecting') kit.events.emit({ type: 'connecting' })
  if (
    after.status === 'connected' &&
    (before.status !== 'connected' || before.connectorId !== after.connectorId)
  ) {
    const reconnected = before.status === 'reconnecting'
    if (!reconnected) kit.storage.setItem(storageKeys.lastConnector, after.connectorId)
    kit.events.emit({ type: 'connected', namespace, reconnected })
  }
  const ended = [
    ...(hasEnded && before.status === 'connected' ? [before] : []),
    ...endedOthers(others, othersAfter, after),
  ]
  for (const connection of ended) kit.events.emit({ type: 'disconnected', namespace, connection })
  return after
}

/** Loaded together with `dispatchConnection`. */
export const dropConnections = (kit: Kit, error: unknown): void =>
  drop(kit, { error, dispatch: dispatchConnection })

/** Whether the event ends the active connection: it is disconnected, or its wallet shares no account any more. */
function endsConnection(event: ConnectionEvent, before: Connection): boolean {
  if (before.status !== 'connected') return false
  if (event.type === 'disconnect') return true
  return event.type === 'accounts' && event.connectorId === before.connectorId && event.accounts.length === 0
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
  { before, event }: { before: Connection; event: ConnectionEvent },
): NamespaceId {
  const isConnected = (id: NamespaceId) => connections[id]?.status === 'connected'
  if (event.type === 'connected' && before.status !== 'reconnecting' && isConnected(namespace))
    return namespace
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
 * Stores the status of all namespaces together. After a connection that could not be restored it is `disconnected`,
 * while `connectedNamespaces` still lists the namespace, so that the next page load tries again.
 */
function storeStatus({ storage, store }: Kit): void {
  const all = Object.values(store.getState().connections).map((connection) => connection?.status)
  const isConnected = all.some((status) => status === 'connected' || status === 'reconnecting')
  const isConnecting = all.includes('connecting')
  const status = isConnected ? 'connected' : isConnecting ? 'connecting' : 'disconnected'
  storage.setItem(storageKeys.connectionStatus, status)
}

/** Subscribes to the wallets of a namespace that are connected, and ends the subscriptions to all others. */
function subscribe(kit: Kit, namespace: NamespaceId): void {
  const unsubscribers = subscriptions.get(kit) ?? new Map<string, () => void>()
  subscriptions.set(kit, unsubscribers)
  const state = kit.store.getState()
  const active = getConnected(state, namespace)
  const others = state.otherConnections?.[namespace]?.filter(({ status }) => status === 'connected') ?? []
  const wanted = new Map(
    [...(active ? [active] : []), ...others].map(({ connectorId }) => [
      connectorKey(namespace, connectorId),
      connectorId,
    ]),
  )
  for (const [key, unsubscribe] of unsubscribers) {
    if (!key.startsWith(connectorKey(namespace, '')) || wanted.has(key)) continue
    unsubscribe()
    unsubscribers.delete(key)
  }
  for (const [key, connectorId] of wanted) {
    const connector = getConnector(kit, namespace, connectorId)
    if (connector && !unsubscribers.has(key)) unsubscribers.set(key, listen(kit, namespace, connector))
  }
}

function listen(kit: Kit, namespace: NamespaceId, connector: Connector): () => void {
  const { id: connectorId } = connector
  return connector.subscribe((event) => {
    switch (event.type) {
      case 'accounts':
      case 'network':
        dispatchConnection(kit, namespace, { ...event, connectorId })
        break
      case 'disconnect':
        dispatchConnection(kit, namespace, { type: 'accounts', connectorId, accounts: [] })
        track(kit, 'DISCONNECT_SUCCESS', { namespace })
        break
      case 'transaction':
        if (getConnected(kit.store.getState(), namespace)?.connectorId === connectorId)
          kit.events.emit({ ...event, namespace })
    }
  })
}
