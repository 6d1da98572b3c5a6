import { type NamespaceId, parseCaipNetworkId } from '@portico/protocol'
import { getConnected, isUnsupported } from '../selectors.ts'
import type { State } from '../state.ts'
import type { SignInSubject } from './signInState.ts'

/** Who could sign in now: the connected account, on a network the application lists. */
export function getSubject(state: State): SignInSubject | undefined {
  const connected = getConnected(state)
  if (!connected || isUnsupported(state)) return undefined
  const { address, networkId } = connected
  return state.networks.some((network) => network.caipNetworkId === networkId)
    ? { address, networkId }
    : undefined
}

/** The family of chains a subject's account is of. */
export function familyOf({ networkId }: SignInSubject): NamespaceId {
  return parseCaipNetworkId(networkId).namespace as NamespaceId
}

export function isSameSubject(a: SignInSubject | undefined, b: SignInSubject | undefined): boolean {
  return a?.address === b?.address && a?.networkId === b?.networkId
}

/** The subject a sign-in state speaks of, if it has one. */
export function subjectOf(signIn: State['signIn']): SignInSubject | undefined {
  return 'address' in signIn ? { address: signIn.address, networkId: signIn.networkId } : undefined
}
