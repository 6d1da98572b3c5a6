import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createLoginMessage,
  createMessage,
  createNonce,
  type MessageFields,
  mixNonce,
  parseMessage,
} from '@portico/siwx'
import { createLocalJWKSet, importJWK, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { deadUrl, startUpstream } from '../../testing/startUpstream.ts'

const origin = 'http://localhost:4400'
const visitor = privateKeyToAccount(generatePrivateKey())
const minute = 60_000
const day = 24 * 60 * minute

type Nonce = { nonce: string; token: string }

async function gateway(options: { now?: () => number; env?: Record<string, string> } = {}) {
  const rpcUrls = { 'eip155:31337': [await deadUrl()] }
  return createTestApp({ rpcUrls, ...options })
}

async function nonceOf({ get }: TestApp, headers: Record<string, string> = { origin }): Promise<Nonce> {
  return (await get('/auth/v1/nonce', headers)).json() as Promise<Nonce>
}

function messageOf(nonce: string, changes: Partial<MessageFields> = {}): string {
  return createMessage({
    domain: 'localhost:4400',
    address: visitor.address,
    uri: origin,
    version: '1',
    chainId: 'eip155:31337',
    nonce,
    issuedAt: new Date().toISOString(),
    ...changes,
  })
}

type Attempt = {
  message: string
  signature: string
  token?: string | undefined
  headers?: Record<string, string> | undefined
  login?: { random: string; expiresAt: string } | undefined
  projectId?: string | undefined
}

async function send(
  { app }: TestApp,
  { message, signature, token, headers = { origin }, login, projectId = 'local' }: Attempt,
) {
  const response = await app.request(`/auth/v1/authenticate?projectId=${projectId}`, {
    method: 'POST',
    headers: { ...headers, ...(token === undefined ? {} : { 'x-nonce-jwt': `Bearer ${token}` }) },
    body: JSON.stringify({ message, signature, login }),
  })
  const body = (await response.json()) as { token?: string; code?: string; detail?: string }
  return { status: response.status, ...body }
}

/** Signs in with a message whose fields are replaced by `changes`. */
async function signIn(
  test: TestApp,
  changes: Partial<MessageFields> = {},
  headers: Record<string, string> = { origin },
) {
  const { nonce, token } = await nonceOf(test)
  const message = messageOf(nonce, changes)
  return send(test, { message, signature: await visitor.signMessage({ message }), token, headers })
}

async function me(test: TestApp, token: string | undefined, path = '/auth/v1/me') {
  const response = await test.get(path, { origin, ...(token ? { authorization: `Bearer ${token}` } : {}) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

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

describe('sessions', () => {
  test('behavior: sign-out revokes one session, and DELETE revokes another session of the same account', async () => {
    const test = await gateway()
    const [first, second, third] = await Promise.all([signIn(test), signIn(test), signIn(test)])
    const list = await me(test, first.token, '/auth/v1/sessions')
    const rows = list.body.data as { id: string }[]
    expect(rows).toHaveLength(3)

    const out = await test.app.request('/auth/v1/sign-out?projectId=local', {
      method: 'POST',
      headers: { authorization: `Bearer ${first.token}` },
    })
    expect(out.status).toBe(204)
    expect(await me(test, first.token)).toMatchObject({ status: 401, body: { code: 'session-revoked' } })

    const other = (await me(test, second.token)).body.id as string
    const end = (id: string, token: string | undefined) =>
      test.app.request(`/auth/v1/sessions/${id}?projectId=local`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await end(other, third.token)).status).toBe(204)
    expect((await me(test, second.token)).body.code).toBe('session-revoked')
    expect((await end(other, third.token)).status).toBe(404)
    expect((await me(test, third.token, '/auth/v1/sessions')).body.data).toHaveLength(1)
  })

  test("error: another account's session can neither be listed nor revoked", async () => {
    const test = await gateway()
    const mine = await signIn(test)
    const id = (await me(test, mine.token)).body.id as string
    const stranger = privateKeyToAccount(generatePrivateKey())
    const { nonce, token } = await nonceOf(test)
    const message = messageOf(nonce, { address: stranger.address })
    const theirs = await send(test, { message, signature: await stranger.signMessage({ message }), token })
    const end = await test.app.request(`/auth/v1/sessions/${id}?projectId=local`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${theirs.token}` },
    })
    expect(end.status).toBe(404)
    expect((await me(test, theirs.token, '/auth/v1/sessions')).body.data).toHaveLength(1)
    expect((await me(test, mine.token)).status).toBe(200)
  })

  test('error: a smart account on one network does not reach the sessions of its address on another one', async () => {
    const wallet = '0x1234567890123456789012345678901234567890'
    const [own, foreign] = ['eip155:31337', 'eip155:31338'] as const
    // What each contract accepts as a signature (ERC-1271), by network.
    const accepted = { [own]: '11'.repeat(70), [foreign]: '22'.repeat(70) }
    const startNetwork = async (network: keyof typeof accepted) => {
      const { url } = await startUpstream({
        chainId: `0x${Number(network.split(':')[1]).toString(16)}`,
        behave({ method, params }) {
          if (method === 'eth_getCode') return { result: '0x60' }
          const isAccepted = JSON.stringify(params).includes(accepted[network])
          return { result: `${isAccepted ? '0x1626ba7e' : '0xffffffff'}${'0'.repeat(56)}` }
        },
      })
      return [url]
    }
    const test = await createTestApp({
      rpcUrls: { [own]: await startNetwork(own), [foreign]: await startNetwork(foreign) },
    })
    const signInOn = async (chainId: keyof typeof accepted, signature = accepted[chainId]) => {
      const { nonce, token } = await nonceOf(test)
      return send(test, {
        message: messageOf(nonce, { chainId, address: wallet }),
        signature: `0x${signature}`,
        token,
      })
    }
    const [victim, attacker] = [await signInOn(own), await signInOn(foreign)]
    expect([victim.status, attacker.status]).toEqual([200, 200])
    expect((await signInOn(own, accepted[foreign])).code).toBe('signature-invalid')
    const { body } = await me(test, victim.token)
    expect(body).toMatchObject({ caipAddress: `${own}:${wallet}` })
    const listed = (await me(test, attacker.token, '/auth/v1/sessions')).body.data as { id: string }[]
    expect(listed.map(({ id }) => id)).not.toContain(body.id)
    const end = await test.app.request(`/auth/v1/sessions/${body.id}?projectId=local`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${attacker.token}` },
    })
    expect(end.status).toBe(404)
    expect((await me(test, victim.token)).status).toBe(200)
  })

  test('error: refuses a missing, forged or expired token, and one of another project', async () => {
    let now = Date.now()
    const test = await gateway({
      now: () => now,
      env: { PROJECTS: JSON.stringify({ shop: { name: 'Shop', allowedOrigins: [origin] } }) },
    })
    const { token } = await signIn(test)
    const codeOf = async (token: string | undefined, path?: string) => (await me(test, token, path)).body.code
    expect(await codeOf(undefined)).toBe('session-missing')
    expect(await codeOf('x.y.z')).toBe('session-invalid')
    expect(await codeOf(token, '/auth/v1/me?projectId=shop')).toBe('session-invalid')
    expect(await codeOf(token)).toBeUndefined()
    now += 7 * day + 6000
    expect(await codeOf(token)).toBe('session-expired')
  })

  test('error: refuses a token with a valid signature but without a session', async () => {
    const test = await gateway()
    const file = JSON.parse(readFileSync(join(test.services.config.dataDir, 'keys.json'), 'utf8'))
    const jwks = (await (await test.get('/.well-known/jwks.json')).json()) as JSONWebKeySet
    const forged = await new SignJWT({ jti: 'none' })
      .setProtectedHeader({ alg: 'EdDSA', kid: jwks.keys[0]?.kid as string, typ: 'JWT' })
      .setAudience('local')
      .setIssuedAt()
      .setNotBefore(0)
      .setExpirationTime('1h')
      .sign(await importJWK(file.session[0], 'EdDSA'))
    expect((await me(test, forged)).body.code).toBe('session-invalid')
  })
})

describe('POST /auth/v1/authenticate, with a message signed as part of a login', () => {
  const inAWeek = () => new Date(Date.now() + 8 * day).toISOString()

  /** What the embedded wallet returns for an issued nonce, and what the page sends with it. */
  async function loginWith(nonce: string, changes: Partial<MessageFields> = {}) {
    const random = createNonce()
    const message = createLoginMessage({
      origin,
      address: visitor.address,
      chainId: 'eip155:31337',
      nonce: await mixNonce({ nonce, random }),
      now: Date.now(),
    })
    const changed = createMessage({ ...parseMessage(message), ...changes })
    return {
      message: changed,
      signature: await visitor.signMessage({ message: changed }),
      login: { random, expiresAt: inAWeek() },
    }
  }

  test('behavior: the session outlives the message, until the requested time, seven days at most', async () => {
    const test = await gateway()
    const lifeOf = async (expiresAt: string) => {
      const { nonce, token } = await nonceOf(test)
      const { login, ...signed } = await loginWith(nonce)
      const answer = await send(test, { ...signed, token, login: { ...login, expiresAt } })
      expect(answer.status).toBe(200)
      const { body } = await me(test, answer.token)
      return Date.parse(body.expiresAt as string) - Date.parse(body.issuedAt as string)
    }
    expect(await lifeOf(inAWeek())).toBe(7 * day)
    const anHour = await lifeOf(new Date(Date.now() + 60 * minute).toISOString())
    expect(anHour).toBeLessThanOrEqual(60 * minute)
    expect(anHour).toBeGreaterThan(59 * minute)
  })

  test('error: replayed, with the same or a new nonce token', async () => {
    const test = await gateway()
    const { nonce, token } = await nonceOf(test)
    const signed = await loginWith(nonce)
    expect((await send(test, { ...signed, token })).status).toBe(200)
    expect(await send(test, { ...signed, token })).toMatchObject({ status: 401, code: 'nonce-used' })
    const other = await nonceOf(test)
    const replayed = await send(test, { ...signed, token: other.token })
    expect(replayed).toMatchObject({ status: 401, code: 'nonce-mismatch' })
  })

  test('error: a nonce that another server issued is worth nothing there', async () => {
    const [dishonest, other] = [await gateway(), await gateway()]
    const { nonce, token } = await nonceOf(other)
    // The dishonest gateway hands out the nonce of the other one, and receives message and random value.
    const { login, ...signed } = await loginWith(nonce)
    expect(await send(other, { ...signed, token })).toMatchObject({ status: 401, code: 'nonce-mismatch' })
    expect(await send(dishonest, { ...signed, token, login })).not.toMatchObject({ status: 200 })
  })

  test.each(['wrong', 'none'])('error: %s random value', async (kind) => {
    const test = await gateway()
    const { nonce, token } = await nonceOf(test)
    const { login, ...signed } = await loginWith(nonce)
    const answer = await send(test, {
      ...signed,
      token,
      login: kind === 'none' ? undefined : { ...login, random: createNonce() },
    })
    expect(answer).toMatchObject({ status: 401, code: 'nonce-mismatch' })
  })

  test('error: the issued nonce itself, with a random value', async () => {
    const test = await gateway()
    const { nonce, token } = await nonceOf(test)
    const answer = await send(test, { ...(await loginWith(nonce, { nonce })), token })
    expect(answer).toMatchObject({ status: 401, code: 'nonce-mismatch' })
  })

  test.each<[string, Partial<MessageFields>]>([
    ['another statement', { statement: 'Welcome.' }],
    ['no statement', { statement: undefined }],
    ['no expiration time', { expirationTime: undefined }],
    ['a long lifetime', { expirationTime: new Date(Date.now() + day).toISOString() }],
    ['resources', { resources: ['https://example.org/'] }],
    ['a request ID', { requestId: 'x' }],
  ])('error: %s, so the session would last longer than the message says', async (_, changes) => {
    const test = await gateway()
    const { nonce, token } = await nonceOf(test)
    const answer = await send(test, { ...(await loginWith(nonce, changes)), token })
    expect(answer).toMatchObject({ status: 401, code: 'malformed-message' })
  })

  test('error: an expired message', async () => {
    const test = await gateway({ now: () => Date.now() + 9 * minute })
    const { nonce, token } = await nonceOf(test)
    // One reading of the clock: a millisecond more than ten minutes is no message of a login.
    const now = Date.now()
    const signed = await loginWith(nonce, {
      issuedAt: new Date(now - 2 * minute).toISOString(),
      expirationTime: new Date(now + 8 * minute).toISOString(),
    })
    expect(await send(test, { ...signed, token })).toMatchObject({ status: 401, code: 'expired' })
  })
})
