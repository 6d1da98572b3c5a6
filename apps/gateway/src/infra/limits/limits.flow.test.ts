import { createLog, createRateLimit } from '@portico/server'
import { freePort, testServer } from '@portico/server/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSecretKey } from '../../modules/projects/secretKey.ts'
import { createProjectStore } from '../../modules/projects/store.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { createTestHub } from '../hub/testing/createTestHub.ts'
import { createRedis } from '../redis/createRedis.ts'
import { createHubShare } from './createHubShare.ts'
import { createRedisShare } from './createRedisShare.ts'
import { countPassed } from './testing/countPassed.ts'
import { testUsageShare } from './testing/testUsageShare.ts'

const rpcUrls = { 'eip155:31337': ['http://127.0.0.1:9'] }
const path = '/projects/v1/origins'

describe('rate limits of REST', () => {
  test('behavior: every response has the remaining units of the address and of the project', async () => {
    const { get } = await createTestApp({
      rpcUrls,
      env: { RATE_LIMIT_ADDRESS: '100', RATE_LIMIT_PROJECT: '200' },
    })
    const { headers } = await get(path)
    expect(headers.get('ratelimit-policy')).toBe('"address";q=100;w=60, "project";q=200;w=60')
    expect(headers.get('ratelimit')).toBe('"address";r=99;t=1, "project";r=199;t=1')
  })

  test('error: an address exceeds its limit; expensive routes take more units', async () => {
    const { get } = await createTestApp({ rpcUrls, env: { RATE_LIMIT_ADDRESS: '12' } })
    const account = `/v1/account/eip155:31337:0x${'1'.repeat(40)}/balance?chainId=none`
    await get(account)
    await get(account)
    expect((await get(path)).status).toBe(200)
    const refused = await get(account)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('ratelimit-policy')).toBe('"address";q=12;w=60')
    expect(await refused.json()).toMatchObject({ code: 'rate-limited', status: 429, retryable: true })
    // Health checks are never refused.
    expect((await get('/livez')).status).toBe(200)
  })

  test('error: a project exceeds its own limit; other projects are not affected', async () => {
    const PROJECTS = JSON.stringify({ small: { name: 'Small', allowedOrigins: [], unitsPerMinute: 2 } })
    const { get } = await createTestApp({ rpcUrls, env: { PROJECTS } })
    const small = async () => (await get(`${path}?projectId=small`)).status
    expect([await small(), await small(), await small()]).toEqual([200, 200, 429])
    expect((await get(path)).status).toBe(200)
  })

  test('param: SIGN_IN_LIMIT_ADDRESS', async () => {
    const { get } = await createTestApp({ rpcUrls, env: { SIGN_IN_LIMIT_ADDRESS: '3' } })
    const ask = async () => (await get('/auth/v1/nonce')).status
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429])
    const { get: unlimited } = await createTestApp({ rpcUrls, env: { SIGN_IN_LIMIT_ADDRESS: '0' } })
    for (let count = 0; count < 130; count++) expect((await unlimited('/auth/v1/nonce')).status).toBe(200)
  })

  test("behavior: calls with a secret key count against the project, not against the caller's address", async () => {
    const { services, app } = await createTestApp({ rpcUrls, env: { RATE_LIMIT_ADDRESS: '2' } })
    const { key, hash } = createSecretKey()
    const store = createProjectStore({ database: services.database })
    await store.add({ id: 'shop', name: 'Shop', allowedOrigins: [], createdAt: 1 })
    await store.addKey({ id: 'one', projectId: 'shop', hash, createdAt: 1 })
    await services.projects.refresh()
    const ask = async (secret: string) =>
      (await app.request(path, { headers: { authorization: `Bearer ${secret}` } })).status
    for (let count = 0; count < 5; count++) expect(await ask(key)).toBe(200)
    // A call with an unknown key counts against its address, like a call without a key.
    const unknown = createSecretKey().key
    const statuses = [await ask(unknown), await ask(unknown), await ask(unknown)]
    expect(statuses.slice(0, 2)).toEqual([401, 401])
    expect((await app.request(`${path}?projectId=shop`)).status).toBe(429)
  })

  test('error: a call with an unknown key is limited before its route runs, also on routes without a project', async () => {
    const { services, app } = await createTestApp({ rpcUrls, env: { RATE_LIMIT_ADDRESS: '2' } })
    const issueNonce = vi.spyOn(services.modules.names.service, 'issueNonce')
    const headers = () => ({ authorization: `Bearer ${createSecretKey().key}` })
    const statuses: number[] = []
    for (let count = 0; count < 6; count++)
      statuses.push((await app.request('/v1/profile/nonce', { headers: headers() })).status)
    expect(statuses).toEqual([200, 200, 429, 429, 429, 429])
    expect(issueNonce).toHaveBeenCalledTimes(2)
  })

  test('error: the cost of a stream depends on its topics', async () => {
    const { get } = await createTestApp({ rpcUrls, env: { RATE_LIMIT_ADDRESS: '120' } })
    const topics = (count: number) =>
      Array.from({ length: count }, (_, index) => `tx:eip155:31337:0x${String(index).padStart(64, '0')}`)
    const refused = await get(`/v1/stream?topics=${topics(50)}`)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

const server = await testServer('redis')

function connect(url: string) {
  const redis = createRedis({ url, log: createLog({ level: 'silent' }) })
  onTestFinished(() => redis.close())
  return createRedisShare({ redis })
}

if ('url' in server) testUsageShare('createRedisShare', () => connect(server.url))
else test.skip(`createRedisShare (skipped: ${server.reason})`, () => undefined)

const { connect: connectWorker } = createTestHub()
testUsageShare('createHubShare', () => createHubShare({ hub: connectWorker().client }))

describe('rate limits while Redis is unreachable', () => {
  test('behavior: each process counts separately', async () => {
    const share = connect(`redis://127.0.0.1:${await freePort()}`)
    const limit = createRateLimit({ name: 'a', burst: 5, perSecond: 0.001, share })
    expect(countPassed([limit], 8)).toBe(5)
    await expect(share.add([{ key: 'a', cost: 1, rate: { burst: 1, perSecond: 1 } }])).rejects.toThrow()
    expect(countPassed([limit], 8)).toBe(0)
  })
})

describe('rate limits of JSON-RPC', () => {
  const getLogs = { jsonrpc: '2.0', id: 7, method: 'eth_getLogs', params: [{}] }

  test('error: takes the cost of a method, or the sum of a batch; refuses with −32005 and 429', async () => {
    const { rpc } = await createTestApp({ rpcUrls, env: { RATE_LIMIT_ADDRESS: '30' } })
    const chainId = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }
    const first = await rpc(chainId)
    expect(first.headers.get('ratelimit')).toMatch(/^"address";r=29;t=\d+, "project";r=\d+;t=\d+$/)
    // The batch takes 21 of the 29 units left; the next call is then refused before it reaches an upstream.
    await rpc([getLogs, getLogs, chainId])
    const refused = await rpc(getLogs)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ id: 7, error: { code: -32005 } })
  })
})
