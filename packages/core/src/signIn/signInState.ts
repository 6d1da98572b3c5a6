import type { CaipNetworkId } from '@portico/protocol'

/** The account a sign-in is about. */
export interface SignInSubject {
  address: string
  networkId: CaipNetworkId
}

/** Why the last try to sign in did not end in a session. */
export type SignInFailure = 'declined' | 'unreachable' | 'refused'

/**
 * Where signing in stands.
 * - `off`: no sign-in is configured · `idle`: nobody to sign in · `checking`: looking for a session
 * - `needed`: the visitor is asked; `failure` says how the last try ended · `signing`: the wallet or the server is at it
 * - `skipped`: the visitor said no to an optional sign-in · `signed-in`
 */
export type SignIn =
  | { status: 'off' }
  | { status: 'idle'; required: boolean }
  | ({ status: 'checking'; required: boolean } & SignInSubject)
  | ({ status: 'needed'; required: boolean; failure?: SignInFailure | undefined } & SignInSubject)
  | ({ status: 'signing'; required: boolean } & SignInSubject)
  | ({ status: 'skipped'; required: boolean } & SignInSubject)
  | ({ status: 'signed-in'; required: boolean } & SignInSubject)
