import { createLog } from '@portico/server'
import { freePort, startTcpProxy, testServer } from '@portico/server/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRedis } from './createRedis.ts'

const server = await testServer('redis')
const reason = 'reason' in server ? ` (skipped: ${server.reason})` : ''
const waitOptions = { timeout: 15_000, interval: 20 }

function open(url: string) {
  const logged: { msg: string }[] = []
  const log = createLog({
    level: 'warn',
    destination: { write: (line) => void logged.push(JSON.parse(line)) },
  })
  const redis = createRedis({ url, log })
  onTestFinished(() => redis.close())
  return { redis, logged }
}

describe.skipIf('reason' in server)(`createRedis${reason}`, () => {
  const url = 'url' in server ? server.url : ''

  test('behavior: connects with the first command', async () => {
    const { redis } = open(url)
    expect(redis.commands.status).toBe('wait')
    expect(await redis.isWell()).toBe(true)
    await redis.commands.set('portico:test:first', 'a', 'PX', 10_000)
    expect(await redis.commands.get('portico:test:first')).toBe('a')
  })

  test('behavior: renews subscriptions after the connection broke', async () => {
    const proxy = await startTcpProxy({ target: url })
    const { redis } = open(proxy.url)
    const received: string[] = []
    const subscriber = redis.subscriber()
    subscriber.on('message', (_channel, text) => received.push(text))
    await subscriber.subscribe('portico:test:news')
    proxy.cut()
    const other = open(url).redis
    await vi.waitFor(async () => {
      await other.commands.publish('portico:test:news', 'hello')
      expect(received).toContain('hello')
    }, waitOptions)
  })

  test('behavior: commands work again after an outage', async () => {
    const proxy = await startTcpProxy({ target: url })
    const { redis, logged } = open(proxy.url)
    expect(await redis.isWell()).toBe(true)
    proxy.refuse(true)
    proxy.cut()
    await vi.waitFor(async () => expect(await redis.isWell()).toBe(false), waitOptions)
    proxy.refuse(false)
    await vi.waitFor(async () => expect(await redis.isWell()).toBe(true), waitOptions)
    expect(logged.filter(({ msg }) => msg === 'redis is reachable again')).toHaveLength(1)
  })
})

describe('createRedis without a server', () => {
  test('error: rejects commands after a second, or at once if 1000 are waiting; logs once, without the password', async () => {
    const { redis, logged } = open(`redis://user:top-secret@127.0.0.1:${await freePort()}`)
    const results = await Promise.allSettled(
      Array.from({ length: 1500 }, (_, index) => redis.commands.get(`portico:${index}`)),
    )
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    const refused = results.filter(
      (result) =>
        result.status === 'rejected' && /1000 commands are already waiting/.test(String(result.reason)),
    )
    expect(refused).toHaveLength(500)
    expect(await redis.isWell()).toBe(false)
    expect(logged).toEqual([expect.objectContaining({ msg: 'redis is unreachable', reason: 'ECONNREFUSED' })])
    expect(JSON.stringify(logged)).not.toContain('top-secret')
  })

  test('behavior: rejects commands after close', async () => {
    const { redis } = open(`redis://127.0.0.1:${await freePort()}`)
    await redis.isWell()
    await redis.close()
    await expect(redis.commands.get('a')).rejects.toThrow()
  })
})
