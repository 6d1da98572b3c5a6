import type { CaipNetworkId } from '@portico/protocol'

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
}

/**
 * The connection of one namespace. `attempt` identifies the connection attempt, so that late answers are recognised.
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

/**
 * Returns the next state of a connection: `disconnected → connecting → connected`, `reconnecting` at page load, any
 * failure → `disconnected`. An event that does not fit the state, such as a late answer or an event of a wallet that
 * was disconnected, returns the same object.
 */
export function reduceConnection(connection: Connection, event: ConnectionEvent): Connection {
  switch (event.type) {
    case 'connect':
      return { status: 'connecting', connectorId: event.connectorId, attempt: event.attempt }
    case 'reconnect':
      // A stored connection must not override a wallet the visitor is choosing or has chosen.
      if (connection.status !== 'disconnected') return connection
      return { status: 'reconnecting', connectorId: event.connectorId, attempt: event.attempt }
    case 'connected': {
      if (!isWaitingFor(connection, event.attempt)) return connection
      const [first] = event.accounts
      if (!first) return disconnected
      return {
        status: 'connected',
        connectorId: connection.connectorId,
        accounts: event.accounts,
        address: first.address,
        networkId: event.networkId,
        restored: connection.status === 'reconnecting',
      }
    }
    case 'failed':
      return isWaitingFor(connection, event.attempt) ? disconnected : connection
    case 'accounts': {
      if (connection.status !== 'connected' || connection.connectorId !== event.connectorId) return connection
      const [first] = event.accounts
      if (!first) return disconnected
      if (isSameList(connection.accounts, event.accounts)) return connection
      return { ...connection, accounts: event.accounts, address: first.address, restored: false }
    }
    case 'network':
      if (connection.status !== 'connected' || connection.connectorId !== event.connectorId) return connection
      if (connection.networkId === event.networkId) return connection
      return { ...connection, networkId: event.networkId, restored: false }
    case 'disconnect':
      return disconnected
  }
}

export const disconnected: Connection = { status: 'disconnected' }

function isWaitingFor(
  connection: Connection,
  attempt: number,
): connection is Extract<Connection, { attempt: number }> {
  return (
    (connection.status === 'connecting' || connection.status === 'reconnecting') &&
    connection.attempt === attempt
  )
}

function isSameList(a: readonly Account[], b: readonly Account[]): boolean {
  return a.length === b.length && a.every((account, i) => account.address === b[i]?.address)
}
