import { type DisconnectParameters, getConnected, type State } from '@portico/core'

/** Returns the parameters that disconnect the active wallet only, and no other wallet of its namespace. */
export function activeWallet(state: State): DisconnectParameters {
  return { namespace: state.activeNamespace, connectorId: getConnected(state)?.connectorId }
}
