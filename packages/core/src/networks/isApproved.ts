import { getConnected, getConnectorDetails } from '../selectors.ts'
import type { State } from '../state.ts'
import type { Network } from './network.ts'

/** Returns false for a network that the connected wallet of its namespace has not approved and cannot be asked for. */
export function isApproved(state: State, { chainNamespace, caipNetworkId }: Network): boolean {
  const connector = getConnected(state, chainNamespace) && getConnectorDetails(state, chainNamespace)
  return (
    connector?.supportsAllNetworks !== false || connector.approvedNetworkIds?.includes(caipNetworkId) === true
  )
}
