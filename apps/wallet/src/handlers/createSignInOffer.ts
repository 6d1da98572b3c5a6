import type { LoginSignIn } from '../session/LoginSignIn.ts'

/** The sign-in that one login includes, if any. */
export type SignInOffer = {
  /** Called when a login starts. */
  reset(): void
  /**
   * Returns the sign-in that the form for the code names. The first form of a login decides: a page cannot add or change
   * a sign-in while the visitor is already typing the code.
   */
  admit(signIn: LoginSignIn | undefined): LoginSignIn | undefined
}

/** Creates the offer of one frame. It outlives a new handshake of the page, as the login does. */
export function createSignInOffer(): SignInOffer {
  let first: string | undefined
  return {
    reset() {
      first = undefined
    },
    admit(signIn) {
      const text = signIn ? JSON.stringify([signIn.nonce, signIn.chainId, signIn.issuer]) : 'none'
      first ??= text
      return text === first ? signIn : undefined
    },
  }
}
