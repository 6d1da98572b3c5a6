import type { NamespaceId } from '@portico/protocol'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import type { Kit } from '../kit.ts'
import { getConnected } from '../selectors.ts'
import { disconnect } from './disconnect.ts'

export interface DeleteConnectionParameters {
  connectorId: string
  address: string
  /** Default: the active namespace. */
  namespace?: NamespaceId | undefined
}

/**
 * Removes an account of a disconnected wallet, so that it is not offered again. A wallet that is connected is
 * disconnected first and removed with all its accounts.
 *
 * @example
 * import { deleteConnection } from '@portico/core'
 *
 * await deleteConnection(kit, { connectorId: 'io.metamask', address: '0x…' })
 */
export async function deleteConnection(
  kit: Kit,
  { connectorId, address, namespace = kit.store.getState().activeNamespace }: DeleteConnectionParameters,
): Promise<void> {
  const state = kit.store.getState()
  const others = state.otherConnections?.[namespace] ?? []
  const isConnected =
    getConnected(state, namespace)?.connectorId === connectorId ||
    others.some((other) => other.connectorId === connectorId && other.status !== 'disconnected')
  const disconnecting = isConnected ? disconnect(kit, { namespace, connectorId }) : undefined
  const remembered = kit.store.getState().otherConnections?.[namespace] ?? []
  const accounts = remembered.find((other) => other.connectorId === connectorId)?.accounts ?? []
  const isForgotten = (account: string) =>
    isConnected || kit.namespaces.get(namespace)?.isSameAddress(account, address)
  for (const account of accounts.filter((one) => isForgotten(one.address)))
    dispatchConnection(kit, namespace, { type: 'forget', connectorId, address: account.address })
  await disconnecting
}
