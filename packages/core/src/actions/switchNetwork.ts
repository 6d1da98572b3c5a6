import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { getConnector } from '../connectors/getConnector.ts'
import { NetworkNotFoundError } from '../errors.ts'
import { type Kit, track } from '../kit.ts'
import { findNetwork, getConnected } from '../selectors.ts'
import { rememberNetwork } from '../storage/rememberNetwork.ts'

export interface SwitchNetworkParameters {
  /** A network of the kit, or its ID (`8453`, `'eip155:8453'`). */
  network: { caipNetworkId?: string | undefined; id: string | number } | string | number
}

/**
 * Switches to another network. When a wallet of its namespace is connected, the wallet switches, and adds the network
 * if it does not have it; otherwise the choice is stored for the next connection. The namespace becomes the active
 * one, unless it has no wallet and another namespace has one.
 *
 * @throws NetworkNotFoundError for a network the kit does not list, which also sets an alert; RpcError with the
 * wallet's code (4001: the user rejected the request).
 * @example
 * import { switchNetwork } from '@portico/core'
 *
 * await switchNetwork(kit, { network: 'eip155:8453' })
 */
export async function switchNetwork(kit: Kit, { network }: SwitchNetworkParameters): Promise<void> {
  const { store } = kit
  const id = typeof network === 'object' ? (network.caipNetworkId ?? network.id) : network
  const target = findNetwork(store.getState(), id)
  if (!target) {
    store.setState({ alert: { id: 'switch-network-not-found', detail: String(id) } })
    throw new NetworkNotFoundError({ id })
  }
  const { chainNamespace: namespace, caipNetworkId: networkId } = target
  const connected = getConnected(store.getState(), namespace)
  if (connected && connected.networkId !== networkId) {
    await getConnector(kit, namespace)?.switchNetwork({ network: target })
    dispatchConnection(kit, namespace, { type: 'network', connectorId: connected.connectorId, networkId })
  }
  const state = store.getState()
  store.setState({
    // A namespace without a wallet becomes active only while no wallet is connected in the active one.
    ...(getConnected(state) && !getConnected(state, namespace) ? {} : { activeNamespace: namespace }),
    activeNetworkIds: { ...state.activeNetworkIds, [namespace]: networkId },
  })
  rememberNetwork(kit, namespace)
  track(kit, 'SWITCH_NETWORK', { network: networkId })
}
