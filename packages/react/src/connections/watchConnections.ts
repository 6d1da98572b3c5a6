import type { KitScope } from '../kit/KitContext.ts'
import { loadOtherConnectors } from './loadOtherConnectors.ts'
import { toConnections } from './toConnections.ts'

/** Lists the connected and recent wallets for the instance's methods. Returns the function that ends it. */
export function watchConnections(scope: KitScope): () => void {
  const { store } = scope.kit
  scope.listConnections = (namespace) => toConnections(store.getState(), namespace)
  // Notify the subscribers of wallets that connected before this code was loaded.
  store.setState({})
  return loadOtherConnectors(scope)
}
