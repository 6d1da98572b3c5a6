import { isUnsupported, type State } from '@portico/core'
import type { View } from './router.ts'

/**
 * Returns the view that the state requires, if any: a request of the embedded wallet must be answered, an unsupported
 * chain must be left, and a connected account without a session must sign in. The tests list every state.
 */
export function requiredView(state: State): View | undefined {
  return hasPendingRequest(state) ? { name: 'approve-transaction' } : requiredFlowView(state)
}

/** Returns whether the embedded wallet has a pending request. It takes precedence over every other view. */
export function hasPendingRequest({ embedded }: State): boolean {
  return embedded !== undefined && (embedded.requests.length > 0 || embedded.surface.view === 'connect')
}

/** Returns the view that the connect and sign-in flow requires, ignoring requests of the embedded wallet. */
export function requiredFlowView(state: State): View | undefined {
  if (isUnsupported(state)) return { name: 'unsupported-chain' }
  const { status } = state.signIn
  if (status === 'needed' || status === 'signing') return { name: 'sign-message' }
  return undefined
}

/**
 * Returns whether the visitor may close the modal: not on an unsupported chain, and not without a session if sign-in is
 * required.
 */
export function canClose(state: State): boolean {
  const required = requiredFlowView(state)
  if (!required) return true
  if (required.name === 'unsupported-chain') return false
  return state.signIn.status === 'off' || !state.signIn.required
}
