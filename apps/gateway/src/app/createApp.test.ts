import { problem } from '@portico/protocol/gateway'
import { describe, expect, test } from 'vitest'
import { problems } from '../infra/http/problems.ts'
import { createTestApp } from '../testing/createTestApp.ts'
import { deadUrl, startUpstream } from '../testing/startUpstream.ts'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const rpcUrls = { 'eip155:31337': ['http://127.0.0.1:1'], 'eip155:31338': ['http://127.0.0.1:1'] }
const projects = JSON.stringify({
  shop: { name: 'Shop', allowedOrigins: ['https://shop.example', 'https://*.shop.example'] },
})

describe('createApp', () => {
  test.each<[string, string | undefined, number, string | undefined]>([
    ['local', 'http://localhost:4400', 200, undefined],
    ['local', 'https://app.localhost', 200, undefined],
    ['local', 'http://127.0.0.1:5173', 200, undefined],
    ['local', undefined, 200, undefined],
    ['local', 'https://shop.example', 401, 'origin-not-allowed'],
    ['local', 'null', 401, 'origin-not-allowed'],
    ['local', 'http://localhost.evil.example', 401, 'origin-not-allowed'],
    ['shop', 'https://shop.example', 200, undefined],
    ['shop', 'https://beta.shop.example', 200, undefined],
    ['shop', 'http://localhost:4400', 401, 'origin-not-allowed'],
    ['nobody', 'http://localhost:4400', 401, 'invalid-key'],
    ['', undefined, 401, 'invalid-key'],
  ])('behavior: project %j from %s: %d', async (projectId, origin, status, code) => {
    const { app } = await createTestApp({ rpcUrls, env: { PROJECTS: projects } })
    const headers: Record<string, string> = origin === undefined ? {} : { origin }
    const response = await app.request(`/v1/supported-chains?projectId=${projectId}`, { headers })
    expect(response.status).toBe(status)
    // Refusals also have CORS headers, so that the page can read the reason.
    expect(response.headers.get('access-control-allow-origin')).toBe(origin ?? null)
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(response.headers.get('vary')).toContain('Origin')
    const body = await response.json()
    if (code)
      expect(problem.parse(body)).toMatchObject({ status, code, detail: problems[code as 'expired'].title })
    else expect(body).toEqual({ http: Object.keys(rpcUrls), ws: Object.keys(rpcUrls), swap: [], faucet: [] })
  })

  test('behavior: accepts the project ID in a header', async () => {
    const { app } = await createTestApp({ rpcUrls })
    expect((await app.request('/v1/supported-chains', { headers: { 'x-project-id': 'local' } })).status).toBe(
      200,
    )
  })

  test('param: GATEWAY_OPEN accepts any project, or none, and any origin', async () => {
    const { app } = await createTestApp({ rpcUrls, env: { GATEWAY_OPEN: '1' } })
    const headers = { origin: 'https://anybody.example' }
    for (const query of ['', '?projectId=whatever'])
      expect((await app.request(`/v1/supported-chains${query}`, { headers })).status).toBe(200)
  })

  test.each(['/v1', '/v1/', '/v1/supported-chains', '/auth/v1/authenticate', '/nowhere'])(
    'behavior: answers a preflight of %s from any origin',
    async (path) => {
      const { app } = await createTestApp({ rpcUrls })
      const response = await app.request(path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://evil.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,x-nonce-jwt',
        },
      })
      expect(response.status).toBe(204)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'access-control-allow-origin': 'https://evil.example',
        'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
        'access-control-allow-headers': 'authorization,content-type,x-nonce-jwt',
        'access-control-max-age': '7200',
      })
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    },
  )

  test('behavior: every response has a request ID, security headers, and exposes headers to pages', async () => {
    const { app, get } = await createTestApp({ rpcUrls })
    const answers = [
      await get('/livez'),
      await get('/v1/supported-chains'),
      await get('/nowhere'),
      await app.request('/v1', { method: 'POST', body: 'x' }),
    ]
    for (const { headers } of answers) {
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-site')
    }
    // JSON-RPC is not shown as a page.
    for (const { headers } of answers.slice(0, -1))
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    const own = await get('/livez', { 'x-request-id': 'abc-12345', origin: 'http://localhost' })
    expect(own.headers.get('x-request-id')).toBe('abc-12345')
    expect(own.headers.get('access-control-expose-headers')).toContain('x-request-id')
    const forged = await get('/livez', { 'x-request-id': 'a"b{}' })
    expect(forged.headers.get('x-request-id')).not.toContain('"')
  })

  test('error: 404 and 405 are problems; 405 lists the allowed methods', async () => {
    const { app, get } = await createTestApp({ rpcUrls })
    const missing = await get('/v1/nothing')
    expect(missing.headers.get('content-type')).toBe('application/problem+json')
    expect(problem.parse(await missing.json())).toMatchObject({ status: 404, code: 'not-found' })
    for (const [path, method, allow] of [
      ['/v1', 'DELETE', 'GET, POST, OPTIONS'],
      ['/auth/v1/nonce?projectId=local', 'DELETE', 'GET, OPTIONS'],
      [`/v1/account/${account}/balance?projectId=local`, 'POST', 'GET, OPTIONS'],
    ] as const) {
      const response = await app.request(path, { method })
      expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, allow])
      expect(problem.parse(await response.json()).code).toBe('method-not-allowed')
    }
  })

  test.each([
    ['/v1/account/0x123/balance', 'address'],
    ['/v1/account/vitalik.eth/balance', 'address'],
    [`/v1/account/eip155:31337:${account}1/history`, 'address'],
    [`/v1/account/eip155:1:${account}/history`, 'address'],
    [`/v1/account/solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${account}/history`, 'address'],
    [`/v1/account/${account}/balance?chainId=1`, 'chainId'],
    [`/v1/account/${account}/balance?chainId=eip155:1`, 'chainId'],
    [`/v1/account/eip155:31337:${account}/balance?chainId=eip155:31338`, 'chainId'],
    [`/v1/account/${account}/balance?currency=doge`, 'currency'],
    [`/v1/account/${account}/history?currency=doge`, 'currency'],
    [`/v1/account/${account}/history?limit=0`, 'limit'],
    [`/v1/account/${account}/history?limit=101`, 'limit'],
    [`/v1/account/${account}/history?limit=ten`, 'limit'],
    [`/v1/account/${account}/history?cursor=abc`, 'cursor'],
    [`/v1/account/${account}/history?onramp=other`, 'onramp'],
    [`/v1/account/${account}/nfts?limit=-1`, 'limit'],
    [`/v1/account/${account}/nfts?cursor=abc`, 'cursor'],
    ['/v1/identity/me', 'address'],
    [`/v1/identity/${account}?chainId=x`, 'chainId'],
  ])('error: 400 for %s points to %s', async (path, pointer) => {
    const { get } = await createTestApp({ rpcUrls })
    const response = await get(path)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(problem.parse(await response.json()).errors?.map((error) => error.pointer)).toEqual([pointer])
  })

  test.each([
    ['', ['']],
    ['not json', ['']],
    ['null', ['']],
    ['{}', ['/message', '/signature']],
    ['{"message":1,"signature":"0x"}', ['/message']],
    [JSON.stringify({ message: 'x'.repeat(8193), signature: '0x' }), ['/message']],
    ['{"message":"a","signature":"0x","data":[]}', ['/data']],
  ])('error: 400 for a body %.30j points to the fields', async (body, pointers) => {
    const { app } = await createTestApp({ rpcUrls })
    const response = await app.request('/auth/v1/authenticate?projectId=local', { method: 'POST', body })
    expect(response.status).toBe(400)
    expect(problem.parse(await response.json()).errors?.map(({ pointer }) => pointer)).toEqual(pointers)
  })

  test('error: 413 for a body that is too large', async () => {
    const { app } = await createTestApp({ rpcUrls })
    const body = JSON.stringify({ message: 'a', signature: 'b'.repeat(110_000) })
    const response = await app.request('/auth/v1/authenticate?projectId=local', { method: 'POST', body })
    expect([response.status, problem.parse(await response.json()).code]).toEqual([413, 'body-too-large'])
  })

  test('error: 503 for lists if all networks fail, marked as retryable', async () => {
    const { get } = await createTestApp({ rpcUrls: { 'eip155:31337': [await deadUrl()] } })
    for (const list of ['balance', 'history', 'nfts']) {
      const response = await get(`/v1/account/${account}/${list}`)
      expect([list, response.status]).toEqual([list, 503])
      expect(problem.parse(await response.json())).toMatchObject({
        code: 'upstream-unavailable',
        retryable: true,
      })
    }
  })

  test('error: a 500 reveals no internal data', async () => {
    const broken = await startUpstream({ behave: () => ({ result: { number: 7, secret: '/etc/passwd' } }) })
    const { get, logged } = await createTestApp({ rpcUrls: { 'eip155:31337': [broken.url] } })
    const response = await get(`/v1/account/${account}/balance`)
    const text = await response.text()
    expect(response.status).toBeGreaterThanOrEqual(500)
    expect(text).not.toMatch(/passwd|\bat \w+|node_modules|\.ts/)
    expect(JSON.stringify(logged)).not.toMatch(/passwd/)
    expect(JSON.stringify(logged).toLowerCase()).not.toContain(account.toLowerCase())
  })

  test("behavior: /projects/v1/origins lists the project's allowed origins", async () => {
    const { app } = await createTestApp({ rpcUrls, env: { PROJECTS: projects } })
    const response = await app.request('/projects/v1/origins?projectId=shop')
    expect(await response.json()).toEqual({
      allowedOrigins: ['https://shop.example', 'https://*.shop.example'],
    })
  })

  test('behavior: /livez and /readyz succeed whatever the dependencies do, which /healthz reports', async () => {
    const node = await startUpstream({ behave: () => ({ result: '0x1' }) })
    const healthy = await createTestApp({ rpcUrls: { 'eip155:31337': [node.url] } })
    const health = await healthy.get('/healthz')
    expect([health.status, await health.json()]).toEqual([
      200,
      { status: 'ok', checks: { database: 'ok', 'eip155:31337': 'ok' } },
    ])
    const hanging = await startUpstream({ behave: () => undefined })
    const unhealthy = await createTestApp({ rpcUrls: { 'eip155:31337': [hanging.url] } })
    expect((await unhealthy.get('/livez')).status).toBe(200)
    expect((await unhealthy.get('/health')).status).toBe(200)
    expect((await unhealthy.get('/readyz')).status).toBe(200)
    // It responds although the upstream never does, and reports the failed check.
    const failed = await unhealthy.get('/healthz')
    expect([failed.status, await failed.json()]).toEqual([
      503,
      { status: 'unavailable', checks: { database: 'ok', 'eip155:31337': 'failed' } },
    ])
    expect((await healthy.get('/readyz')).status).toBe(200)
    healthy.services.modules.health.service.stop()
    expect((await healthy.get('/readyz')).status).toBe(503)
    const { text: metrics } = await healthy.services.metrics.render()
    expect(metrics).toContain('gateway_request_seconds_count{method="GET",route="/readyz",status="200"} 1')
    expect(metrics).toMatch(/gateway_upstream_total\{chain="eip155:31337",upstream="[\d.:]+",outcome="200"\}/)
  })

  test('error: /metrics, which has a port of its own', async () => {
    const { get } = await createTestApp({ rpcUrls })
    const response = await get('/metrics')
    expect([response.status, await response.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'not-found' }),
    ])
  })

  test('behavior: the type of a problem is the URL of a help page', async () => {
    const { get } = await createTestApp({ rpcUrls })
    for (const code of Object.keys(problems)) {
      const page = await get(`/problems/${code}`)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(code)])
    }
    expect((await get('/problems/constructor')).status).toBe(404)
  })

  test('behavior: without an upstream of Ethereum mainnet accounts have no name', async () => {
    const { get } = await createTestApp({ rpcUrls })
    for (const path of [`/v1/identity/${account}`, `/v1/account/eip155:31337:${account}/identity`])
      expect(await (await get(path)).json()).toMatchObject({
        name: null,
        avatar: null,
        resolvedAt: expect.any(String),
      })
  })
})
