import { type NetworkState, selectNetworkState } from '../networkState.ts'
import { useAppKitInstance } from './useAppKitInstance.ts'
import { useDerived } from './useDerived.ts'

/**
 * Returns the active network, like `useAppKitNetwork`, without the function that switches it.
 *
 * @example
 * import { useAppKitNetworkCore } from '@portico/react'
 *
 * const { caipNetwork, chainId } = useAppKitNetworkCore()
 */
export function useAppKitNetworkCore(): NetworkState {
  return useDerived(useAppKitInstance(), (state) => selectNetworkState(state))
}
