import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { getConnector } from '../connectors/getConnector.ts'
import { NetworkNotFoundError } from '../errors.ts'
import { type Kit, track } from '../kit.ts'
import { findNetwork, getConnected } from '../selectors.ts'
import { rememberNetwork } from '../storage/rememberNetwork.ts'

export interface SwitchNetworkParameters {
  /** A network of the kit, or its id (`8453`, `'eip155:8453'`). */
  network: { caipNetworkId?: string | undefined; id: string | number } | string | number
}

/**
 * Goes to another network: through the wallet where one of its family is connected (which may be asked to add the network
 * first), else by remembering the choice for when one is. The family becomes the one in use, unless it has no wallet and
 * another has.
 *
 * @throws NetworkNotFoundError with an alert, for a network the kit does not know; RpcError as the wallet answered (4001: the visitor said no).
 * @example
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
    // Whoever is connected stays where they are until a wallet of the other family is.
    ...(getConnected(state) && !getConnected(state, namespace) ? {} : { activeNamespace: namespace }),
    activeNetworkIds: { ...state.activeNetworkIds, [namespace]: networkId },
  })
  rememberNetwork(kit, namespace)
  track(kit, 'SWITCH_NETWORK', { network: networkId })
}
