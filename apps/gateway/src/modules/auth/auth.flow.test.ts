import type { MessageFields } from '@portico/siwx'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'
import { startUpstream } from '../../testing/startUpstream.ts'
import {
  type Attempt,
  day,
  gateway,
  me,
  messageOf,
  minute,
  nonceOf,
  origin,
  send,
  signIn,
  visitor,
} from './testing/signInRequests.ts'

describe('GET /auth/v1/nonce', () => {
  test('behavior: 128 random bits as hex digits, different each time, with rate limit headers', async () => {
    const test = await gateway()
    const response = await test.get('/auth/v1/nonce', { origin })
    expect(response.headers.get('ratelimit-policy')).toContain('"auth";q=120;w=60')
    const nonces = await Promise.all(Array.from({ length: 20 }, () => nonceOf(test)))
    expect(new Set(nonces.map(({ nonce }) => nonce)).size).toBe(20)
    for (const { nonce } of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/)
  })

  test('error: too many requests from one address get 429 with Retry-After', async () => {
    const test = await gateway({ now: () => 1_800_000_000_000 })
    for (let count = 0; count < 120; count++) await test.get('/auth/v1/nonce')
    const response = await test.get('/auth/v1/nonce')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1'])
    expect(((await response.json()) as { code: string }).code).toBe('rate-limited')
  })
})

describe('POST /auth/v1/authenticate', () => {
  test('behavior: a signed message becomes a session token that other servers can verify', async () => {
    const test = await gateway()
    const { status, token = '' } = await signIn(test)
    expect(status).toBe(200)
    const jwks = (await (await test.get('/.well-known/jwks.json')).json()) as JSONWebKeySet
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(jwks), {
      audience: 'local',
    })
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: jwks.keys[0]?.kid })
    expect(payload).toMatchObject({
      sub: `eip155:31337:${visitor.address}`,
      aud: 'local',
      domain: 'localhost:4400',
      uri: origin,
    })
    expect(jwks.keys[0]).not.toHaveProperty('d')
    expect(await me(test, token)).toMatchObject({
      status: 200,
      body: {
        id: payload.jti,
        address: visitor.address,
        chainId: 'eip155:31337',
        caipAddress: `eip155:31337:${visitor.address}`,
        domain: 'localhost:4400',
      },
    })
  })

  test('behavior: a request without an Origin header can sign in for an allowed origin', async () => {
    expect((await signIn(await gateway(), {}, {})).status).toBe(200)
  })

  test('behavior: the session lasts until the signed expiration time, seven days at most', async () => {
    const test = await gateway()
    const lifeOf = async (changes: Partial<MessageFields>) => {
      const { body } = await me(test, (await signIn(test, changes)).token)
      return Date.parse(body.expiresAt as string) - Date.parse(body.issuedAt as string)
    }
    const inAnHour = new Date(Date.now() + 60 * minute).toISOString()
    expect(await lifeOf({ expirationTime: inAnHour })).toBeLessThanOrEqual(60 * minute)
    expect(await lifeOf({})).toBe(7 * day)
    expect(await lifeOf({ expirationTime: new Date(Date.now() + 365 * day).toISOString() })).toBe(7 * day)
  })

  test.each<[string, Partial<MessageFields>]>([
    ['domain-mismatch', { domain: 'evil.example' }],
    ['domain-mismatch', { domain: 'localhost:4400@evil.example' }],
    // An allowed origin, but not the origin of the page that sends the message.
    ['domain-mismatch', { domain: 'localhost:9999' }],
    ['domain-mismatch', { scheme: 'https' }],
    ['uri-mismatch', { uri: 'https://evil.example' }],
    ['uri-mismatch', { uri: 'http://localhost:4400@evil.example/' }],
    ['uri-mismatch', { uri: 'http://localhost:9999' }],
    ['uri-mismatch', { uri: 'urn:example:1' }],
    ['chain-unsupported', { chainId: 'eip155:1' }],
    ['expired', { expirationTime: new Date(Date.now() - 1000).toISOString() }],
    ['not-yet-valid', { notBefore: new Date(Date.now() + minute).toISOString() }],
    ['not-yet-valid', { issuedAt: new Date(Date.now() + 10 * minute).toISOString() }],
    ['nonce-mismatch', { nonce: 'abcdefgh12345678' }],
  ])('error: %s: %j', async (code, changes) => {
    expect(await signIn(await gateway(), changes)).toMatchObject({ status: 401, code })
  })

  test('error: refuses a message for another page of the project if the request has an Origin header', async () => {
    const test = await gateway()
    expect(await signIn(test, {}, { origin: 'http://localhost:9999' })).toMatchObject({
      status: 401,
      code: 'uri-mismatch',
    })
  })

  test('error: a nonce works once, also for simultaneous requests', async () => {
    const test = await gateway()
    const { nonce, token } = await nonceOf(test)
    const message = messageOf(nonce)
    const signature = await visitor.signMessage({ message })
    const responses = await Promise.all([1, 2, 3].map(() => send(test, { message, signature, token })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect(responses.filter(({ status }) => status === 401).map(({ code }) => code)).toEqual([
      'nonce-used',
      'nonce-used',
    ])
  })

  test('error: a failed attempt consumes the nonce', async () => {
    const test = await gateway()
    const { nonce, token } = await nonceOf(test)
    const message = messageOf(nonce)
    const stranger = privateKeyToAccount(generatePrivateKey())
    // The node is down, so the gateway cannot check whether the address is a smart account.
    expect(
      await send(test, { message, signature: await stranger.signMessage({ message }), token }),
    ).toMatchObject({
      status: 401,
      code: 'client-unavailable',
    })
    expect(
      await send(test, { message, signature: await visitor.signMessage({ message }), token }),
    ).toMatchObject({
      status: 401,
      code: 'nonce-used',
    })
  })

  test("error: refuses another account's signature, a malformed signature and a malformed message", async () => {
    const node = await startUpstream({ behave: () => ({ result: '0x' }) })
    const test = await createTestApp({ rpcUrls: { 'eip155:31337': [node.url] } })
    const attempt = async (change: (message: string) => Promise<[string, string]>) => {
      const { nonce, token } = await nonceOf(test)
      const [message, signature] = await change(messageOf(nonce))
      return (await send(test, { message, signature, token })).code
    }
    const stranger = privateKeyToAccount(generatePrivateKey())
    expect(await attempt(async (message) => [message, await stranger.signMessage({ message })])).toBe(
      'signature-invalid',
    )
    expect(await attempt(async (message) => [message, '0x1234'])).toBe('signature-malformed')
    expect(await attempt(async (message) => [message, 'hello'])).toBe('signature-malformed')
    expect(await attempt(async (message) => [`${message}\nmore`, '0x'])).toBe('malformed-message')
    expect(await attempt(async () => ['', '0x'])).toBe('malformed-message')
  })

  test('error: refuses a missing or forged nonce token, and one of another project', async () => {
    const test = await gateway({
      env: { PROJECTS: JSON.stringify({ shop: { name: 'Shop', allowedOrigins: [origin] } }) },
    })
    const { nonce, token } = await nonceOf(test)
    const message = messageOf(nonce)
    const signature = await visitor.signMessage({ message })
    const codeOf = async (attempt: Partial<Attempt>) =>
      (await send(test, { message, signature, ...attempt })).code
    expect(await codeOf({})).toBe('nonce-token-missing')
    expect(await codeOf({ token: 'x.y.z' })).toBe('nonce-token-invalid')
    expect(await codeOf({ token: `${token.slice(0, -4)}AAAA` })).toBe('nonce-token-invalid')
    expect(await codeOf({ token, projectId: 'shop' })).toBe('nonce-token-invalid')
    // None of these attempts has consumed the nonce.
    expect(await codeOf({ token })).toBeUndefined()
  })

  test('error: refuses a token with alg none or HS256', async () => {
    const test = await gateway()
    const { nonce } = await nonceOf(test)
    const claims = { nonce, aud: 'local', iat: 1, nbf: 1, exp: 4_000_000_000 }
    const none = [{ alg: 'none', typ: 'nonce+jwt' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
      .concat('.')
    const jwks = (await (await test.get('/.well-known/jwks.json')).json()) as JSONWebKeySet
    const kid = jwks.keys[0]?.kid as string
    // The public key as the secret of an HMAC.
    const hmac = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid, typ: 'nonce+jwt' })
      .sign(Buffer.from(jwks.keys[0]?.x as string, 'base64url'))
    const message = messageOf(nonce)
    const signature = await visitor.signMessage({ message })
    for (const token of [none, hmac])
      expect((await send(test, { message, signature, token })).code).toBe('nonce-token-invalid')
  })

  test('error: refuses a session token as a nonce token, and the reverse', async () => {
    const test = await gateway()
    const { token: session = '' } = await signIn(test)
    const { nonce, token } = await nonceOf(test)
    const message = messageOf(nonce)
    const signature = await visitor.signMessage({ message })
    expect((await send(test, { message, signature, token: session })).code).toBe('nonce-token-invalid')
    expect((await me(test, token)).body.code).toBe('session-invalid')
  })

  test('error: refuses an expired nonce', async () => {
    let now = Date.now()
    const test = await gateway({ now: () => now })
    const { nonce, token } = await nonceOf(test)
    now += 10 * minute + 6000
    const message = messageOf(nonce)
    const signature = await visitor.signMessage({ message })
    expect(await send(test, { message, signature, token })).toMatchObject({
      status: 401,
      code: 'nonce-token-expired',
    })
  })

  test('error: refuses a token from the future with the text of `jwt-not-yet-valid`', async () => {
    let now = Date.now() + 5 * minute
    const test = await gateway({ now: () => now })
    const { nonce, token } = await nonceOf(test)
    const { token: session } = await signIn(test)
    now -= 5 * minute
    const message = messageOf(nonce)
    const signature = await visitor.signMessage({ message })
    expect(await send(test, { message, signature, token })).toMatchObject({
      status: 401,
      code: 'jwt-not-yet-valid',
      detail: 'JWT validation error: JWT Token is not yet valid',
    })
    expect(await me(test, session)).toMatchObject({
      status: 401,
      body: { code: 'jwt-not-yet-valid', detail: 'JWT validation error: JWT Token is not yet valid' },
    })
  })

  test('behavior: the log contains no secrets', async () => {
    const test = await gateway()
    const { nonce, token } = await nonceOf(test)
    const message = messageOf(nonce)
    const signature = await visitor.signMessage({ message })
    const { token: session = '' } = await send(test, { message, signature, token })
    await me(test, session)
    await signIn(test, { domain: 'evil.example' })
    const text = JSON.stringify(test.logged)
    expect(test.logged.length).toBeGreaterThan(3)
    for (const secret of [nonce, token, signature, session, visitor.address, 'projectId'])
      expect(text).not.toContain(secret)
  })
})
