import { type Connected, findNetwork, getConnected, type State } from '@portico/core'
import { standingView } from './requiredView.ts'

/** How far the visitor is, seen from the modal. */
export type Phase = 'disconnected' | 'waiting' | 'sign-message' | 'unsupported-chain' | 'ready'

/** `waiting` is the time between a question and its answer: the modal stays as it is. */
export function phase(state: State): Phase {
  const required = standingView(state)
  if (required?.name === 'sign-message' || required?.name === 'unsupported-chain') return required.name
  const connected = getConnected(state)
  if (connected) {
    const { status } = state.signIn
    // On a chain the application allows without listing it, nobody is ever asked to sign in.
    const isIdle = status === 'idle' && findNetwork(state, connected.networkId) !== undefined
    return status === 'checking' || isIdle || isOfAnother(state, connected) ? 'waiting' : 'ready'
  }
  const status = state.connections[state.activeNamespace]?.status
  return status === 'connecting' || status === 'reconnecting' ? 'waiting' : 'disconnected'
}

/** The moment between another account and the kit's look at its session: what is known is still of the one before. */
function isOfAnother({ signIn }: State, { address, networkId }: Connected): boolean {
  return 'address' in signIn && (signIn.address !== address || signIn.networkId !== networkId)
}
