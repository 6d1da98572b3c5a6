import type { SignIn, SignInSubject, State } from '@portico/core'

/** Whether the visitor is signed in, and as whom. */
export interface SessionState {
  status: SignIn['status']
  /** The account and network of the session; undefined while not signed in. `networkId` is a CAIP-2 ID. */
  session: SignInSubject | undefined
}

/** Returns the sign-in status and the session as plain data. */
export function toSession({ signIn }: State): SessionState {
  return {
    status: signIn.status,
    session:
      signIn.status === 'signed-in' ? { address: signIn.address, networkId: signIn.networkId } : undefined,
  }
}
