import { type PublicState, toPublicState } from '../appKitState.ts'
import { useAppKitInstance } from './useAppKitInstance.ts'
import { useDerived } from './useDerived.ts'

/** Whether the modal is open or busy, and which network is selected. */
export function useAppKitState(): PublicState {
  return useDerived(useAppKitInstance(), toPublicState)
}
