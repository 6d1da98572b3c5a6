import { randomUUID } from 'node:crypto'
import { createLog, createRateLimit } from '@portico/server'
import { freePort, testServer } from '@portico/server/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSecretKey } from '../../modules/projects/secretKey.ts'
import { createProjectStore } from '../../modules/projects/store.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { Problem } from '../http/Problem.ts'
import { createRedis } from '../redis/createRedis.ts'
import { createExactLimit, type ExactLimit } from './createExactLimit.ts'
import { createRedisShare } from './createRedisShare.ts'

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
const reason = 'reason' in server ? ` (skipped: ${server.reason})` : ''

function connect(url: string) {
  const redis = createRedis({ url, log: createLog({ level: 'silent' }) })
  onTestFinished(() => redis.close())
  return createRedisShare({ redis })
}

/** Makes a number of calls and returns how many of them were admitted. */
function count(limits: ReturnType<typeof createRateLimit>[], calls: number): number {
  let passed = 0
  for (let call = 0; call < calls; call++) {
    try {
      limits[call % limits.length]?.take('key')
      passed++
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  }
  return passed
}

describe.skipIf('reason' in server)(`rate limits of several processes${reason}`, () => {
  const url = 'url' in server ? server.url : ''

  test('behavior: usage of one process counts in the others', async () => {
    const name = randomUUID()
    const rate = { name, burst: 10, perSecond: 0.001 }
    const limits = [1, 2, 3].map(() => createRateLimit({ ...rate, share: connect(url) }))
    expect(count(limits.slice(0, 1), 10)).toBe(10)
    await vi.waitFor(() => {
      // Usage reaches the other processes asynchronously, so retry until no call is admitted.
      expect(count(limits, 3)).toBe(0)
    })
  })

  test('behavior: an exact limit holds across processes', async () => {
    const rate = { name: randomUUID(), burst: 1, perSecond: 1 / 3600, now: Date.now }
    const limits = [1, 2, 3, 4].map(() => createExactLimit({ ...rate, share: connect(url) }))
    const [one, ...others] = limits as [ExactLimit, ...ExactLimit[]]
    const giveBack = await one.take('key')
    // A refused call does not count, however often it is repeated.
    for (const limit of [...others, ...others, one])
      await expect(limit.take('key')).rejects.toMatchObject({ code: 'rate-limited', retryAfterSeconds: 3600 })
    await giveBack()
    await others[0]?.take('key')
    await expect(one.take('key')).rejects.toMatchObject({ code: 'rate-limited' })
    const atOnce = await Promise.allSettled(limits.map((limit) => limit.take('another key')))
    expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('behavior: a bucket emptied by two processes at once becomes negative, by at most one burst', async () => {
    const share = connect(url)
    const rate = { burst: 10, perSecond: 0.001 }
    const key = randomUUID()
    const usage = { key, cost: 10, rate }
    expect(await Promise.all([share.add([usage]), share.add([usage])])).toEqual(
      expect.arrayContaining([[0], [expect.closeTo(-10, 1)]]),
    )
    expect((await share.add([{ ...usage, cost: 100 }]))[0]).toBe(-10)
  })

  test('behavior: updates many keys in one step, each at its own rate', async () => {
    const share = connect(url)
    const name = randomUUID()
    const usages = Array.from({ length: 300 }, (_, index) => ({
      key: `${name}${index}`,
      cost: index,
      rate: { burst: 1000, perSecond: 0.001 },
    }))
    const left = await share.add(usages)
    expect(left.map(Math.round)).toEqual(usages.map(({ cost }) => 1000 - cost))
  })
})

describe('rate limits while Redis is unreachable', () => {
  test('behavior: each process counts separately', async () => {
    const share = connect(`redis://127.0.0.1:${await freePort()}`)
    const limit = createRateLimit({ name: 'a', burst: 5, perSecond: 0.001, share })
    expect(count([limit], 8)).toBe(5)
    await expect(share.add([{ key: 'a', cost: 1, rate: { burst: 1, perSecond: 1 } }])).rejects.toThrow()
    expect(count([limit], 8)).toBe(0)
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
