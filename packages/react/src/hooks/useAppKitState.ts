import { type PublicState, toPublicState } from '../appKitState.ts'
import { type RemoteFeatures, toRemoteFeatures } from '../remoteFeatures.ts'
import { useAppKitInstance } from './useAppKitInstance.ts'
import { useDerived } from './useDerived.ts'

/** Returns whether the modal is open or loading, which network is selected, and the features. */
export function useAppKitState(): PublicState & RemoteFeatures {
  return useDerived(useAppKitInstance(), (state, modal) => ({
    ...toRemoteFeatures(state.settings.features),
    ...toPublicState(state, modal),
  }))
}
