import { type PublicState, toPublicState } from '../appKitState.ts'
import { useAppKitInstance } from './useAppKitInstance.ts'
import { useDerived } from './useDerived.ts'

/** Returns whether the modal is open or loading, and which network is selected. */
export function useAppKitState(): PublicState {
  return useDerived(useAppKitInstance(), toPublicState)
}
