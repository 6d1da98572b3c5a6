import { getNetwork, type Network, type State } from '@portico/core'
import type { CaipNetworkId, NamespaceId } from '@portico/protocol'

/** The active network. `chainId` is its `id`; `caipNetworkId` its CAIP-2 ID. */
export interface NetworkState {
  caipNetwork: Network | undefined
  chainId: number | string | undefined
  caipNetworkId: CaipNetworkId | undefined
}

/** Returns the network of a namespace (default: the active one) as plain data. */
export function selectNetworkState(state: State, namespace?: NamespaceId): NetworkState {
  const caipNetwork = getNetwork(state, namespace)
  return { caipNetwork, chainId: caipNetwork?.id, caipNetworkId: caipNetwork?.caipNetworkId }
}
