import { connect } from 'node:net'
import { createMessage } from '@portico/siwx'
import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { writeUrl } from '../../app/openapi/page/writeUrl.ts'
import { anyCall, type Call } from '../../app/openapi/testing/anyCall.ts'
import { encode } from '../../app/openapi/testing/encode.ts'
import { nasty } from '../../app/openapi/testing/nasty.ts'
import { createFakeHeads } from '../../testing/createFakeHeads.ts'
import { createFakeVault, type FakeVault } from '../../testing/createFakeVault.ts'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { createWalletClient, gatewayOrigin } from '../../testing/createWalletClient.ts'
import { listenTestApp } from '../../testing/listenTestApp.ts'
import { startUpstream } from '../../testing/startUpstream.ts'

/** Number of requests of each random test. */
const runs = Number(process.env.FUZZ_RUNS ?? 500)
const timeoutMs = 60_000 + runs * 40

const zeros = `0x${'0'.repeat(64)}`

const block = {
  number: '0x3e8',
  hash: `0x${'ab'.repeat(32)}`,
  parentHash: `0x${'aa'.repeat(32)}`,
  timestamp: '0x65000000',
  baseFeePerGas: '0x1',
  gasLimit: '0x1c9c380',
  transactions: [],
}
const results: Readonly<Record<string, unknown>> = {
  eth_blockNumber: block.number,
  eth_getBlockByNumber: block,
  eth_getBlockByHash: block,
  eth_getLogs: [],
  eth_getBalance: '0x1',
  eth_getCode: '0x',
  eth_getTransactionCount: '0x0',
  eth_call: zeros,
}

async function createGateway(): Promise<TestApp & { vault: FakeVault; now: () => number }> {
  const node = await startUpstream({
    behave: ({ method }) =>
      Object.hasOwn(results, method)
        ? { result: results[method] }
        : { error: { code: -32601, message: 'the method does not exist' } },
  })
  // The clock advances a second per call, so that the rate limit of sign-in admits every call.
  let clock = Date.now()
  const now = () => (clock += 1000)
  const vault = await createFakeVault()
  const test = await createTestApp({
    rpcUrls: { 'eip155:31337': [node.url] },
    heads: createFakeHeads({ number: 1000 }),
    // Calls of the wallet site log in with the assertion of the fake vault alone.
    env: { LOG_LEVEL: 'error', INTRODUCTIONS: 'optional' },
    now,
    fetchVault: vault.fetch,
  })
  return { ...test, vault, now }
}

/** Signs in and returns the session token. */
async function signIn({ app, get }: Pick<TestApp, 'app' | 'get'>): Promise<string> {
  const visitor = privateKeyToAccount(generatePrivateKey())
  const { nonce, token } = await (await get('/auth/v1/nonce')).json()
  const message = createMessage({
    domain: 'localhost:4400',
    address: visitor.address,
    uri: 'http://localhost:4400',
    version: '1',
    chainId: 'eip155:31337',
    nonce,
    issuedAt: new Date().toISOString(),
  })
  const response = await app.request('/auth/v1/authenticate?projectId=local', {
    method: 'POST',
    headers: { 'x-nonce-jwt': `Bearer ${token}` },
    body: JSON.stringify({ message, signature: await visitor.signMessage({ message }) }),
  })
  return (await response.json()).token
}

/** Creates the headers that the wallet site sends. Logs in again every 20 calls, because access tokens are short-lived. */
async function createWalletHeaders({ app, vault, now }: Awaited<ReturnType<typeof createGateway>>) {
  const client = await createWalletClient({ app, vault, now })
  let uses = 0
  return async ({ path, method, access }: Pick<Call, 'path' | 'method' | 'access'>) => {
    if (access !== 'wallet' && access !== 'proof') return []
    if (uses++ % 20 === 0) {
      await client.login()
      const wallet = await client.call('GET', '/wallet/v1/wallet')
      if (wallet.status === 404) await client.makeWallet()
    }
    const { pathname } = new URL(path, gatewayOrigin)
    const accessToken = access === 'wallet' ? client.tokens?.accessToken : undefined
    const url = `${gatewayOrigin}${pathname}`
    const headers: [string, string][] = [
      ['dpop', await client.key.prove({ method, url, now: now(), accessToken })],
    ]
    if (accessToken) headers.push(['authorization', `DPoP ${accessToken}`])
    if (method === 'POST') headers.push(['content-type', 'application/json'])
    return headers
  }
}

/** Checks what the API document does not describe; `checkAnswers` compares every response with the document. */
async function expectValid(response: Response, call: unknown): Promise<void> {
  expect([call, response.status]).not.toEqual([call, 500])
  if (response.body === null) return
  if (response.headers.get('content-type') === 'application/problem+json') {
    const { code, requestId, status } = await response.json()
    expect([typeof code, status]).toEqual(['string', response.status])
    // A replayed response has the request ID of the first request.
    if (!response.headers.has('idempotency-replayed'))
      expect(requestId).toBe(response.headers.get('x-request-id'))
  } else if (response.status >= 400) expect(response.headers.get('content-type')).toBe('application/json')
  await response.body?.cancel().catch(() => undefined)
}

describe('random requests to every operation', () => {
  test(
    'behavior: never 500, always as described',
    async () => {
      const gateway = await createGateway()
      const { app } = gateway
      const session = await signIn(gateway)
      const walletHeaders = await createWalletHeaders(gateway)
      const authenticated = new Set<string>()
      // `signOut` ends this session, so it is called separately at the end.
      const others = gateway.operations.filter(({ id }) => id !== 'signOut')
      const arbitrary = fc.oneof(...others.map((operation) => anyCall(operation, session)))
      await fc.assert(
        fc.asyncProperty(arbitrary, async (call) => {
          const { path, method, headers, body } = call
          const response = await app.request(path, {
            method,
            headers: [...(await walletHeaders(call)), ...headers],
            ...(body === undefined ? {} : { body }),
          })
          if (call.access === 'wallet' && response.status !== 401)
            authenticated.add(`${method} ${response.status}`)
          await expectValid(response, call)
        }),
        { numRuns: runs },
      )
      // The proofs were valid, so the code behind authentication was reached.
      expect(authenticated.size).toBeGreaterThan(4)
      const headers = { authorization: `Bearer ${session}` }
      // The session is still valid.
      expect((await gateway.get('/auth/v1/me', headers)).status).toBe(200)
      expect(
        (await app.request('/auth/v1/sign-out?projectId=local', { method: 'POST', headers })).status,
      ).toBe(204)
    },
    timeoutMs,
  )

  test(
    'behavior: never 500 for any path with any method',
    async () => {
      const { app, operations } = await createGateway()
      const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'get']
      const parts = operations.flatMap(({ path }) => path.split('/')).filter((part) => part !== '')
      const segment = fc.oneof(
        fc.constantFrom(...parts),
        nasty.map((text) => encode(text)),
        fc.constantFrom('%', '%00', '%ff', '%2e%2e', ';a=b'),
      )
      await fc.assert(
        fc.asyncProperty(
          fc.array(segment, { maxLength: 6 }),
          fc.constantFrom(...methods),
          async (segments, method) => {
            const path = `/${segments.join('/')}?projectId=local`
            await expectValid(await app.request(path, { method }), [method, path])
          },
        ),
        { numRuns: runs },
      )
    },
    timeoutMs,
  )
})

/** Results a faulty or malicious upstream could return: wrong types, oversized, malformed. */
const malformedResults: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  '0x',
  '0xzz',
  `0x${'f'.repeat(64)}`,
  `0x${'f'.repeat(65)}`,
  `0x${'00'.repeat(31)}20${'ff'.repeat(32)}`,
  'x'.repeat(100_000),
  [],
  [null],
  [[[[]]]],
  {},
  JSON.parse('{"__proto__":{"number":"0x1"},"constructor":1}'),
  { ...block, number: 'x', transactions: 7 },
  { ...block, transactions: [null, {}, { hash: 1, from: null, to: {}, value: '-0x1' }] },
  [{ address: 1, topics: null, data: {} }],
  [{ address: '0x', topics: ['0x', 1], data: '0x1', blockNumber: '0x-1', logIndex: 'x' }],
]

describe('every operation over an upstream that returns malformed results', () => {
  test(
    'behavior: never 500, always as described',
    async () => {
      let answer = (method: string): unknown => results[method]
      const node = await startUpstream({ behave: ({ method }) => ({ result: answer(method) ?? null }) })
      const methods = fc.constantFrom(...Object.keys(results), 'eth_simulateV1', 'debug_traceCall')
      const statuses = new Set<number>()
      await fc.assert(
        fc.asyncProperty(
          methods,
          fc.constantFrom(...malformedResults),
          fc.boolean(),
          async (broken, result, isAll) => {
            answer = (method) => (isAll || method === broken ? result : results[method])
            // A new gateway for each run: the circuit breaker would soon exclude such an upstream.
            const { app, services, operations } = await createTestApp({
              rpcUrls: { 'eip155:31337': [node.url] },
              heads: createFakeHeads({ number: 1000 }),
              env: { LOG_LEVEL: 'error' },
            })
            const reading = operations.filter(
              ({ access, id }) => access === 'project' && id !== 'authenticate',
            )
            await Promise.all(
              reading.map(async (operation) => {
                const url = writeUrl(operation)
                const { method, body } = operation
                const init = {
                  method: method.toUpperCase(),
                  ...(body ? { body: JSON.stringify(body.example) } : {}),
                }
                const response = await app.request(url, init)
                await expectValid(response, url)
                statuses.add(response.status)
              }),
            )
            await services.close()
          },
        ),
        { numRuns: Math.ceil(runs / 100), endOnFailure: true },
      )
      expect(statuses).toContain(200)
    },
    timeoutMs,
  )
})

describe('malformed HTTP over a socket', () => {
  const lines = [
    'GET /%E0%A4%A HTTP/1.1',
    'GET /v1/identity/%ff%fe?projectId=local HTTP/1.1',
    'GET /v1/identity/%00?projectId=local HTTP/1.1',
    'GET /v1/profile/account/%C0%AF HTTP/1.1',
    'GET /v1/profile/account/%ED%A0%80 HTTP/1.1',
    'GET /public/getTokenImage/..%2f..%2fpackage.json HTTP/1.1',
    'GET /public/getTokenImage/%2e%2e/%2e%2e/package.json HTTP/1.1',
    'GET //evil.example/docs HTTP/1.1',
    'GET /\\evil.example HTTP/1.1',
    'GET http://evil.example/livez HTTP/1.1',
    'GET /v1/supported-chains?projectId=%E0%A4%A HTTP/1.1',
    'GET /v1/supported-chains?projectId=local&%=%&=& HTTP/1.1',
    'GET /v1/account/\xff\xfe/balance?projectId=local HTTP/1.1',
    'POST /v1?chainId=%00&projectId=local HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'GET /livez#x HTTP/1.1',
    'GET livez HTTP/1.1',
    'FOO /livez HTTP/1.1',
    'GET /livez HTTP/9.9',
  ]
  const hosts = ['', 'host: a b', 'host: [::1', 'host: \xff', 'host: evil.example/@x', 'host: a,b']

  test('behavior: malformed request lines and hosts never cause a 500', async () => {
    const address = await listenTestApp(await createGateway())
    const requests = [
      ...lines.map((line) => [line, 'host: gateway.example']),
      ...hosts.map((host) => [
        'GET /v1/supported-chains?projectId=local HTTP/1.1',
        ...(host === '' ? [] : [host]),
      ]),
    ]
    for (const parts of requests) {
      const answer = await send(address, `${[...parts, 'connection: close'].join('\r\n')}\r\n\r\n`)
      expect([parts, answer.slice(0, 13)]).toEqual([parts, expect.stringMatching(/^HTTP\/1\.1 [24]\d\d /)])
    }
  }, 60_000)
})

/** Sends bytes and reads the response until the connection closes. */
function send(address: string, text: string): Promise<string> {
  const [host = '', port] = address.split(':')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), host, () => socket.write(Buffer.from(text, 'latin1')))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}
