import { createHmac } from 'node:crypto'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { describe, expect, test } from 'vitest'
import type { ProviderId } from './IdentityClient.ts'
import { logIn, type Result } from './testing/logIn.ts'
import { clientOf } from './testing/requests.ts'
import { signAppleSecret } from './testing/signAppleSecret.ts'
import { startServer, walletOrigin } from './testing/startServer.ts'

/** Configures openid-client for a provider with discovery, with signatures of ID tokens verified. */
function discover(issuer: string, id: ProviderId, authentication: ClientAuth): Promise<Configuration> {
  return discovery(new URL(issuer), clientOf(id).id, undefined, authentication, {
    execute: [allowInsecureRequests, enableNonRepudiationChecks],
  })
}

/** Configures openid-client for a provider of plain OAuth 2. */
function configure(
  issuer: string,
  id: ProviderId,
  { authentication, ...metadata }: { authentication: ClientAuth; [name: string]: unknown },
): Configuration {
  const server = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    ...metadata,
  }
  const config = new Configuration(server, clientOf(id).id, undefined, authentication)
  allowInsecureRequests(config)
  return config
}

/** Runs the whole authorization code flow with PKCE. */
async function runFlow({
  config,
  redirectUri,
  query,
  nonce,
}: {
  config: Configuration
  redirectUri: string
  query: Record<string, string>
  nonce?: string
}) {
  const verifier = randomPKCECodeVerifier()
  const state = randomState()
  const url = buildAuthorizationUrl(config, {
    ...query,
    redirect_uri: redirectUri,
    state,
    ...(nonce !== undefined && { nonce }),
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const result = await logIn({ url })
  const tokens = await authorizationCodeGrant(config, toCallback(result), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    ...(nonce !== undefined && { expectedNonce: nonce, idTokenExpected: true }),
  })
  return { result, tokens }
}

function toCallback({ method, url, params }: Result): URL | Request {
  return method === 'GET' ? new URL(url) : new Request(url, { method, body: params })
}

async function read(config: Configuration, token: string, url: string): Promise<unknown> {
  const response = await fetchProtectedResource(config, token, new URL(url), 'GET')
  expect(response.status).toBe(200)
  return response.json()
}

describe('createIdentityServer with openid-client', () => {
  test('behavior: google', async () => {
    const base = `${await startServer()}/google`
    const config = await discover(base, 'google', ClientSecretPost(clientOf('google').secret))
    const nonce = randomNonce()
    const { tokens } = await runFlow({
      config,
      redirectUri: `${walletOrigin}/social/google`,
      query: { scope: 'openid email profile', prompt: 'select_account' },
      nonce,
    })
    const { id } = clientOf('google')
    expect(tokens.claims()).toMatchObject({
      iss: base,
      aud: id,
      azp: id,
      nonce,
      sub: expect.stringMatching(/^1\d{20}$/),
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada Moreau',
    })
    expect(await read(config, tokens.access_token, `${base}/v1/userinfo`)).toMatchObject({
      sub: tokens.claims()?.sub,
      email: 'ada@example.com',
    })
  })

  test('behavior: apple', async () => {
    const base = `${await startServer()}/apple`
    const config = await discover(base, 'apple', async (_server, { client_id }, body) => {
      body.set('client_id', client_id)
      body.set('client_secret', await signAppleSecret({ audience: base }))
    })
    const nonce = randomNonce()
    const { result, tokens } = await runFlow({
      config,
      redirectUri: `${walletOrigin}/social/apple`,
      query: { scope: 'name email', response_mode: 'form_post' },
      nonce,
    })
    expect(result.method).toBe('POST')
    expect(tokens.claims()).toMatchObject({
      iss: base,
      aud: clientOf('apple').id,
      nonce,
      sub: expect.stringMatching(/^001337\.\d{32}\.0042$/),
      email: 'ada@example.com',
      email_verified: 'true',
    })
  })

  test('behavior: github', async () => {
    const base = `${await startServer()}/github`
    const config = configure(base, 'github', { authentication: ClientSecretPost(clientOf('github').secret) })
    const { tokens } = await runFlow({
      config,
      redirectUri: `${walletOrigin}/social/github`,
      query: { scope: 'read:user user:email' },
    })
    expect(await read(config, tokens.access_token, `${base}/user`)).toEqual({
      id: expect.any(Number),
      login: 'ada_moreau',
      name: 'Ada Moreau',
      email: null,
    })
  })

  test('behavior: discord', async () => {
    const base = `${await startServer()}/discord`
    const config = configure(base, 'discord', {
      authentication: ClientSecretPost(clientOf('discord').secret),
      // openid-client then refuses results without `iss`.
      authorization_response_iss_parameter_supported: true,
    })
    const { tokens } = await runFlow({
      config,
      redirectUri: `${walletOrigin}/social/discord/second`,
      query: { scope: 'identify email' },
    })
    expect(await read(config, tokens.access_token, `${base}/api/users/@me`)).toMatchObject({
      id: expect.stringMatching(/^1\d{17}$/),
      username: 'ada_moreau',
      email: 'ada@example.com',
      verified: true,
    })
  })

  test('behavior: x', async () => {
    const base = `${await startServer()}/x`
    const config = configure(base, 'x', { authentication: ClientSecretBasic(clientOf('x').secret) })
    const { tokens } = await runFlow({
      config,
      redirectUri: `${walletOrigin}/social/x`,
      query: { scope: 'users.read tweet.read users.email' },
    })
    expect(await read(config, tokens.access_token, `${base}/2/users/me?user.fields=confirmed_email`)).toEqual(
      {
        data: {
          id: expect.stringMatching(/^1\d{18}$/),
          name: 'Ada Moreau',
          username: 'ada_moreau',
          confirmed_email: 'ada@example.com',
        },
      },
    )
  })

  test('behavior: facebook', async () => {
    const base = `${await startServer()}/facebook`
    const { secret } = clientOf('facebook')
    const config = configure(base, 'facebook', { authentication: ClientSecretPost(secret) })
    const { result, tokens } = await runFlow({
      config,
      redirectUri: `${walletOrigin}/social/facebook`,
      query: { scope: 'public_profile email' },
    })
    expect(result.url).toMatch(/#_=_$/)
    const proof = createHmac('sha256', secret).update(tokens.access_token).digest('hex')
    const url = `${base}/me?fields=id,name,email&appsecret_proof=${proof}`
    expect(await read(config, tokens.access_token, url)).toEqual({
      id: expect.stringMatching(/^1\d{16}$/),
      name: 'Ada Moreau',
      email: 'ada@example.com',
    })
  })

  test('error: github answers a wrong code with status 200, which openid-client takes for an invalid response', async () => {
    const base = `${await startServer()}/github`
    const config = configure(base, 'github', { authentication: ClientSecretPost(clientOf('github').secret) })
    const callback = new URL(`${walletOrigin}/social/github?code=wrong`)
    const grant = authorizationCodeGrant(config, callback, { pkceCodeVerifier: randomPKCECodeVerifier() })
    await expect(grant).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' })
  })
})
