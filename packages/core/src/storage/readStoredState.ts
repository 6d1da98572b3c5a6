import { type CaipNetworkId, isCaipNetworkId, type NamespaceId } from '@portico/protocol'
import { nextAttempt } from '../actions/nextAttempt.ts'
import type { Kit } from '../kit.ts'
import { findNetwork } from '../selectors.ts'
import type { State } from '../state.ts'
import { storageKeys } from './keys.ts'
import { readStoredConnector } from './readStoredConnector.ts'

/** Returns the part of the state that is stored: the networks, and the connections that are to be restored. */
export function readStoredState(
  kit: Kit,
  state: State,
): Pick<State, 'initialized' | 'activeNetworkIds' | 'connections'> & Partial<State> {
  const { storage, namespaces, options } = kit
  // Without adapters, the namespaces of the networks are added together with WalletConnect, which is lazy-loaded.
  const namespaceIds =
    namespaces.size > 0 || !options.walletConnect
      ? [...namespaces.keys()]
      : (Object.keys(state.activeNetworkIds) as NamespaceId[])
  const read = (key: string) => findNetwork(state, readNetworkId(storage.getItem(key)))
  const active = read(storageKeys.activeNetwork)
  const activeNetworkIds = { ...state.activeNetworkIds }
  for (const network of [...namespaceIds.map((id) => read(storageKeys.networkOf(id))), active])
    if (network) activeNetworkIds[network.chainNamespace] = network.caipNetworkId
  return {
    initialized: true,
    activeNetworkIds,
    connections: Object.fromEntries(
      namespaceIds.flatMap((namespace) => {
        const connectorId = readStoredConnector(kit, namespace)
        return connectorId
          ? [[namespace, { status: 'reconnecting', connectorId, attempt: nextAttempt() }]]
          : []
      }),
    ),
    ...(active && { activeNamespace: active.chainNamespace }),
  }
}

function readNetworkId(value: string | null): CaipNetworkId | undefined {
  return value !== null && isCaipNetworkId(value) ? value : undefined
}
