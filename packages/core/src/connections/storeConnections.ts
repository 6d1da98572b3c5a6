import type { NamespaceId } from '@portico/protocol'
import type { Account } from '../connection.ts'
import type { Kit } from '../kit.ts'
import type { Network } from '../networks/network.ts'
import { findNetwork, getConnected } from '../selectors.ts'
import { storageKeys } from '../storage/keys.ts'
import { getWalletName } from './getWalletName.ts'
import { readStored } from './readStored.ts'

/** A stored connection, in AppKit's shape. Icons are not stored: the wallet announces itself with its own. */
export interface StoredConnection {
  connectorId: string
  name: string
  accounts: readonly Account[]
  /** Left out if the application does not list the network. */
  caipNetwork?: Network | undefined
}

/** Stores all connections of a namespace, the active one first, and the IDs of those that are disconnected. */
export function storeConnections(kit: Kit, namespace: NamespaceId): void {
  const { store, storage } = kit
  const state = store.getState()
  const active = getConnected(state, namespace)
  const others = state.otherConnections?.[namespace] ?? []
  const connections = [
    ...(active ? [{ ...active, name: getWalletName(state, { namespace, ...active }) }] : []),
    ...others,
  ].map(
    ({ connectorId, name, accounts, networkId }): StoredConnection => ({
      connectorId,
      name,
      accounts,
      caipNetwork: findNetwork(state, networkId),
    }),
  )
  const disconnected = others.flatMap(({ status, connectorId }) =>
    status === 'disconnected' ? connectorId : [],
  )
  write(storageKeys.connections, connections)
  write(storageKeys.disconnectedConnectors, disconnected)

  function write(key: string, list: readonly unknown[]): void {
    storage.setItem(key, JSON.stringify({ ...readStored(storage, key), [namespace]: list }))
  }
}
