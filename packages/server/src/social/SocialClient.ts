/** A client that the operator has registered at a provider of social logins. */
export type SocialClient = {
  id: string
  /** For Apple, the private key that signs secrets, PKCS #8 in PEM. */
  secret: string
  /** For Apple. */
  teamId?: string
  /** For Apple: the ID of the private key. */
  keyId?: string
}
