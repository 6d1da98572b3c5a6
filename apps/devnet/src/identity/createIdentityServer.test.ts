import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PortTakenError } from '../errors/PortTakenError.ts'
import type { IdentityClient, ProviderId } from './IdentityClient.ts'
import { logIn } from './testing/logIn.ts'
import { authorizeUrl, clientOf, createVerifier, requestToken } from './testing/requests.ts'
import { setSwitches } from './testing/setSwitches.ts'
import { signAppleSecret } from './testing/signAppleSecret.ts'
import { startServer, walletOrigin } from './testing/startServer.ts'

const ids = ['google', 'apple', 'github', 'discord', 'x', 'facebook'] as const
const basic = (id: ProviderId) => ({
  authorization: `Basic ${Buffer.from(`${clientOf(id).id}:${clientOf(id).secret}`).toString('base64')}`,
})

/** Logs in and returns the access token. */
async function getToken({
  base,
  provider,
  button = 'ada',
  scope,
}: {
  base: string
  provider: ProviderId
  button?: string
  scope?: string
}): Promise<{ token: string; body: Record<string, unknown> }> {
  const verifier = createVerifier()
  const url = authorizeUrl({ base, provider, verifier, ...(scope !== undefined && { scope }) })
  const { params } = await logIn({ url, button })
  const { body } = await requestToken({
    base,
    provider,
    code: params.get('code') ?? '',
    code_verifier: verifier,
    ...(provider === 'x' && { headers: basic('x'), client_secret: undefined }),
    ...(provider === 'apple' && { client_secret: await signAppleSecret({ audience: `${base}/apple` }) }),
  })
  expect(body.access_token).toEqual(expect.any(String))
  return { token: String(body.access_token), body }
}

async function read({ url, token }: { url: string; token: string }) {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, body: await response.json() }
}

describe('createIdentityServer', () => {
  test.each(ids)('behavior: the page of %s names whom it imitates, three people and Cancel', async (id) => {
    const base = await startServer()
    const response = await fetch(authorizeUrl({ base, provider: id }))
    expect(response.status).toBe(200)
    const page = await response.text()
    const name = {
      google: 'Google',
      apple: 'Apple',
      github: 'GitHub',
      discord: 'Discord',
      x: 'X',
      facebook: 'Facebook',
    }[id]
    expect(page).toContain(`<title>Log in with ${name}</title>`)
    expect(page).toContain(`This page imitates ${name} on this machine.`)
    for (const person of ['Ada Moreau', 'Ben Keller', 'Cleo Okafor']) expect(page).toContain(person)
    expect(page).toMatch(/<button name="cancel"[^>]*>Cancel</)
  })

  test.each(ids)('behavior: Cancel at %s returns an error with the state', async (id) => {
    const base = await startServer()
    const { url, params } = await logIn({ url: authorizeUrl({ base, provider: id }), button: 'yes' })
    expect(url).toMatch(`${walletOrigin}/social/${id}`)
    expect(params.get('error')).toBe(id === 'apple' ? 'user_cancelled_authorize' : 'access_denied')
    expect(params.get('state')).toBe('the-state')
    expect(params.has('code')).toBe(false)
  })

  test('behavior: google refuses webviews', async () => {
    const base = await startServer()
    const open = (agent: string) =>
      fetch(authorizeUrl({ base, provider: 'google' }), { headers: { 'user-agent': agent } })
    const iPhone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
    const android = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36'
    for (const agent of [
      `Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) ${android}`,
      `${iPhone} Mobile/15E148`,
      `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]`,
    ]) {
      const response = await open(agent)
      expect(response.status).toBe(403)
      expect(await response.text()).toContain('disallowed_useragent')
    }
    for (const agent of [
      `Mozilla/5.0 (Linux; Android 10; K) ${android}`,
      `${iPhone} Version/18.4 Mobile/15E148 Safari/604.1`,
    ])
      expect((await open(agent)).status).toBe(200)
  })

  test('behavior: google shows the account chooser only with prompt=select_account', async () => {
    const base = await startServer()
    const { cookie } = await logIn({ url: authorizeUrl({ base, provider: 'google' }), button: 'ben' })
    const open = (prompt: string | undefined, sent = cookie) =>
      fetch(authorizeUrl({ base, provider: 'google', prompt }), {
        redirect: 'manual',
        ...(sent && { headers: { cookie: sent } }),
      })
    expect((await open('select_account')).status).toBe(200)
    const skipped = await open(undefined)
    expect(skipped.status).toBe(303)
    expect(new URL(skipped.headers.get('location') ?? '').searchParams.get('code')).toBeTruthy()
    expect((await open(undefined, '')).status).toBe(200)
  })

  test('behavior: apple tells the name at the first login only, and by POST', async () => {
    const base = await startServer()
    const first = await logIn({ url: authorizeUrl({ base, provider: 'apple' }) })
    expect(first.method).toBe('POST')
    expect(JSON.parse(first.params.get('user') ?? '')).toEqual({
      name: { firstName: 'Ada', lastName: 'Moreau' },
      email: 'ada@example.com',
    })
    const second = await logIn({ url: authorizeUrl({ base, provider: 'apple' }) })
    expect(second.params.get('code')).toBeTruthy()
    expect(second.params.has('user')).toBe(false)
    const other = await logIn({ url: authorizeUrl({ base, provider: 'apple' }), button: 'ben' })
    expect(other.params.get('user')).toContain('Ben')
  })

  test('error: apple refuses names and e-mail addresses without form_post', async () => {
    const base = await startServer()
    const url = authorizeUrl({ base, provider: 'apple', response_mode: 'query' })
    const { method, params } = await logIn({ url })
    expect(method).toBe('GET')
    expect(params.get('error')).toBe('invalid_request')
    expect(params.get('error_description')).toContain('form_post')
  })

  test('behavior: apple writes email_verified as text', async () => {
    const base = await startServer()
    const claims = async (button: string) =>
      decodeJwt(String((await getToken({ base, provider: 'apple', button })).body.id_token))
    expect((await claims('ada')).email_verified).toBe('true')
    expect((await claims('cleo')).email_verified).toBe('false')
  })

  test('behavior: github answers errors with status 200', async () => {
    const base = await startServer()
    const wrongCode = await requestToken({ base, provider: 'github', code: 'wrong', code_verifier: 'x' })
    expect(wrongCode).toMatchObject({ status: 200, body: { error: 'bad_verification_code' } })
    const wrongSecret = await requestToken({ base, provider: 'github', client_secret: 'wrong' })
    expect(wrongSecret).toMatchObject({ status: 200, body: { error: 'incorrect_client_credentials' } })
  })

  test('behavior: github has several e-mail addresses, of which one is primary', async () => {
    const base = await startServer()
    const emails = async (button: string) => {
      const { token } = await getToken({ base, provider: 'github', button })
      return (await read({ url: `${base}/github/user/emails`, token })).body
    }
    const ofAda = await emails('ada')
    expect(ofAda).toHaveLength(3)
    expect(ofAda[0]).toMatchObject({ primary: false, verified: true })
    expect(ofAda.filter(({ primary }: { primary: boolean }) => primary)).toMatchObject([
      { email: 'ada@example.com', verified: true },
    ])
    const [primary] = (await emails('cleo')).filter(({ primary }: { primary: boolean }) => primary)
    expect(primary).toMatchObject({ email: 'cleo@example.com', verified: false })
    const { token } = await getToken({ base, provider: 'github', scope: 'read:user' })
    expect((await read({ url: `${base}/github/user/emails`, token })).status).toBe(404)
  })

  test('behavior: discord names itself in every result', async () => {
    const base = await startServer()
    for (const button of ['ada', 'yes']) {
      const { params } = await logIn({ url: authorizeUrl({ base, provider: 'discord' }), button })
      expect(params.get('iss')).toBe(`${base}/discord`)
    }
  })

  test('behavior: discord asks only once with prompt=none', async () => {
    const base = await startServer()
    const silent = authorizeUrl({ base, provider: 'discord', prompt: 'none' })
    const { cookie } = await logIn({ url: silent })
    const open = (url: URL) => fetch(url, { redirect: 'manual', headers: { cookie: cookie ?? '' } })
    expect((await open(silent)).status).toBe(303)
    expect((await open(authorizeUrl({ base, provider: 'discord' }))).status).toBe(200)
  })

  test('behavior: x tells an e-mail address of few', async () => {
    const base = await startServer()
    const account = async (button: string) => {
      const { token } = await getToken({ base, provider: 'x', button })
      return (await read({ url: `${base}/x/2/users/me?user.fields=confirmed_email`, token })).body.data
    }
    expect(await account('ada')).toMatchObject({ username: 'ada_moreau', confirmed_email: 'ada@example.com' })
    for (const button of ['ben', 'cleo']) expect(await account(button)).not.toHaveProperty('confirmed_email')
    const { token } = await getToken({ base, provider: 'x', scope: 'users.read' })
    expect((await read({ url: `${base}/x/2/users/me`, token })).status).toBe(403)
  })

  test('error: x accepts client authentication by Basic only', async () => {
    const base = await startServer()
    const { status, body } = await requestToken({ base, provider: 'x', code: 'any', code_verifier: 'any' })
    expect(status).toBe(401)
    expect(body).toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringContaining('client_secret_basic'),
    })
  })

  test('behavior: facebook wants a proof of the secret', async () => {
    const base = await startServer()
    const { token } = await getToken({ base, provider: 'facebook' })
    const proof = createHmac('sha256', clientOf('facebook').secret).update(token).digest('hex')
    const ask = (query: string) => read({ url: `${base}/facebook/me${query}`, token })
    expect(await ask('')).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('require an appsecret_proof') } },
    })
    expect(await ask(`?appsecret_proof=${proof.replace(/^./, 'x')}`)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('Invalid appsecret_proof') } },
    })
    expect(await ask(`?appsecret_proof=${proof}`)).toMatchObject({ status: 200 })
  })

  test('behavior: facebook appends #_=_ to the redirect', async () => {
    const base = await startServer()
    const { url } = await logIn({ url: authorizeUrl({ base, provider: 'facebook' }) })
    expect(url).toMatch(/&state=the-state#_=_$/)
  })

  test('behavior: facebook gives clients different account numbers, and says of no e-mail that it is verified', async () => {
    const other = {
      provider: 'facebook' as const,
      id: 'other',
      secret: 'other-secret',
      redirectUris: [`${walletOrigin}/social/facebook`],
    }
    const base = await startServer({ clients: [other] })
    const account = async (id: string, secret: string) => {
      const verifier = createVerifier()
      const credentials = { client_id: id, client_secret: secret }
      const url = authorizeUrl({ base, provider: 'facebook', verifier, client_id: id })
      const { params } = await logIn({ url })
      const code = params.get('code') ?? ''
      const request = { base, provider: 'facebook' as const, code, code_verifier: verifier, ...credentials }
      const token = String((await requestToken(request)).body.access_token)
      const proof = createHmac('sha256', secret).update(token).digest('hex')
      return (await read({ url: `${base}/facebook/me?fields=id,email&appsecret_proof=${proof}`, token })).body
    }
    const first = await account(clientOf('facebook').id, clientOf('facebook').secret)
    expect(first).toEqual({ id: expect.stringMatching(/^\d{17}$/), email: 'ada@example.com' })
    expect(await account(clientOf('facebook').id, clientOf('facebook').secret)).toEqual(first)
    expect((await account(other.id, other.secret)).id).not.toBe(first.id)
  })

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
    { name: 'issued in the future', changes: { issuedAt: seconds + 120 }, status: 401 },
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
    expect((await read({ url: `${base}/discord/api/users/@me`, token })).status).toBe(200)
    for (const foreign of [token, 'wrong'])
      expect(await read({ url: `${base}/github/user`, token: foreign })).toMatchObject({
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

  test('behavior: the userinfo of google has the claims of the ID token', async () => {
    const base = await startServer()
    const { token, body } = await getToken({ base, provider: 'google', button: 'cleo' })
    expect((await read({ url: `${base}/google/v1/userinfo`, token })).body).toEqual({
      sub: decodeJwt(String(body.id_token)).sub,
      email: 'cleo@example.com',
      email_verified: false,
      name: 'Cleo Okafor',
      given_name: 'Cleo',
      family_name: 'Okafor',
    })
  })

  test('behavior: people have the same subject at each login, and another at each provider', async () => {
    const bases = [await startServer(), await startServer()]
    const subject = async (base: string, provider: 'google' | 'apple', button: string) =>
      decodeJwt(String((await getToken({ base, provider, button })).body.id_token)).sub
    const first = await Promise.all(bases.map((base) => subject(base, 'google', 'ada')))
    expect(first[0]).toBe(first[1])
    expect(await subject(String(bases[0]), 'google', 'ben')).not.toBe(first[0])
    expect(await subject(String(bases[0]), 'apple', 'ada')).not.toBe(first[0])
  })

  test('param: issuerBase', async () => {
    const base = await startServer({ issuerBase: 'https://identity.example' })
    const url = `${base}/google/.well-known/openid-configuration`
    expect(await (await fetch(url)).json()).toMatchObject({
      issuer: 'https://identity.example/google',
      token_endpoint: 'https://identity.example/google/token',
    })
    expect((await fetch(`${base}/github/.well-known/openid-configuration`)).status).toBe(404)
  })

  test('behavior: deny refuses every login without a page', async () => {
    const base = await startServer()
    await setSwitches(base, { google: { deny: true } })
    const { params } = await logIn({ url: authorizeUrl({ base, provider: 'google' }) })
    expect(params.get('error')).toBe('access_denied')
    const other = await fetch(authorizeUrl({ base, provider: 'discord' }), { redirect: 'manual' })
    expect(other.status).toBe(200)
  })

  test('behavior: slow waits five seconds before each answer of the provider', async () => {
    const waits: number[] = []
    const base = await startServer({ sleep: async (ms) => waits.push(ms) })
    await setSwitches(base, { x: { slow: true } })
    await fetch(authorizeUrl({ base, provider: 'x' }))
    await requestToken({ base, provider: 'x' })
    await fetch(authorizeUrl({ base, provider: 'google' }))
    expect(waits).toEqual([5_000, 5_000])
  })

  test.each(['none', 'same-origin-allow-popups', 'same-origin'])(
    'behavior: the cross-origin opener policy %s',
    async (coop) => {
      const base = await startServer()
      await setSwitches(base, { apple: { coop } })
      const page = await fetch(authorizeUrl({ base, provider: 'apple' }))
      const policy = coop === 'none' ? null : coop
      expect(page.headers.get('cross-origin-opener-policy')).toBe(policy)
      const other = await fetch(authorizeUrl({ base, provider: 'google' }))
      expect(other.headers.get('cross-origin-opener-policy')).toBeNull()
    },
  )

  test('behavior: tokenError answers 500 at the token endpoint', async () => {
    const base = await startServer()
    await setSwitches(base, { google: { tokenError: true } })
    const result = await requestToken({ base, provider: 'google' })
    expect(result).toMatchObject({ status: 500, body: { error: 'server_error' } })
  })

  test('behavior: a PUT replaces all switches, and the page shows them', async () => {
    const base = await startServer()
    const changed = await (await setSwitches(base, { google: { deny: true, coop: 'same-origin' } })).json()
    const off = { deny: false, slow: false, coop: 'none', tokenError: false }
    expect(changed).toMatchObject({ google: { ...off, deny: true, coop: 'same-origin' }, x: off })
    expect(await (await fetch(`${base}/switches`)).json()).toEqual(changed)
    const page = await (await fetch(base)).text()
    expect(page.match(/<fieldset/g)).toHaveLength(8)
    expect(page.match(/name="deny" checked/g)).toHaveLength(1)
    expect(page).toContain('<option selected>same-origin</option>')
    await setSwitches(base, {})
    expect(await (await fetch(`${base}/switches`)).json()).toMatchObject({ google: off })
  })

  test.each(ids)('behavior: the people get other accounts at %s, and their own ones back', async (id) => {
    const base = await startServer()
    const accountOf = async (accounts: string) => {
      await setSwitches(base, { people: { accounts } })
      const { token, body } = await getToken({ base, provider: id })
      if (typeof body.id_token === 'string') return decodeJwt(body.id_token).sub
      const paths: Record<string, string> = { github: 'user', discord: 'api/users/@me', x: '2/users/me' }
      const proof = createHmac('sha256', `${clientOf(id).secret}`)
        .update(token)
        .digest('hex')
      const path = paths[id] ?? `me?appsecret_proof=${proof}`
      const { status, body: account } = await read({ url: `${base}/${id}/${path}`, token })
      expect(status).toBe(200)
      return account.data?.id ?? account.id
    }
    const own = await accountOf('')
    expect(own).toBeTruthy()
    const other = await accountOf('2')
    expect(other).not.toEqual(own)
    expect(await accountOf('2')).toEqual(other)
    expect(await accountOf('')).toEqual(own)
  })

  test('error: switches that do not exist, or that a form of another page sends', async () => {
    const base = await startServer()
    const unknown = await setSwitches(base, { google: { broken: true } })
    expect(unknown.status).toBe(400)
    expect((await unknown.json()).error).toContain('broken')
    expect((await setSwitches(base, { yahoo: {} })).status).toBe(400)
    const plain = await fetch(`${base}/switches`, { method: 'PUT', body: '{}' })
    expect(plain.status).toBe(415)
    expect((await fetch(`${base}/switches`, { method: 'POST', body: '{}' })).status).toBe(405)
  })

  test('behavior: every response has a strict policy and allows no other origin', async () => {
    const base = await startServer()
    const urls = [
      `${base}/`,
      `${base}/switches`,
      `${base}/identity.css`,
      `${base}/submit.js`,
      `${base}/switches.js`,
      `${base}/google/.well-known/openid-configuration`,
      `${base}/nothing`,
      authorizeUrl({ base, provider: 'google' }),
      authorizeUrl({ base, provider: 'google', client_id: 'unknown' }),
    ]
    for (const url of urls) {
      const { headers } = await fetch(url, { headers: { origin: 'https://evil.example' } })
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
    const page = await fetch(authorizeUrl({ base, provider: 'google' }))
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${walletOrigin};`)
    expect(await page.text()).not.toMatch(/<script(?![^>]*src=)|style=|onclick/)
  })

  test('error: a request with a foreign host name (DNS rebinding)', async () => {
    const base = await startServer()
    const status = await new Promise((resolve, reject) =>
      request(`${base}/switches`, { headers: { host: 'evil.example:4409' } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end(),
    )
    expect(status).toBe(421)
  })

  test('error: an oversized body, an unknown path, an unsupported method', async () => {
    const base = await startServer()
    const large = await fetch(`${base}/google/token`, { method: 'POST', body: 'x'.repeat(70_000) })
    expect(large.status).toBe(413)
    for (const path of ['/yahoo/authorize', '/google/nothing', '/github/toString', '/..%2f..%2fpackage.json'])
      expect((await fetch(`${base}${path}`)).status).toBe(404)
    expect((await fetch(`${base}/google/token`)).status).toBe(404)
  })

  test('error: a port in use is reported with its variable', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const started = startServer({ port })
    await expect(started).rejects.toBeInstanceOf(PortTakenError)
    await expect(started).rejects.toThrow('IDENTITY_PORT')
  })
})
