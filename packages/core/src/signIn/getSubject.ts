import { type NamespaceId, parseCaipNetworkId } from '@portico/protocol'
import { getConnected, isUnsupported } from '../selectors.ts'
import type { State } from '../state.ts'
import type { SignInSubject } from './signInState.ts'

/** Returns the account that can sign in now: the connected one, if the application lists its network. */
export function getSubject(state: State): SignInSubject | undefined {
  const connected = getConnected(state)
  if (!connected || isUnsupported(state)) return undefined
  const { address, networkId } = connected
  return state.networks.some((network) => network.caipNetworkId === networkId)
    ? { address, networkId }
    : undefined
}

/** Returns the namespace of an account. */
export function namespaceOf({ networkId }: SignInSubject): NamespaceId {
  return parseCaipNetworkId(networkId).namespace as NamespaceId
}

export function isSameSubject(a: SignInSubject | undefined, b: SignInSubject | undefined): boolean {
  return a?.address === b?.address && a?.networkId === b?.networkId
}

/** Returns the account of a sign-in state, if the state has one. */
export function subjectOf(signIn: State['signIn']): SignInSubject | undefined {
  return 'address' in signIn ? { address: signIn.address, networkId: signIn.networkId } : undefined
}
