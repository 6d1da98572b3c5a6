import type { CaipNetworkId } from '@portico/protocol'

/** The account a sign-in is about. */
export interface SignInSubject {
  address: string
  networkId: CaipNetworkId
}

/** Why the last attempt to sign in failed. */
export type SignInFailure = 'declined' | 'unreachable' | 'refused'

/**
 * The state of signing in.
 * - `off`: no sign-in is configured · `idle`: no account is connected · `checking`: looking for a session
 * - `needed`: the visitor must sign; `failure` is the result of the last attempt · `signing`: waiting for wallet or
 * server
 * - `skipped`: the visitor skipped an optional sign-in · `signed-in`
 */
export type SignIn =
  | { status: 'off' }
  | { status: 'idle'; required: boolean }
  | ({ status: 'checking'; required: boolean } & SignInSubject)
  | ({ status: 'needed'; required: boolean; failure?: SignInFailure | undefined } & SignInSubject)
  | ({ status: 'signing'; required: boolean } & SignInSubject)
  | ({ status: 'skipped'; required: boolean } & SignInSubject)
  | ({ status: 'signed-in'; required: boolean } & SignInSubject)
