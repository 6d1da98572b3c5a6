import type { SocialProvider } from './socialProvider.ts'

/** Where a provider answers, and what is asked of it. All are absolute URLs. */
export type SocialEndpoints = {
  /** What the provider calls itself in `iss`. */
  issuer: string
  authorization: string
  token: string
  /** The keys that sign ID tokens; only providers with OpenID Connect have them. */
  jwks?: string
  /** Where the account is read with an access token; only providers without ID tokens have it. */
  user?: string
  /** The scopes to request, separated by spaces. */
  scope: string
  /** Further parameters of the authorization request. */
  parameters: Readonly<Record<string, string>>
}

const facebook = 'https://graph.facebook.com/v23.0'

/** What is public about each provider. */
const providers: Readonly<Record<SocialProvider, SocialEndpoints>> = {
  google: {
    issuer: 'https://accounts.google.com',
    authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    jwks: 'https://www.googleapis.com/oauth2/v3/certs',
    scope: 'openid email profile',
    parameters: { prompt: 'select_account' },
  },
  apple: {
    issuer: 'https://appleid.apple.com',
    authorization: 'https://appleid.apple.com/auth/authorize',
    token: 'https://appleid.apple.com/auth/token',
    jwks: 'https://appleid.apple.com/auth/keys',
    scope: 'name email',
    parameters: { response_mode: 'form_post' },
  },
  github: {
    issuer: 'https://github.com/login/oauth',
    authorization: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    user: 'https://api.github.com/user',
    scope: 'read:user user:email',
    parameters: {},
  },
  discord: {
    issuer: 'https://discord.com',
    authorization: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    user: 'https://discord.com/api/users/@me',
    scope: 'identify email',
    parameters: {},
  },
  x: {
    issuer: 'https://x.com',
    authorization: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    user: 'https://api.x.com/2/users/me',
    scope: 'users.read tweet.read',
    parameters: {},
  },
  facebook: {
    issuer: 'https://www.facebook.com',
    authorization: 'https://www.facebook.com/v23.0/dialog/oauth',
    token: `${facebook}/oauth/access_token`,
    user: `${facebook}/me`,
    scope: 'public_profile email',
    parameters: {},
  },
}

/** Paths of the local providers, which all answer below `<base>/<provider>`. */
const localPaths: Readonly<Record<SocialProvider, { jwks?: string; user?: string }>> = {
  google: { jwks: '/oauth2/v3/certs' },
  apple: { jwks: '/auth/keys' },
  github: { user: '/user' },
  discord: { user: '/api/users/@me' },
  x: { user: '/2/users/me' },
  facebook: { user: '/me' },
}

/**
 * Returns the endpoints of a provider.
 *
 * @param base URL of local providers that imitate the real ones, without a trailing slash; the real ones by default.
 *
 * @example
 * socialEndpoints('google').token // 'https://oauth2.googleapis.com/token'
 * socialEndpoints('google', 'http://localhost:4409').token // 'http://localhost:4409/google/token'
 */
export function socialEndpoints(provider: SocialProvider, base?: string): SocialEndpoints {
  const real = providers[provider]
  if (base === undefined) return real
  const issuer = `${base}/${provider}`
  const { jwks, user } = localPaths[provider]
  return {
    issuer,
    authorization: `${issuer}/authorize`,
    token: `${issuer}/token`,
    ...(jwks && { jwks: `${issuer}${jwks}` }),
    ...(user && { user: `${issuer}${user}` }),
    scope: real.scope,
    parameters: real.parameters,
  }
}
