import { isCaipNetworkId, isRecord, type NamespaceId } from '@portico/protocol'
import type { Account } from '../connection.ts'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import type { Kit } from '../kit.ts'
import { getConnected } from '../selectors.ts'
import { storageKeys } from '../storage/keys.ts'
import type { OtherConnection } from './otherConnections.ts'
import { readStored } from './readStored.ts'
import { reconnectOther } from './reconnectOther.ts'

/**
 * Restores the other connections of namespaces (default: all): reads them from storage and, once the namespace has an active
 * connection, reconnects those that were connected, without prompting the visitor.
 */
export function restoreConnections(
  kit: Kit,
  namespaces: Iterable<NamespaceId> = kit.namespaces.keys(),
): void {
  if (!kit.store.getState().settings.features.multiWallet) return
  for (const namespace of namespaces) {
    const connections = readConnections(kit, namespace)
    if (connections.length === 0) continue
    dispatchConnection(kit, namespace, { type: 'others', connections })
    if (kit.options.enableReconnect !== false) reconnectOnceConnected(kit, namespace)
  }
}

function reconnectOnceConnected(kit: Kit, namespace: NamespaceId): void {
  const { store } = kit
  const unsubscribe = store.subscribe(check)
  check()
  function check() {
    const state = store.getState()
    if (!getConnected(state, namespace)) return
    unsubscribe()
    for (const { status, connectorId } of state.otherConnections?.[namespace] ?? [])
      if (status === 'reconnecting') void reconnectOther(kit, { namespace, connectorId })
  }
}

/** Reads the stored connections of a namespace. Storage is untrusted: malformed entries are left out. */
function readConnections(kit: Kit, namespace: NamespaceId): readonly OtherConnection[] {
  const { storage, store, options } = kit
  const disconnected = readStored(storage, storageKeys.disconnectedConnectors)[namespace] ?? []
  const fallback = store.getState().activeNetworkIds[namespace]
  return (readStored(storage, storageKeys.connections)[namespace] ?? []).flatMap((stored) => {
    if (!isRecord(stored) || typeof stored.connectorId !== 'string') return []
    const { connectorId, name } = stored
    const accounts = toAccounts(stored.accounts)
    const id = isRecord(stored.caipNetwork) ? stored.caipNetwork.caipNetworkId : undefined
    const networkId = typeof id === 'string' && isCaipNetworkId(id) ? id : fallback
    if (accounts.length === 0 || !networkId?.startsWith(`${namespace}:`)) return []
    const isEnded = disconnected.includes(connectorId) || options.enableReconnect === false
    return {
      status: isEnded ? ('disconnected' as const) : ('reconnecting' as const),
      connectorId,
      name: typeof name === 'string' ? name : connectorId,
      accounts,
      networkId,
    }
  })
}

const types: readonly unknown[] = ['eoa', 'smartAccount', 'payment', 'ordinal'] satisfies Account['type'][]

function toAccounts(stored: unknown): readonly Account[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((account: unknown) => {
    if (!isRecord(account) || typeof account.address !== 'string') return []
    const { address, type, publicKey } = account
    return {
      address,
      type: types.includes(type) ? (type as Account['type']) : 'eoa',
      ...(typeof publicKey === 'string' && { publicKey }),
    }
  })
}
