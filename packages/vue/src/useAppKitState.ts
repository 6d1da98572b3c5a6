import type { AppKit, PublicState } from '@portico/elements'
import type { ShallowReactive } from 'vue'
import { toReactive } from './toReactive.ts'
import { useObserved } from './useObserved.ts'

/**
 * Returns whether the modal is open or loading, which network is selected, and the features, as a reactive object.
 *
 * @example
 * import { useAppKitState } from '@portico/vue'
 * import { watchEffect } from 'vue'
 *
 * const state = useAppKitState()
 * watchEffect(() => console.log(state.open))
 */
export function useAppKitState(): ShallowReactive<PublicState & ReturnType<AppKit['getRemoteFeatures']>> {
  return toReactive(
    useObserved({
      read: (appKit) => ({ ...appKit.getRemoteFeatures(), ...appKit.getState() }),
      subscribe: (appKit, listener) => {
        const stops = [appKit.subscribeState(listener), appKit.subscribeRemoteFeatures(listener)]
        return () => {
          for (const stop of stops) stop()
        }
      },
    }),
  )
}
