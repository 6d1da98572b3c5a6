/** A sign-in that the host page requested before the form for the code was shown. */
export type LoginSignIn = {
  nonce: string
  /** CAIP-2 ID. */
  chainId: string
  issuer: 'gateway' | 'application'
}

/** The signed message, and the random value in its nonce if a gateway issued the nonce. */
export type SignedLogin = { message: string; signature: string; random?: string }
