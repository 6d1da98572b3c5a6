import { findNetwork, getConnectorDetails, type State } from '@portico/core'

/** Whether the connected account is the embedded wallet's, and can be a smart account on one of the application's networks. */
export function hasSmartAccounts(state: State): boolean {
  const { embedded, activeNamespace } = state
  return (
    getConnectorDetails(state)?.type === 'AUTH' &&
    embedded?.accounts?.[activeNamespace] !== undefined &&
    embedded.smartAccountNetworkIds?.some((id) => findNetwork(state, id)) === true
  )
}
