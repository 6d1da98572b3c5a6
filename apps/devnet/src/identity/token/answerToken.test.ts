import { createRemoteJWKSet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import type { IdentityClient } from '../IdentityClient.ts'
import { basic } from '../testing/basic.ts'
import { getToken } from '../testing/getToken.ts'
import { logIn } from '../testing/logIn.ts'
import { readResource } from '../testing/readResource.ts'
import { authorizeUrl, clientOf, createVerifier, requestToken } from '../testing/requests.ts'
import { signAppleSecret } from '../testing/signAppleSecret.ts'
import { startServer, walletOrigin } from '../testing/startServer.ts'

describe('answerToken', () => {
  test('error: a code with the wrong verifier, and afterwards with the right one', async () => {
    const base = await startServer()
    const verifier = createVerifier()
    const { params } = await logIn({ url: authorizeUrl({ base, provider: 'google', verifier }) })
    const exchange = (code_verifier: string | undefined) =>
      requestToken({ base, provider: 'google', code: params.get('code') ?? '', code_verifier })
    expect(await exchange(createVerifier())).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: expect.stringContaining('verifier') },
    })
    expect(await exchange(verifier)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('error: a code without a verifier', async () => {
    const base = await startServer()
    const { params } = await logIn({ url: authorizeUrl({ base, provider: 'google' }) })
    const result = await requestToken({ base, provider: 'google', code: params.get('code') ?? '' })
    expect(result).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('error: a code used twice', async () => {
    const base = await startServer()
    const verifier = createVerifier()
    const { params } = await logIn({ url: authorizeUrl({ base, provider: 'google', verifier }) })
    const exchange = () =>
      requestToken({ base, provider: 'google', code: params.get('code') ?? '', code_verifier: verifier })
    expect((await exchange()).status).toBe(200)
    expect(await exchange()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test.each([
    { age: 59_999, status: 200 },
    { age: 60_000, status: 400 },
  ])('behavior: a code after $age ms: $status', async ({ age, status }) => {
    let time = Date.now()
    const base = await startServer({ now: () => time })
    const verifier = createVerifier()
    const { params } = await logIn({ url: authorizeUrl({ base, provider: 'google', verifier }) })
    time += age
    const code = params.get('code') ?? ''
    const result = await requestToken({ base, provider: 'google', code, code_verifier: verifier })
    expect(result.status).toBe(status)
  })

  test("error: another client's code", async () => {
    const other: IdentityClient = {
      provider: 'google',
      id: 'other',
      secret: 'other-secret',
      redirectUris: [`${walletOrigin}/social/google`],
    }
    const base = await startServer({ clients: [other] })
    const verifier = createVerifier()
    const { params } = await logIn({ url: authorizeUrl({ base, provider: 'google', verifier }) })
    const result = await requestToken({
      base,
      provider: 'google',
      code: params.get('code') ?? '',
      code_verifier: verifier,
      client_id: other.id,
      client_secret: other.secret,
    })
    expect(result).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: expect.stringContaining('another client') },
    })
  })

  test('error: a code of another provider, by a client with the same ID', async () => {
    const redirectUris = [`${walletOrigin}/back`]
    const clients = (['google', 'discord'] as const).map((provider) => ({
      ...{ provider, id: 'same', secret: 'same-secret', redirectUris },
    }))
    const base = await startServer({ clients })
    const verifier = createVerifier()
    const same = { base, client_id: 'same', redirect_uri: `${walletOrigin}/back` }
    const { params } = await logIn({ url: authorizeUrl({ ...same, provider: 'google', verifier }) })
    const result = await requestToken({
      ...same,
      provider: 'discord',
      client_secret: 'same-secret',
      code: params.get('code') ?? '',
      code_verifier: verifier,
    })
    expect(result).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('error: a code with another redirect URI than it was issued for', async () => {
    const base = await startServer()
    const verifier = createVerifier()
    const { params } = await logIn({ url: authorizeUrl({ base, provider: 'discord', verifier }) })
    const result = await requestToken({
      base,
      provider: 'discord',
      code: params.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: `${walletOrigin}/social/discord/second`,
    })
    expect(result).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test.each([
    'https://evil.example/social/google',
    `${walletOrigin}/social/google/`,
    `${walletOrigin}/social/google?next=1`,
    `${walletOrigin}/social/"><script>`,
  ])('error: the redirect URI %s is not registered', async (redirectUri) => {
    const base = await startServer()
    const url = authorizeUrl({ base, provider: 'google', redirect_uri: redirectUri })
    const response = await fetch(url, { redirect: 'manual' })
    expect(response.status).toBe(400)
    const page = await response.text()
    expect(page).toContain('is not registered: register it')
    if (redirectUri.includes('<')) expect(page).toContain('&quot;&gt;&lt;script&gt;')
    else expect(page).toContain(redirectUri)
    expect(page).toContain(`<code>${walletOrigin}/social/google</code>`)
  })

  test('error: a missing redirect URI', async () => {
    const base = await startServer()
    const response = await fetch(authorizeUrl({ base, provider: 'google', redirect_uri: undefined }))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('redirect_uri is missing')
  })

  test('error: an unknown client ID', async () => {
    const base = await startServer()
    const response = await fetch(authorizeUrl({ base, provider: 'google', client_id: clientOf('x').id }))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(clientOf('google').id)
  })

  test.each([
    { changes: { response_type: 'token' }, error: 'unsupported_response_type' },
    { changes: { code_challenge: undefined }, error: 'invalid_request' },
    { changes: { code_challenge_method: 'plain' }, error: 'invalid_request' },
    { changes: { scope: 'openid everything' }, error: 'invalid_scope' },
    { changes: { response_mode: 'form_post' }, error: 'invalid_request' },
  ])('error: an authorization request with $changes', async ({ changes, error }) => {
    const base = await startServer()
    const { params } = await logIn({ url: authorizeUrl({ base, provider: 'google', ...changes }) })
    expect(params.get('error')).toBe(error)
    expect(params.get('state')).toBe('the-state')
    expect(params.get('error_description')).toBeTruthy()
  })

  test.each([
    { name: 'no secret', changes: { client_secret: undefined } },
    { name: 'a wrong secret', changes: { client_secret: 'wrong' } },
    { name: 'the client of another provider', changes: { client_id: clientOf('x').id } },
  ])('error: a token request with $name', async ({ changes }) => {
    const base = await startServer()
    const verifier = createVerifier()
    const { params } = await logIn({ url: authorizeUrl({ base, provider: 'google', verifier }) })
    const valid = {
      base,
      provider: 'google' as const,
      code: params.get('code') ?? '',
      code_verifier: verifier,
    }
    const result = await requestToken({ ...valid, ...changes })
    expect(result).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    // The code is not consumed by a request that proves nothing.
    expect((await requestToken(valid)).status).toBe(200)
  })

  test('behavior: client authentication by Basic', async () => {
    const base = await startServer()
    const verifier = createVerifier()
    const { params } = await logIn({ url: authorizeUrl({ base, provider: 'google', verifier }) })
    const result = await requestToken({
      base,
      provider: 'google',
      code: params.get('code') ?? '',
      code_verifier: verifier,
      client_secret: undefined,
      headers: basic('google'),
    })
    expect(result.status).toBe(200)
  })

  const seconds = Math.floor(Date.now() / 1_000)
  test.each([
    { name: 'valid', changes: {}, status: 200 },
    { name: 'too old', changes: { issuedAt: seconds - 301, lifeSeconds: 300 }, status: 401 },
    { name: 'old and valid for long', changes: { issuedAt: seconds - 302, lifeSeconds: 3_600 }, status: 401 },
    { name: 'valid for more than five minutes', changes: { lifeSeconds: 301 }, status: 401 },
    { name: 'issued in the future', changes: { issuedAt: seconds + 3_600 }, status: 401 },
    { name: 'for another audience', changes: { audience: 'https://appleid.apple.com' }, status: 401 },
    { name: 'of another team', changes: { issuer: 'OTHERTEAM0' }, status: 401 },
    { name: 'for another client', changes: { subject: 'example.other' }, status: 401 },
    { name: 'with another key ID', changes: { keyId: 'OTHERKEY00' }, status: 401 },
  ])('behavior: a secret of apple that is $name: $status', async ({ changes, status }) => {
    const base = await startServer()
    const verifier = createVerifier()
    const { params } = await logIn({ url: authorizeUrl({ base, provider: 'apple', verifier }) })
    const result = await requestToken({
      base,
      provider: 'apple',
      code: params.get('code') ?? '',
      code_verifier: verifier,
      client_secret: await signAppleSecret({ audience: `${base}/apple`, ...changes }),
    })
    expect(result.status).toBe(status)
    if (status === 401) expect(result.body.error).toBe('invalid_client')
  })

  test('error: a text instead of a signed secret of apple', async () => {
    const base = await startServer()
    const result = await requestToken({ base, provider: 'apple', client_secret: 'secret' })
    expect(result).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })

  test('error: an access token that is missing or of another provider', async () => {
    const base = await startServer()
    const { token } = await getToken({ base, provider: 'discord' })
    expect((await readResource({ url: `${base}/discord/api/users/@me`, token })).status).toBe(200)
    for (const foreign of [token, 'wrong'])
      expect(await readResource({ url: `${base}/github/user`, token: foreign })).toMatchObject({
        status: 401,
        body: { error: 'invalid_token' },
      })
  })

  test.each(['google', 'apple'] as const)(
    'behavior: the ID token of %s is signed with a published key and echoes the nonce',
    async (provider) => {
      const base = await startServer()
      const issuer = `${base}/${provider}`
      const discovered = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
      const verifier = createVerifier()
      const url = authorizeUrl({ base, provider, verifier, nonce: 'the-nonce' })
      const { params } = await logIn({ url })
      const { body } = await requestToken({
        base,
        provider,
        code: params.get('code') ?? '',
        code_verifier: verifier,
        ...(provider === 'apple' && { client_secret: await signAppleSecret({ audience: issuer }) }),
      })
      const { id } = clientOf(provider)
      const keys = createRemoteJWKSet(new URL(discovered.jwks_uri))
      const { payload } = await jwtVerify(String(body.id_token), keys, {
        algorithms: ['RS256'],
        issuer,
        audience: id,
        requiredClaims: ['iat', 'exp', 'sub'],
      })
      expect(payload.nonce).toBe('the-nonce')
      expect(payload.azp).toBe(provider === 'google' ? id : undefined)
    },
  )
})
