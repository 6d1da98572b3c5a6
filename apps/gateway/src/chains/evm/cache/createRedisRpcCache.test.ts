import { randomUUID } from 'node:crypto'
import { createLog } from '@portico/server'
import { freePort, testServer } from '@portico/server/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRedis } from '../../../infra/redis/createRedis.ts'
import { createRedisRpcCache } from './createRedisRpcCache.ts'

const server = await testServer('redis')
const reason = 'reason' in server ? ` (skipped: ${server.reason})` : ''

function open(url: string) {
  const redis = createRedis({ url, log: createLog({ level: 'silent' }) })
  onTestFinished(() => redis.close())
  return { redis, cache: createRedisRpcCache({ redis }) }
}

describe.skipIf('reason' in server)(`createRedisRpcCache${reason}`, () => {
  const url = 'url' in server ? server.url : ''

  test('behavior: what one process stores is found by another until it expires', async () => {
    const [one, two] = [open(url), open(url)]
    await Promise.all([one.redis.isWell(), two.redis.isWell()])
    const key = randomUUID()
    expect(await two.cache.get(key)).toBeUndefined()
    await one.cache.set(key, '"0x1"', { ttlMs: 60_000 })
    expect(await two.cache.get(key)).toBe('"0x1"')
    const short = randomUUID()
    await one.cache.set(short, '"0x2"', { ttlMs: 1 })
    await vi.waitFor(async () => expect(await two.cache.get(short)).toBeUndefined(), 5000)
  })

  test('behavior: the first lookup opens the connection without waiting for it', async () => {
    const { redis, cache } = open(url)
    expect(await cache.get('none')).toBeUndefined()
    await vi.waitFor(() => expect(redis.commands.status).toBe('ready'), 15_000)
  })

  test('behavior: an unresponsive server is a cache miss', async () => {
    const { redis, cache } = open(url)
    const key = randomUUID()
    await redis.isWell()
    await cache.set(key, '1', { ttlMs: 60_000 })
    const other = open(url).redis
    await other.commands.call('CLIENT', 'PAUSE', '400', 'ALL')
    expect(await cache.get(key)).toBeUndefined()
    await vi.waitFor(async () => expect(await cache.get(key)).toBe('1'), 15_000)
  })
})

describe('createRedisRpcCache without its Redis', () => {
  test('error: every lookup is a cache miss, and nothing rejects', async () => {
    const { cache } = open(`redis://127.0.0.1:${await freePort()}`)
    await cache.set('a', '1', { ttlMs: 1000 })
    expect(await cache.get('a')).toBeUndefined()
    await cache.set('a', '1', { ttlMs: 1000 })
    expect(await cache.get('a')).toBeUndefined()
  })
})
