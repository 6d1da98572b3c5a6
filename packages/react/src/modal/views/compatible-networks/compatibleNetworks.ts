import {
  getConnected,
  getConnectorDetails,
  getNetworkId,
  type Kit,
  type Network,
  type State,
} from '@portico/core'

/**
 * Returns the networks on which the active account can receive at its address: those of its namespace, or only its own
 * where addresses differ by network. Of a WalletConnect wallet, only those it approved, because a contract wallet may
 * exist nowhere else.
 */
export function compatibleNetworks({ namespaces }: Kit, state: State): Network[] {
  const { activeNamespace, networks } = state
  if (!getConnected(state)) return []
  const isSingle = namespaces.get(activeNamespace)?.hasAddressPerNetwork === true
  const approved = isSingle ? [getNetworkId(state)] : getConnectorDetails(state)?.approvedNetworkIds
  return networks.filter(
    ({ chainNamespace, caipNetworkId }) =>
      chainNamespace === activeNamespace && approved?.includes(caipNetworkId) !== false,
  )
}
