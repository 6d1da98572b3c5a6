/*
 * The values that bind a social login together. Each is `hashFields` of these fields: SHA-256 of the length-prefixed fields, as
 * base64url (`hashFields` in `@portico/server`, `encodeFields` in the wallet site).
 */

/** A label, which says what the hash is for, and what is hashed. */
type SocialFields = readonly [label: string, ...fields: string[]]

/** The fields of the nonce of the authorization request: an ID token with this nonce was asked for by this key, in this login. */
export function socialNonceFields({
  challenge,
  tx,
  jkt,
}: {
  /** The challenge of the gateway's introduction. */
  challenge: string
  /** The login at the vault. */
  tx: string
  /** Thumbprint of the frame's key. */
  jkt: string
}): SocialFields {
  return ['portico/nonce', challenge, tx, jkt]
}

/**
 * The fields of the nonce of a Sign In with Farcaster message, see `formatSiwfNonce`: the message was asked for by this key, in
 * this login.
 */
export function siwfNonceFields({
  challenge,
  tx,
  jkt,
}: {
  /** The challenge of the gateway's introduction. */
  challenge: string
  /** The login at the vault. */
  tx: string
  /** Thumbprint of the frame's key. */
  jkt: string
}): SocialFields {
  return ['portico/siwf', challenge, tx, jkt]
}

/** The fields of the PKCE verifier (RFC 7636): a code can be exchanged by the server it was asked for, and by no other. */
export function socialVerifierFields({
  server,
  provider,
  rServer,
  rPage,
}: {
  server: 'vault' | 'gateway'
  provider: string
  /** Random value of the server, which the page gets when it opens the login. */
  rServer: string
  /** Random value of the page. */
  rPage: string
}): SocialFields {
  return ['portico/pkce', server, provider, rServer, rPage]
}

/** The fields of `address` in the statements about a social login: the account at the provider, for this login only. */
export function socialAddressFields({
  tx,
  provider,
  subject,
}: {
  tx: string
  provider: string
  /** ID of the account at the provider. */
  subject: string
}): SocialFields {
  return ['portico/address', tx, provider, subject]
}
