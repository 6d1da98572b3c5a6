import { createHash, randomBytes } from 'node:crypto'
import type { ProviderId } from '../IdentityClient.ts'
import { localIdentity } from '../localIdentity.ts'
import { walletOrigin } from './startServer.ts'

const scopes: Readonly<Record<ProviderId, string>> = {
  google: 'openid email profile',
  apple: 'name email',
  github: 'read:user user:email',
  discord: 'identify email',
  x: 'users.read tweet.read users.email',
  facebook: 'public_profile email',
}

/** Returns a new PKCE verifier. */
export function createVerifier(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the local client of a provider. */
export function clientOf(id: ProviderId) {
  const client = localIdentity.clients.find(({ provider }) => provider === id)
  if (!client) throw new Error(`There is no local client of ${id}.`)
  return client
}

/** Returns a valid authorization URL; the given parameters replace its own, and those that are undefined are removed. */
export function authorizeUrl({
  base,
  provider,
  verifier = createVerifier(),
  ...changes
}: {
  base: string
  provider: ProviderId
  verifier?: string
  [parameter: string]: string | undefined
}): URL {
  const parameters = {
    response_type: 'code',
    client_id: clientOf(provider).id,
    redirect_uri: `${walletOrigin}/social/${provider}`,
    scope: scopes[provider],
    state: 'the-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(provider === 'apple' && { response_mode: 'form_post' }),
    ...(provider === 'google' && { prompt: 'select_account' }),
    ...changes,
  }
  const url = new URL(`${base}/${provider}/authorize`)
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value)
  return url
}

/** Sends a token request with the client's secret in the form; the given fields replace its own. */
export async function requestToken({
  base,
  provider,
  headers = {},
  ...changes
}: {
  base: string
  provider: ProviderId
  headers?: Record<string, string>
  [field: string]: string | Record<string, string> | undefined
}): Promise<{ status: number; body: Record<string, unknown> }> {
  const fields = {
    grant_type: 'authorization_code',
    redirect_uri: `${walletOrigin}/social/${provider}`,
    client_id: clientOf(provider).id,
    client_secret: clientOf(provider).secret,
    ...changes,
  }
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (typeof value === 'string') form.set(name, value)
  const response = await fetch(`${base}/${provider}/token`, { method: 'POST', headers, body: form })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
