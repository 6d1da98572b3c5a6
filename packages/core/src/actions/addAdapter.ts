import { restoreConnections } from '../connections/restoreConnections.ts'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { startDiscovery } from '../connectors/startDiscovery.ts'
import { stopDiscovery } from '../connectors/stopDiscovery.ts'
import { NoActiveCaipNetworkError } from '../errors.ts'
import type { Kit } from '../kit.ts'
import type { Adapter } from '../namespace.ts'
import type { NetworkInput } from '../networks/network.ts'
import { toNetwork } from '../networks/toNetwork.ts'
import { storageKeys } from '../storage/keys.ts'
import { readStoredConnector } from '../storage/readStoredConnector.ts'
import { nextAttempt } from './nextAttempt.ts'
import { reconnect } from './reconnect.ts'

export interface AddAdapterParameters {
  adapter: Adapter
  /** Networks of the adapter's namespace; others are ignored. Empty if the application lists them already. */
  networks: readonly NetworkInput[]
}

/**
 * Adds a namespace to a running kit as if it had been in the `adapters` option: with its networks and wallets, and
 * reconnected if it was connected at the last visit. Replaces the adapter of the namespace, if it has one; its
 * connection stays.
 *
 * @throws NoActiveCaipNetworkError if the application lists no network of the namespace
 * @example
 * import { addAdapter } from '@portico/core'
 * import { solana } from '@portico/core/networks'
 * import { SolanaAdapter } from '@portico/solana'
 * addAdapter(kit, { adapter: new SolanaAdapter(), networks: [solana] })
 */
export function addAdapter(kit: Kit, { adapter: { namespace }, networks }: AddAdapterParameters): void {
  const { store, storage, namespaces } = kit
  const { id } = namespace
  const state = store.getState()
  const added = networks.map(toNetwork).filter(({ chainNamespace }) => chainNamespace === id)
  const isAdded = (networkId: string) => added.some(({ caipNetworkId }) => caipNetworkId === networkId)
  const listed = [...state.networks.filter(({ caipNetworkId }) => !isAdded(caipNetworkId)), ...added]
  const own = listed.filter(({ chainNamespace }) => chainNamespace === id)
  const find = (networkId: string | null | undefined) =>
    own.find(({ caipNetworkId }) => caipNetworkId === networkId)
  const network =
    find(storage.getItem(storageKeys.networkOf(id))) ?? find(state.activeNetworkIds[id]) ?? own[0]
  if (!network) throw new NoActiveCaipNetworkError()
  const wasActive = storage.getItem(storageKeys.activeNamespace) === id
  stopDiscovery(kit, id)
  store.setState({
    networks: listed,
    activeNetworkIds: { ...state.activeNetworkIds, [id]: network.caipNetworkId },
    ...((wasActive || !namespaces.has(state.activeNamespace)) && { activeNamespace: id }),
  })
  namespaces.set(id, namespace)
  // On a server there are no wallets, and nothing is stored.
  if (typeof window === 'undefined') return
  startDiscovery(kit, namespace)
  reconnectStored(kit, namespace)
}

function reconnectStored(kit: Kit, { id }: Adapter['namespace']): void {
  const { connections } = kit.store.getState()
  if ((connections[id]?.status ?? 'disconnected') !== 'disconnected') return
  const connectorId = readStoredConnector(kit, id)
  if (connectorId) {
    const attempt = nextAttempt()
    dispatchConnection(kit, id, { type: 'reconnect', connectorId, attempt })
    void reconnect(kit, { namespace: id, connectorId, attempt })
  }
  restoreConnections(kit, [id])
}
