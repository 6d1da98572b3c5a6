import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../test/memoryStorage.ts'
import {
  createLoginMessage,
  createNonce,
  DefaultSIWX,
  mixNonce,
  parseMessage,
  type SIWXConfig,
  type SIWXContext,
  type SIWXSession,
} from '../index.ts'
import { readSessionToken } from './readSessionToken.ts'

const alice = privateKeyToAccount(generatePrivateKey())
const bob = privateKeyToAccount(generatePrivateKey())

type Call = {
  route: string
  query: Record<string, string>
  headers: IncomingMessage['headers']
  body: unknown
}
type Answer = { status: number; body: unknown }

/** A small gateway that issues nonces, stores sessions and records requests. */
let server: Server
let gatewayUrl: string
let calls: Call[]
let nonces: Map<string, string>
let sessions: Map<string, string>
/** Overrides the gateway's responses, by route. */
let overrides: Record<string, Answer | undefined>

beforeEach(async () => {
  calls = []
  nonces = new Map()
  sessions = new Map()
  overrides = {}
  server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const url = new URL(request.url ?? '/', 'http://gateway')
    const route = `${request.method} ${url.pathname}`
    const call = {
      route,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: text && JSON.parse(text),
    }
    calls.push(call)
    const { status, body } = overrides[route] ?? (await answer(call))
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  gatewayUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  vi.useRealTimers()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function answer({ route, headers, body }: Call): Promise<Answer> {
  const bearer = headers.authorization?.replace('Bearer ', '') ?? ''
  switch (route) {
    case 'GET /auth/v1/nonce': {
      const nonce = createNonce()
      const token = `nonce-token-${nonces.size}`
      nonces.set(token, nonce)
      return { status: 200, body: { nonce, token } }
    }
    case 'POST /auth/v1/authenticate': {
      const nonceToken = String(headers['x-nonce-jwt']).replace('Bearer ', '')
      const { message, login } = body as { message: string; login?: { random: string } }
      const issued = nonces.get(nonceToken) ?? ''
      const expected = login ? await mixNonce({ nonce: issued, random: login.random }) : issued
      if (expected !== parseMessage(message).nonce) return refusal(401, 'nonce-used')
      nonces.delete(nonceToken)
      const token = `session-${createNonce()}`
      sessions.set(token, message)
      return { status: 200, body: { token } }
    }
    case 'GET /auth/v1/me':
      return sessions.has(bearer) ? { status: 200, body: {} } : refusal(401, 'session-unknown')
    case 'POST /auth/v1/sign-out':
      return sessions.delete(bearer) ? { status: 204, body: '' } : refusal(401, 'session-unknown')
    default:
      return refusal(404, 'not-found')
  }
}

const refusal = (status: number, code: string): Answer => ({
  status,
  body: { type: 'x:', title: 'Refused', status, code, detail: `Because of ${code}.` },
})

function create(context: Partial<SIWXContext> = {}) {
  const storage = (context.storage as ReturnType<typeof memoryStorage> | undefined) ?? memoryStorage()
  const siwx = new DefaultSIWX({ domain: 'example.com', uri: 'https://example.com' })
  siwx.setup({
    gatewayUrl,
    projectId: 'local',
    clientId: 'c1',
    getClient: () => undefined,
    ...context,
    storage,
  })
  return { siwx, storage }
}

async function sign(siwx: SIWXConfig, account = alice, chainId: SIWXSession['data']['chainId'] = 'eip155:1') {
  const data = await siwx.createMessage({ accountAddress: account.address, chainId })
  const message = data.toString()
  return { data, message, signature: await account.signMessage({ message }) }
}

const routes = () => calls.map(({ route }) => route)
const tokensIn = (storage: ReturnType<typeof memoryStorage>): Record<string, string> =>
  JSON.parse(storage.map.get('@appkit/siwx-auth-token') ?? '{}')

describe('DefaultSIWX with a gateway', () => {
  test('behavior: nonce, authenticate, me, sign-out', async () => {
    const { siwx, storage } = create()
    const session = await sign(siwx)
    await siwx.addSession(session)
    const account = `eip155:1:${alice.address}`
    expect(Object.keys(tokensIn(storage))).toEqual([account])
    expect(sessions.get(tokensIn(storage)[account] ?? '')).toBe(session.message)
    const subject = { networkId: 'eip155:1', address: alice.address.toLowerCase() } as const
    expect(await readSessionToken(storage, subject)).toBe(tokensIn(storage)[account])
    expect(storage.map.has('@appkit/siwx-nonce-token')).toBe(false)

    const expected = { data: { ...session.data }, message: session.message, signature: session.signature }
    expect(await siwx.getSessions('eip155:1', alice.address)).toEqual([expected])
    expect(JSON.parse(storage.map.get('@appkit/siwx') ?? '')).toEqual([expected])

    await siwx.revokeSession('eip155:1', alice.address)
    expect(sessions.size).toBe(0)
    expect(storage.map.size).toBe(0)
    expect(await readSessionToken(storage, subject)).toBeUndefined()
    expect(await siwx.getSessions('eip155:1', alice.address)).toEqual([])

    expect(routes()).toEqual(['GET /auth/v1/nonce', 'POST /auth/v1/authenticate', 'POST /auth/v1/sign-out'])
    expect(calls.map(({ query }) => query)).toEqual(Array(3).fill({ projectId: 'local', clientId: 'c1' }))
    expect(calls[1]?.headers['x-nonce-jwt']).toBe('Bearer nonce-token-0')
    expect(calls[1]?.body).toEqual(expected)
  })

  test('behavior: a sign-in as part of a login: the gateway’s nonce, hashed by the wallet', async () => {
    vi.stubGlobal('location', { host: 'example.com', origin: 'https://example.com' })
    const { siwx, storage } = create()
    const login = await siwx.prepareLogin({ chainId: 'eip155:1' })
    vi.unstubAllGlobals()
    expect(login).toMatchObject({ issuer: 'gateway', nonce: [...nonces.values()][0] })
    const random = createNonce()
    const message = createLoginMessage({
      origin: 'https://example.com',
      address: alice.address,
      chainId: 'eip155:1',
      nonce: await mixNonce({ nonce: login?.nonce ?? '', random }),
      now: Date.now(),
    })
    const { address, ...fields } = parseMessage(message)
    const session: SIWXSession = {
      data: { ...fields, accountAddress: address },
      message,
      signature: await alice.signMessage({ message }),
      login: { ...(login as NonNullable<typeof login>), random },
    }
    await siwx.addSession(session)
    expect(calls[1]?.headers['x-nonce-jwt']).toBe('Bearer nonce-token-0')
    expect(calls[1]?.body).toMatchObject({ login: { random, expiresAt: login?.expiresAt } })
    expect(storage.map.has('@appkit/siwx-nonce-token')).toBe(false)
    expect(await siwx.getSessions('eip155:1', alice.address)).toEqual([session])
    // The message has expired, the session has not.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    expect(await siwx.getSessions('eip155:1', alice.address)).toEqual([session])
    vi.setSystemTime(Date.now() + 7 * 24 * 3_600_000)
    expect(await siwx.getSessions('eip155:1', alice.address)).toEqual([])
  })

  test('error: no sign-in as part of a login if a gateway verifies, but another server issues the nonces', async () => {
    vi.stubGlobal('location', { host: 'example.com', origin: 'https://example.com' })
    const siwx = new DefaultSIWX({ getNonce: () => createNonce() })
    siwx.setup({ gatewayUrl, getClient: () => undefined, storage: memoryStorage() })
    expect(await siwx.prepareLogin({ chainId: 'eip155:1' })).toBeUndefined()
    vi.unstubAllGlobals()
  })

  test('behavior: sessions of several namespaces coexist, and end one at a time', async () => {
    const { siwx, storage } = create()
    const accounts = [
      ['eip155:1', alice.address],
      ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'],
      ['bip122:000000000019d6689c085ae165831e93', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ] as const
    for (const [chainId, accountAddress] of accounts) {
      const data = await siwx.createMessage({ accountAddress, chainId })
      // Only the gateway verifies the signature, so any value will do here.
      await siwx.addSession({ data, message: data.toString(), signature: 'signed' })
    }
    const signedIn = async () => {
      const found = await Promise.all(
        accounts.map(([chainId, address]) => siwx.getSessions(chainId, address)),
      )
      return found.map(({ length }) => length)
    }
    expect(await signedIn()).toEqual([1, 1, 1])
    expect(Object.keys(tokensIn(storage))).toEqual(accounts.map((account) => account.join(':')))
    const [, [chainId, address]] = accounts
    await siwx.revokeSession(chainId, address)
    expect(await signedIn()).toEqual([1, 0, 1])
    expect(sessions.size).toBe(2)
  })

  test('behavior: a gateway below a path, and without ids', async () => {
    const { siwx } = create({ gatewayUrl: `${gatewayUrl}//`, projectId: '', clientId: undefined })
    await sign(siwx)
    expect(calls).toMatchObject([{ route: 'GET /auth/v1/nonce', query: {} }])
    const below = create({ gatewayUrl: `${gatewayUrl}/below/` })
    await expect(sign(below.siwx)).rejects.toMatchObject({ code: 'not-found', status: 404 })
    expect(routes()[1]).toBe('GET /below/auth/v1/nonce')
  })

  test('behavior: the page may be reloaded between nonce and signature', async () => {
    const { siwx, storage } = create()
    const session = await sign(siwx)
    await create({ storage }).siwx.addSession(session)
    expect(sessions.size).toBe(1)
  })

  test('error: nothing is stored if the gateway refuses', async () => {
    const { siwx, storage } = create()
    overrides['POST /auth/v1/authenticate'] = refusal(401, 'signature-invalid')
    await expect(siwx.addSession(await sign(siwx))).rejects.toMatchObject({
      name: 'SignInServerError',
      code: 'signature-invalid',
      status: 401,
      detail: 'Because of signature-invalid.',
    })
    expect(storage.map.has('@appkit/siwx')).toBe(false)
    expect(storage.map.has('@appkit/siwx-auth-token')).toBe(false)
  })

  test.each<[string, Answer, object]>([
    ['a page of a proxy', { status: 502, body: '<html>' }, { code: 'sign-in-server-error', status: 502 }],
    ['nothing', { status: 500, body: '' }, { code: 'sign-in-server-error', status: 500 }],
    [
      'another form',
      { status: 400, body: { code: 7, title: 'Bad' } },
      { code: 'sign-in-server-error', detail: 'Bad' },
    ],
    [
      'an answer without nonce',
      { status: 200, body: { token: 'x' } },
      { code: 'invalid-response', status: 200 },
    ],
    ['an answer that is no JSON', { status: 200, body: 'ok' }, { code: 'invalid-response' }],
    ['an answer that is null', { status: 200, body: null }, { code: 'invalid-response' }],
  ])('error: the gateway returns %s', async (_, override, error) => {
    const { siwx } = create()
    overrides['GET /auth/v1/nonce'] = override
    await expect(sign(siwx)).rejects.toMatchObject({ name: 'SignInServerError', ...error })
  })

  test('error: no server', async () => {
    const { siwx } = create({ gatewayUrl: 'http://127.0.0.1:9' })
    await expect(sign(siwx)).rejects.toMatchObject({
      name: 'SignInServerUnreachableError',
      code: 'sign-in-server-unreachable',
      cause: expect.any(TypeError),
    })
  })

  test('error: a server that does not respond: all attempts end after ten seconds', async () => {
    const { siwx } = create({ fetch: hanging })
    await siwx.getSessions('eip155:1', alice.address)
    vi.useFakeTimers()
    const signing = sign(siwx)
    const outcome = expect(signing).rejects.toMatchObject({ name: 'SignInServerUnreachableError' })
    await vi.advanceTimersByTimeAsync(9_999)
    let isOver = false
    signing.catch(() => {}).finally(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(0)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await outcome
  })

  test('behavior: reads are repeated after 150, 300 and 600 ms, or after Retry-After; nothing else is', async () => {
    const { siwx, storage } = create()
    const session = await sign(siwx)
    await siwx.addSession(session)
    const sent: [string, number][] = []
    let failures: Response[] = []
    const again = create({
      storage,
      async fetch(input, init) {
        const path = new URL(String(input)).pathname
        sent.push([`${init?.method} ${path}`, Date.now()])
        return failures.shift() ?? Response.json({ nonce: createNonce(), token: 't' })
      },
    }).siwx
    await again.getSessions('eip155:1', bob.address)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() })
    /** Runs `action` with these answers first; returns the requests and their times. */
    async function run(answers: Response[], action: () => Promise<unknown>) {
      sent.length = 0
      failures = answers
      const start = Date.now()
      const running = action().catch(() => {})
      await vi.advanceTimersByTimeAsync(30_000)
      await running
      return sent.map(([request, time]) => [request, time - start])
    }
    const busy = (headers: HeadersInit = {}) => new Response('{}', { status: 503, headers })
    const nonce = 'GET /auth/v1/nonce'
    expect(await run([busy(), busy(), busy()], () => sign(again))).toEqual([
      [nonce, 0],
      [nonce, 150],
      [nonce, 450],
      [nonce, 1050],
    ])
    expect(await run([busy({ 'retry-after': '3' })], () => sign(again))).toEqual([
      [nonce, 0],
      [nonce, 3000],
    ])
    expect(await run([new Response('{}', { status: 404 })], () => sign(again))).toEqual([[nonce, 0]])
    const me = 'GET /auth/v1/me'
    expect(await run([busy()], () => again.getSessions('eip155:1', alice.address))).toEqual([
      [me, 0],
      [me, 150],
    ])
    const other = await sign(siwx, bob)
    expect(await run([busy()], () => again.addSession(other))).toEqual([['POST /auth/v1/authenticate', 0]])
    expect(await run([busy()], () => again.revokeSession('eip155:1', alice.address))).toEqual([
      ['POST /auth/v1/sign-out', 0],
    ])
  })

  test('behavior: a response clears the timeout', async () => {
    const { siwx } = create({ fetch: async () => Response.json({ nonce: createNonce(), token: 't' }) })
    await sign(siwx)
    vi.useFakeTimers()
    await sign(siwx)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('error: a redirect is not followed', async () => {
    const { siwx } = create()
    const redirecting = createServer((_, response) => {
      response.writeHead(302, { location: `${gatewayUrl}/auth/v1/nonce` })
      response.end()
    })
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
    const port = (redirecting.address() as AddressInfo).port
    siwx.setup({
      gatewayUrl: `http://127.0.0.1:${port}`,
      storage: memoryStorage(),
      getClient: () => undefined,
    })
    await expect(sign(siwx)).rejects.toMatchObject({ name: 'SignInServerUnreachableError' })
    expect(calls).toEqual([])
    redirecting.closeAllConnections()
    redirecting.close()
  })

  describe('getSessions', () => {
    test('behavior: checks a session at the gateway at most once a minute', async () => {
      const { siwx, storage } = create()
      await siwx.addSession(await sign(siwx))
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
      const again = create({ storage }).siwx
      for (let index = 0; index < 3; index++)
        expect(await again.getSessions('eip155:1', alice.address)).toHaveLength(1)
      await Promise.all([
        again.getSessions('eip155:1', alice.address),
        again.getSessions('eip155:1', alice.address),
      ])
      expect(meCalls()).toBe(1)
      vi.setSystemTime(Date.now() + 60_000)
      expect(await again.getSessions('eip155:1', alice.address)).toHaveLength(1)
      expect(meCalls()).toBe(2)
    })

    test('behavior: a session that ended at the gateway is removed', async () => {
      const { siwx, storage } = create()
      await siwx.addSession(await sign(siwx))
      await siwx.addSession(await sign(siwx, bob))
      for (const [token, message] of sessions) if (message.includes(alice.address)) sessions.delete(token)
      const again = create({ storage }).siwx
      expect(await again.getSessions('eip155:1', alice.address)).toEqual([])
      expect(await again.getSessions('eip155:1', bob.address)).toHaveLength(1)
      expect(Object.keys(tokensIn(storage))).toEqual([`eip155:1:${bob.address}`])
      expect(JSON.parse(storage.map.get('@appkit/siwx') ?? '')).toHaveLength(1)
    })

    test.each<[string, Partial<SIWXContext>]>([
      ['that cannot be reached', { gatewayUrl: 'http://127.0.0.1:9' }],
      ['that has a bad day', { fetch: async () => new Response('{}', { status: 500 }) }],
    ])('behavior: a gateway %s does not end the session', async (_, context) => {
      const { siwx, storage } = create()
      await siwx.addSession(await sign(siwx))
      const again = create({ storage, ...context }).siwx
      expect(await again.getSessions('eip155:1', alice.address)).toHaveLength(1)
      expect(storage.map.has('@appkit/siwx')).toBe(true)
    })

    test('behavior: a slow gateway delays the page by at most 1.5 seconds', async () => {
      const { siwx, storage } = create()
      await siwx.addSession(await sign(siwx))
      const again = create({ storage, fetch: hanging }).siwx
      await again.getSessions('eip155:1', bob.address)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const asking = again.getSessions('eip155:1', alice.address)
      await vi.advanceTimersByTimeAsync(1500)
      expect(await asking).toHaveLength(1)
    })

    test('behavior: an expired session is not checked at the gateway', async () => {
      const { siwx, storage } = create()
      await siwx.addSession(await sign(siwx))
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 24 * 60 * 60 * 1000 })
      expect(await create({ storage }).siwx.getSessions('eip155:1', alice.address)).toEqual([])
      expect(meCalls()).toBe(0)
    })

    test('error: a session without its token is not returned', async () => {
      const { siwx, storage } = create()
      await siwx.addSession(await sign(siwx))
      for (const corrupt of ['{', '[]', 'null', '{"eip155:1:0x":7}']) {
        storage.map.set('@appkit/siwx-auth-token', corrupt)
        expect(await siwx.getSessions('eip155:1', alice.address)).toEqual([])
      }
      await siwx.addSession(await sign(siwx))
      expect(await siwx.getSessions('eip155:1', alice.address)).toHaveLength(1)
    })

    test('behavior: a session that another tab has renewed is kept', async () => {
      const { siwx, storage } = create()
      await siwx.addSession(await sign(siwx))
      sessions.clear()
      const renewal = await sign(siwx)
      const renewing: typeof fetch = async (input, init) => {
        const response = await fetch(input, init)
        await siwx.addSession(renewal)
        return response
      }
      const other = create({ storage, fetch: renewing }).siwx
      await other.getSessions('eip155:1', alice.address)
      expect(await siwx.getSessions('eip155:1', alice.address)).toMatchObject([
        { signature: renewal.signature },
      ])
    })
  })

  describe('setSessions', () => {
    test('behavior: replaces all, signs the others out, and sends no nonce twice', async () => {
      const { siwx, storage } = create()
      const first = await sign(siwx, alice)
      await siwx.addSession(first)
      await siwx.addSession(await sign(siwx, alice, 'eip155:10'))
      await siwx.setSessions([first, await sign(siwx, bob)])
      expect(Object.keys(tokensIn(storage)).sort()).toEqual(
        [`eip155:1:${alice.address}`, `eip155:1:${bob.address}`].sort(),
      )
      expect(sessions.size).toBe(2)
      expect(routes().filter((route) => route.endsWith('authenticate'))).toHaveLength(3)
      await siwx.setSessions([])
      expect(sessions.size).toBe(0)
      expect(storage.map.size).toBe(0)
    })

    test('error: if one is refused, nothing changes and no new session remains at the gateway', async () => {
      const { siwx } = create()
      await siwx.addSession(await sign(siwx))
      const before = [...sessions.keys()]
      const forged = {
        ...(await sign(siwx, bob, 'eip155:10')),
        data: { ...(await sign(siwx)).data, nonce: 'unknown12' },
      }
      await expect(siwx.setSessions([await sign(siwx, bob), forged])).rejects.toMatchObject({
        code: 'nonce-used',
      })
      expect([...sessions.keys()]).toEqual(before)
      expect(await siwx.getSessions('eip155:1', alice.address)).toHaveLength(1)
      expect(await siwx.getSessions('eip155:1', bob.address)).toEqual([])
    })
  })

  test('behavior: signing out works without the gateway', async () => {
    const { siwx, storage } = create()
    await siwx.addSession(await sign(siwx))
    await create({ storage, gatewayUrl: 'http://127.0.0.1:9' }).siwx.revokeSession('eip155:1', alice.address)
    expect(storage.map.size).toBe(0)
  })
})

const meCalls = () => routes().filter((route) => route === 'GET /auth/v1/me').length

/** A fetch that never responds and rejects when it is aborted. */
const hanging: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })
