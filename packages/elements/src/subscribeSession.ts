import type { AppKit } from '@portico/react'
import { type SessionState, toSession } from '@portico/react/internal'

/**
 * Calls back when the visitor signs in or out, and when the sign-in status changes. Returns a function that unsubscribes.
 *
 * @example
 * import { subscribeSession } from '@portico/elements'
 *
 * const unsubscribe = subscribeSession(appKit, ({ session }) => console.log(session?.address))
 */
export function subscribeSession(appKit: AppKit, callback: (session: SessionState) => void): () => void {
  return appKit.scope.kit.store.subscribe((state, { signIn }) => {
    if (state.signIn !== signIn) callback(toSession(state))
  })
}
