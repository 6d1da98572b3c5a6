import type { IdentityContext } from './IdentityContext.ts'

/** Returns the discovery document (OpenID Connect Discovery 1.0, section 3); nothing for plain OAuth 2. */
export function describeProvider({ provider, issuer }: IdentityContext): object | undefined {
  const { openId } = provider
  return (
    openId && {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      ...(openId.userinfoPath && { userinfo_endpoint: `${issuer}${openId.userinfoPath}` }),
      jwks_uri: `${issuer}${openId.keysPath}`,
      response_types_supported: ['code'],
      response_modes_supported: provider.responseModes,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: provider.scopes,
      token_endpoint_auth_methods_supported: provider.clientAuthentication,
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code'],
    }
  )
}
