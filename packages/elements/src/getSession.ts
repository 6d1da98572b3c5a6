import type { AppKit } from '@portico/react'
import { type SessionState, toSession } from '@portico/react/internal'

/**
 * Returns whether the visitor is signed in, and as whom.
 *
 * @example
 * import { getSession } from '@portico/elements'
 *
 * getSession(appKit).session?.address
 */
export function getSession(appKit: AppKit): SessionState {
  return toSession(appKit.scope.kit.store.getState())
}
