import { hashMailHost } from '@portico/server/mail'
import { createPostgresDatabase, readDeployMetrics, startTcpProxy, testServer } from '@portico/server/testing'
import { describe, expect, test, vi } from 'vitest'
import { problems } from './problems/problems.ts'
import { createTestVault, walletOrigin } from './testing/createTestVault.ts'
import { page, start } from './testing/logIn.ts'
import { readProblem } from './testing/readProblem.ts'

const server = await testServer('postgres')
const reason = 'reason' in server ? ` (skipped: ${server.reason})` : ''

const routes = [
  '/v1/email/start',
  '/v1/email/device',
  '/v1/email/resend',
  '/v1/email/link',
  '/v1/email/claim',
  '/v1/social/start',
  '/v1/social/open',
  '/v1/social/finish',
  '/v1/social/wait',
  '/v1/social/claim',
  '/v1/grants/activate',
  '/v1/auto/store',
  '/v1/auto/release',
  '/v1/update/start',
  '/v1/update/link',
  '/v1/update/finish',
  '/v1/update/revert',
  '/v1/device/inspect',
  '/v1/device/approve',
  '/v1/device/refuse',
  '/v1/device/cancel',
  '/v1/links/allow',
  '/v1/move',
  '/v1/exports',
  '/v1/notices',
] as const

describe('createApp', () => {
  test.each(routes)('behavior: only the wallet site may call %s', async (path) => {
    const vault = await createTestVault()
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://wallet.localhost:4403' },
      { origin: 'https://wallet.localhost:4402' },
      { origin: `${walletOrigin}.evil.example` },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: walletOrigin, 'sec-fetch-mode': 'navigate' },
      { origin: walletOrigin, 'sec-fetch-mode': 'no-cors' },
    ] as Record<string, string>[]) {
      const response = await vault.post(path, {}, headers)
      expect(await readProblem(response)).toEqual({ status: 403, code: 'origin-not-allowed' })
      if (headers.origin !== walletOrigin)
        expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])
      expect(await readProblem(await vault.post(path, {}, { 'content-type': type }))).toEqual({
        status: 415,
        code: 'content-type',
      })
    const own = await vault.post(
      path,
      {},
      { origin: walletOrigin, 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-site' },
    )
    expect([400, 401]).toContain(own.status)
    expect(own.headers.get('access-control-allow-origin')).toBe(walletOrigin)
    expect(own.headers.get('access-control-allow-credentials')).toBeNull()
    expect(own.headers.get('access-control-expose-headers')).toContain('dpop-nonce')
    expect(own.headers.get('cache-control')).toBe('no-store')
    expect((await vault.app.request(path)).status).toBe(405)
    const large = await vault.post(path, { text: 'x'.repeat(101 * 1024) })
    expect(await readProblem(large)).toEqual({ status: 413, code: 'body-too-large' })
  })

  test('error: too many requests from one network address, to any route', async () => {
    const vault = await createTestVault({ env: { LIMIT_REQUESTS: '10', TRUSTED_PROXIES: '1' } })
    const ask = (ip: string) =>
      vault.post('/v1/device/inspect', { token: 'A'.repeat(43) }, { 'x-forwarded-for': ip })
    for (let count = 0; count < 10; count++) expect((await ask('203.0.113.7')).status).toBe(410)
    const refused = await ask('203.0.113.7')
    expect(refused.headers.get('retry-after')).toBe('6')
    expect(await readProblem(refused)).toEqual({ status: 429, code: 'rate-limited' })
    expect((await ask('203.0.113.8')).status).toBe(410)
    expect((await vault.app.request('/livez')).status).toBe(200)
  })

  test('behavior: a preflight allows only the wallet site', async () => {
    const vault = await createTestVault()
    const ask = (origin: string) =>
      vault.app.request('/v1/email/start', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-headers': 'content-type,dpop' },
      })
    const allowed = await ask(walletOrigin)
    expect(allowed.headers.get('access-control-allow-origin')).toBe(walletOrigin)
    expect(allowed.headers.get('access-control-allow-headers')).toBe('content-type,dpop')
    const refused = await ask('https://evil.example')
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
    expect(refused.headers.get('access-control-allow-headers')).toBeNull()
  })

  test('error: no request body causes a server error', async () => {
    const vault = await createTestVault({ env: { LIMIT_PER_EMAIL: '0', LIMIT_PER_ADDRESS: '0' } })
    const key = await vault.newKey()
    const { tx } = await start(key, 'ada@example.com')
    const malformed: unknown[] = [
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '1e999',
      '{"__proto__":{"email":"a@b.example"}}',
      ...[null, [], {}, 0, true, 'x', '\0', '\ud800', 'x'.repeat(5000), { toString: 1 }, [[]]].map(
        (value) => ({
          email: value,
          origin: value,
          projectId: value,
          tx: value,
          sealed: value,
          token: value,
          grant: value,
          walletId: value,
          slotId: value,
          userId: value,
        }),
      ),
      { tx, extra: 1 },
      { email: '\ud800@example.com', ...page },
      { email: 'a@example.com', ...page, projectId: '\0' },
      { sealed: 'eyJhbGciOiJub25lIn0....' },
      { sealed: 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAA.AAAA.AAAA' },
      {
        sealed: `${Buffer.from('{"alg":"PBES2-HS256+A128KW","enc":"A256GCM","p2c":1000000000,"p2s":"AAAA"}').toString('base64url')}.AA.AA.AA.AA`,
      },
    ]
    for (const path of routes)
      for (const body of malformed) {
        const response = await vault.post(path, body, { dpop: await key.proof(path) })
        if (response.status >= 500) throw new Error(`${path} ${JSON.stringify(body)}: ${response.status}`)
      }
    for (const dpop of ['', 'x', 'a.b.c', `${'a'.repeat(5000)}`, 'eyJhbGciOiJub25lIn0.e30.'])
      expect((await vault.post('/v1/email/start', {}, { dpop })).status).toBe(401)
    expect(vault.logged.filter((line) => line.includes('request failed'))).toEqual([])
  })

  test('behavior: serves health checks and the pages of problems', async () => {
    const vault = await createTestVault()
    expect(await (await vault.app.request('/livez')).json()).toEqual({
      status: 'ok',
      time: expect.any(Number),
    })
    expect(await (await vault.app.request('/healthz')).json()).toEqual({
      status: 'ok',
      checks: { database: 'ok' },
    })
    expect((await vault.app.request('/readyz')).status).toBe(200)
    // Served on a port of its own.
    expect((await vault.app.request('/metrics')).status).toBe(404)
    for (const code of Object.keys(problems)) {
      const response = await vault.app.request(`/problems/${code}`)
      expect(await response.text()).toContain(code)
    }
    vault.services.health.stop()
    expect((await vault.app.request('/readyz')).status).toBe(503)
  })

  test('behavior: every metric of the vault that dashboard and alert rules name exists', async () => {
    const { services } = await createTestVault()
    const { text } = await services.metrics.render()
    const known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
    const named = readDeployMetrics(['vault_'])
    expect(named.length).toBeGreaterThan(4)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  test('behavior: publishes public keys only', async () => {
    const vault = await createTestVault()
    const { keys, mailHost } = await (await vault.app.request('/.well-known/jwks.json')).json()
    expect(keys.map(({ use, alg }: Record<string, string>) => [use, alg])).toEqual([
      ['sig', 'ES256'],
      ['enc', 'ECDH-ES'],
    ])
    for (const key of keys)
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    // By which the gateway finds out whether both servers send mail through the same provider.
    expect(mailHost).toBe(hashMailHost(vault.services.config.smtpUrl))
  })
})

describe.skipIf('reason' in server)(`createApp on PostgreSQL${reason}`, () => {
  test('error: while the database is unreachable, answers say that the caller may try again', async () => {
    const proxy = await startTcpProxy({ target: await createPostgresDatabase(server) })
    const vault = await createTestVault({ databaseUrl: proxy.url })
    const { app, services, logged } = vault
    const ask = () => vault.post('/v1/device/inspect', { token: 'A'.repeat(43) })
    expect((await ask()).status).toBe(410)
    proxy.refuse(true)
    proxy.cut()
    for (let times = 0; times < 3; times++) {
      const answer = await ask()
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      expect(await answer.json()).toMatchObject({ code: 'unavailable', retryable: true })
    }
    expect((await app.request('/.well-known/jwks.json')).status).toBe(200)
    expect((await app.request('/readyz')).status).toBe(200)
    expect(await (await app.request('/healthz')).json()).toMatchObject({ checks: { database: 'failed' } })
    expect((await services.metrics.render()).text).toMatch(/^vault_database_up 0$/m)
    proxy.refuse(false)
    await vi.waitFor(async () => expect((await ask()).status).toBe(410), { timeout: 15_000 })
    expect((await services.metrics.render()).text).toMatch(/^vault_database_up 1$/m)
    const lines = logged.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)
    const { host } = new URL(proxy.url)
    expect(lines.map(({ msg, host }) => [msg, host])).toEqual([
      ['the database is unreachable', host],
      ['the database is reachable again', host],
    ])
  })
})
