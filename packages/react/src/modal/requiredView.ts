import { isUnsupported, type State } from '@portico/core'
import type { View } from './router.ts'

/**
 * The view the state of things demands, if any: a question of the embedded wallet must be answered; a wallet on a chain the application does not list must leave it;
 * a connected account without a session is asked to sign in. Every transition of the specification's §4 is a row in
 * the tests of this function.
 */
export function requiredView(state: State): View | undefined {
  return isAsking(state) ? { name: 'approve-transaction' } : standingView(state)
}

/** Whether the embedded wallet has a question for the visitor: it comes before everything else, and passes. */
export function isAsking({ embedded }: State): boolean {
  return embedded !== undefined && (embedded.requests.length > 0 || embedded.surface.view === 'connect')
}

/** What the state demands apart from questions: it stands until it is done. */
export function standingView(state: State): View | undefined {
  if (isUnsupported(state)) return { name: 'unsupported-chain' }
  const { status } = state.signIn
  if (status === 'needed' || status === 'signing') return { name: 'sign-message' }
  return undefined
}

/**
 * Whether the visitor may close the modal now: not on an unsupported chain, and not without a session where signing
 * in is required.
 */
export function canClose(state: State): boolean {
  const required = standingView(state)
  if (!required) return true
  if (required.name === 'unsupported-chain') return false
  return state.signIn.status === 'off' || !state.signIn.required
}
