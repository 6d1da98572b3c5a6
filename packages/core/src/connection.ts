import type { CaipNetworkId } from '@portico/protocol'
import type { OtherConnection } from './connections/otherConnections.ts'

/** An account shared by a wallet. `type` is `eoa` unless the wallet reports another. */
export interface Account {
  address: string
  type: 'eoa' | 'smartAccount' | 'payment' | 'ordinal'
  /**
   * Public key in hex, for namespaces where the address alone is not enough (Bitcoin: to spend and to sign PSBTs).
   */
  publicKey?: string | undefined
}

export type Connected = {
  status: 'connected'
  connectorId: string
  accounts: readonly Account[]
  address: string
  networkId: CaipNetworkId
  /** True for a connection restored after a page load, until its account or network changes. */
  restored: boolean
  /** The attempt to connect another wallet of the namespace, during which this one stays connected. */
  next?: { connectorId: string; attempt: number } | undefined
}

/**
 * The active connection of one namespace. `attempt` identifies the connection attempt, so that late answers are recognised.
 */
export type Connection =
  | { status: 'disconnected' }
  | { status: 'connecting'; connectorId: string; attempt: number }
  | { status: 'reconnecting'; connectorId: string; attempt: number }
  | Connected

export type ConnectionEvent =
  | { type: 'connect'; connectorId: string; attempt: number }
  | { type: 'reconnect'; connectorId: string; attempt: number }
  | { type: 'connected'; attempt: number; accounts: readonly Account[]; networkId: CaipNetworkId }
  | { type: 'failed'; attempt: number }
  | { type: 'accounts'; connectorId: string; accounts: readonly Account[] }
  | { type: 'network'; connectorId: string; networkId: CaipNetworkId }
  | { type: 'disconnect' }
  /** Only for the other connections of the namespace: adds stored ones, or removes one. */
  | { type: 'others'; connections: readonly OtherConnection[] }
  | { type: 'forget'; connectorId: string; address: string }

/**
 * Returns the next state of a connection: `disconnected → connecting → connected`, `reconnecting` at page load, any
 * failure → `disconnected`. A connected wallet stays connected until another one has accepted. An event that does not fit the state, such as a late answer or an event of a wallet that
 * was disconnected, returns the same object.
 */
export function reduceConnection(connection: Connection, event: ConnectionEvent): Connection {
  switch (event.type) {
    case 'connect': {
      const { connectorId, attempt } = event
      // A visitor who opens a QR code, or declines in another wallet, has not asked to disconnect.
      return connection.status === 'connected'
        ? { ...connection, next: { connectorId, attempt } }
        : { status: 'connecting', connectorId, attempt }
    }
    case 'reconnect':
      // A stored connection must not override a wallet the visitor is choosing or has chosen.
      if (connection.status !== 'disconnected') return connection
      return { status: 'reconnecting', connectorId: event.connectorId, attempt: event.attempt }
    case 'connected': {
      const awaited = getAwaited(connection)
      if (awaited?.attempt !== event.attempt) return connection
      const [first] = event.accounts
      if (!first) return withoutAttempt(connection)
      return {
        status: 'connected',
        connectorId: awaited.connectorId,
        accounts: event.accounts,
        address: first.address,
        networkId: event.networkId,
        restored: connection.status === 'reconnecting',
      }
    }
    case 'failed':
      return getAwaited(connection)?.attempt === event.attempt ? withoutAttempt(connection) : connection
    case 'accounts': {
      if (connection.status !== 'connected' || connection.connectorId !== event.connectorId) return connection
      const [first] = event.accounts
      if (!first) return connection.next ? { status: 'connecting', ...connection.next } : disconnected
      if (isSameList(connection.accounts, event.accounts))
        // An account that has changed its type only is the same account.
        return isSameTypes(connection.accounts, event.accounts)
          ? connection
          : { ...connection, accounts: event.accounts }
      return { ...connection, accounts: event.accounts, address: first.address, restored: false }
    }
    case 'network':
      if (connection.status !== 'connected' || connection.connectorId !== event.connectorId) return connection
      if (connection.networkId === event.networkId) return connection
      return { ...connection, networkId: event.networkId, restored: false }
    case 'disconnect':
      return disconnected
    case 'others':
    case 'forget':
      return connection
  }
}

export const disconnected: Connection = { status: 'disconnected' }

/** Returns the attempt whose answer this connection waits for, if any. */
export function getAwaited(
  connection: Connection | undefined,
): { connectorId: string; attempt: number } | undefined {
  if (connection?.status === 'connected') return connection.next
  return connection?.status === 'disconnected' ? undefined : connection
}

/** Returns what a connection is after its attempt failed: the wallet that stayed connected, if there is one. */
function withoutAttempt(connection: Connection): Connection {
  if (connection.status !== 'connected') return disconnected
  const { next: _, ...connected } = connection
  return connected
}

function isSameList(a: readonly Account[], b: readonly Account[]): boolean {
  return a.length === b.length && a.every((account, i) => account.address === b[i]?.address)
}

function isSameTypes(a: readonly Account[], b: readonly Account[]): boolean {
  return a.every((account, i) => account.type === b[i]?.type)
}
