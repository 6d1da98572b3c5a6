/** A sign-in whose message the embedded wallet writes and signs as part of a login. */
export type SIWXLogin = {
  /** 8 to 64 letters and digits. */
  nonce: string
  /** Who issued the nonce. The wallet signs a gateway's nonce hashed with a random value of its own (`mixNonce`). */
  issuer: 'gateway' | 'application'
  /** When the session is to end (ISO 8601). The message itself expires within ten minutes. */
  expiresAt?: string | undefined
}
