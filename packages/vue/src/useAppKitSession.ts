import { getSession, type SessionState, subscribeSession } from '@portico/elements'
import type { ShallowReactive } from 'vue'
import { toReactive } from './toReactive.ts'
import { useObserved } from './useObserved.ts'

/**
 * Returns the sign-in status and the session as a reactive object.
 *
 * @example
 * import { useAppKitSession } from '@portico/vue'
 *
 * const signIn = useAppKitSession()
 * console.log(signIn.session?.address)
 */
export function useAppKitSession(): ShallowReactive<SessionState> {
  return toReactive(useObserved({ read: getSession, subscribe: subscribeSession }))
}
