/** An error of the token endpoint, with a code of RFC 6749, section 5.2. */
export class OAuthError extends Error {
  override name = 'OAuthError'
  readonly code: 'invalid_client' | 'invalid_grant' | 'invalid_request' | 'unsupported_grant_type'
  constructor(code: OAuthError['code'], message: string) {
    super(message)
    this.code = code
  }
}
