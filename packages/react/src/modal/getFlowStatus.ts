import { type Connected, findNetwork, getConnected, type State } from '@portico/core'
import { requiredFlowView } from './requiredView.ts'

/**
 * Progress of the visitor in the connect and sign-in flow. `waiting`: a request is pending, so the modal stays as it
 * is.
 */
export type FlowStatus = 'disconnected' | 'waiting' | 'sign-message' | 'unsupported-chain' | 'ready'

/** Returns how far the visitor is in the connect and sign-in flow. */
export function getFlowStatus(state: State): FlowStatus {
  const required = requiredFlowView(state)
  if (required?.name === 'sign-message' || required?.name === 'unsupported-chain') return required.name
  const connected = getConnected(state)
  if (connected) {
    const { status } = state.signIn
    // There is no sign-in on an unlisted chain that `allowUnsupportedChain` permits.
    const isIdle = status === 'idle' && findNetwork(state, connected.networkId) !== undefined
    return status === 'checking' || isIdle || isOutdated(state, connected) ? 'waiting' : 'ready'
  }
  const status = state.connections[state.activeNamespace]?.status
  return status === 'connecting' || status === 'reconnecting' ? 'waiting' : 'disconnected'
}

/** Whether the sign-in state belongs to the previous account: the session of the new one has not been checked yet. */
function isOutdated({ signIn }: State, { address, networkId }: Connected): boolean {
  return 'address' in signIn && (signIn.address !== address || signIn.networkId !== networkId)
}
