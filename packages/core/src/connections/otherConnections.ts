import type { CaipNetworkId } from '@portico/protocol'
import type { Account, Connected, Connection, ConnectionEvent } from '../connection.ts'

/**
 * A wallet of a namespace besides the active connection: also connected, being reconnected after a page load, or
 * disconnected earlier, so that it can be connected again.
 */
export interface OtherConnection {
  status: 'connected' | 'reconnecting' | 'disconnected'
  connectorId: string
  /** The name of the wallet, shown while the wallet is not available. */
  name: string
  accounts: readonly Account[]
  networkId: CaipNetworkId
}

/** The maximum number of wallets remembered per namespace. */
const maxOtherConnections = 20

/**
 * Returns the other connections of a namespace after its active connection changed from `before` to `after`. A wallet
 * that another one replaced stays connected; one that ended is remembered as disconnected. An event without an effect
 * returns the same array.
 *
 * @param parameters.hasEnded Whether the wallet of `before` ended its connection, so that it is not kept.
 */
export function reduceOthers(
  others: readonly OtherConnection[],
  {
    before,
    after,
    event,
    hasEnded,
    nameOf,
  }: {
    before: Connection
    after: Connection
    event: ConnectionEvent
    hasEnded: boolean
    nameOf: (connectorId: string) => string
  },
): readonly OtherConnection[] {
  const active = after.status === 'connected' ? after.connectorId : undefined
  const left = before.status === 'connected' && before.connectorId !== active ? before : undefined
  const changed = applyEvent(others, event)
  const list = left
    ? [
        toOther(left, { status: hasEnded ? 'disconnected' : 'connected', name: nameOf(left.connectorId) }),
        ...changed,
      ]
    : changed
  const isRepeated = ({ connectorId }: OtherConnection, index: number) =>
    connectorId === active || list.findIndex((other) => other.connectorId === connectorId) < index
  if (list === others && !list.some(isRepeated)) return others
  return list.filter((other, index) => !isRepeated(other, index)).slice(0, maxOtherConnections)
}

/** Returns the wallet that becomes active when the active one ends its connection: the one that was active last. */
export function toSuccessor(others: readonly OtherConnection[]): Connected | undefined {
  const next = others.find(({ status }) => status === 'connected')
  return next && toConnected(next)
}

/** Returns the other connections that have ended: they were connected, and are neither connected now nor active. */
export function endedOthers(
  before: readonly OtherConnection[],
  after: readonly OtherConnection[],
  active: Connection,
): readonly Connected[] {
  const connected = after.filter(({ status }) => status === 'connected')
  const isConnected = (id: string) =>
    connected.some(({ connectorId }) => connectorId === id) ||
    (active.status === 'connected' && active.connectorId === id)
  return before
    .filter(({ status, connectorId }) => status === 'connected' && !isConnected(connectorId))
    .flatMap((other) => toConnected(other) ?? [])
}

function toConnected({ connectorId, accounts, networkId }: OtherConnection): Connected | undefined {
  const [first] = accounts
  if (!first) return undefined
  return { status: 'connected', connectorId, accounts, address: first.address, networkId, restored: false }
}

function toOther(
  { connectorId, accounts, networkId }: Connected,
  { status, name }: Pick<OtherConnection, 'status' | 'name'>,
): OtherConnection {
  return { status, connectorId, name, accounts, networkId }
}

function applyEvent(others: readonly OtherConnection[], event: ConnectionEvent): readonly OtherConnection[] {
  const update = (connectorId: string, change: (other: OtherConnection) => OtherConnection) =>
    others.some((other) => other.connectorId === connectorId && other.status !== 'disconnected')
      ? others.map((other) => (other.connectorId === connectorId ? change(other) : other))
      : others
  switch (event.type) {
    case 'disconnect':
      return others.every(({ status }) => status === 'disconnected')
        ? others
        : others.map((other) => ({ ...other, status: 'disconnected' }))
    case 'accounts': {
      const { connectorId, accounts } = event
      return update(connectorId, (other) =>
        accounts.length > 0
          ? { ...other, status: 'connected', accounts }
          : { ...other, status: 'disconnected' },
      )
    }
    case 'network':
      return update(event.connectorId, (other) => ({ ...other, networkId: event.networkId }))
    case 'others':
      return [...others, ...event.connections]
    case 'forget':
      return others.flatMap((other) =>
        other.connectorId === event.connectorId ? withoutAddress(other, event.address) : other,
      )
    default:
      return others
  }
}

/** A connected wallet is removed with all its accounts, because it is disconnected with all of them. */
function withoutAddress(other: OtherConnection, address: string): readonly OtherConnection[] {
  const accounts = other.accounts.filter((account) => account.address !== address)
  return accounts.length > 0 ? [{ ...other, accounts }] : []
}
