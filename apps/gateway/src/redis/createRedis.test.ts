import { createLog } from '@portico/server'
import { freePort, testServer } from '@portico/server/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTcpProxy } from '../testing/startTcpProxy.ts'
import { createRedis } from './createRedis.ts'

const server = await testServer('redis')
const reason = 'reason' in server ? ` (skipped: ${server.reason})` : ''
const patience = { timeout: 15_000, interval: 20 }

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

  test('behavior: subscriptions are made again after the connection broke', async () => {
    const proxy = await startTcpProxy({ target: url })
    const { redis } = open(proxy.url)
    const heard: string[] = []
    const subscriber = redis.subscriber()
    subscriber.on('message', (_channel, text) => heard.push(text))
    await subscriber.subscribe('portico:test:news')
    proxy.cut()
    const other = open(url).redis
    await vi.waitFor(async () => {
      await other.commands.publish('portico:test:news', 'hello')
      expect(heard).toContain('hello')
    }, patience)
  })

  test('behavior: after an outage commands are carried out again', async () => {
    const proxy = await startTcpProxy({ target: url })
    const { redis, logged } = open(proxy.url)
    expect(await redis.isWell()).toBe(true)
    proxy.refuse(true)
    proxy.cut()
    await vi.waitFor(async () => expect(await redis.isWell()).toBe(false), patience)
    proxy.refuse(false)
    await vi.waitFor(async () => expect(await redis.isWell()).toBe(true), patience)
    expect(logged.filter(({ msg }) => msg === 'redis is back')).toHaveLength(1)
  })
})

describe('createRedis without a server', () => {
  test('error: commands are rejected in time, more than a thousand at once; the log says it once, without the password', async () => {
    const { redis, logged } = open(`redis://user:top-secret@127.0.0.1:${await freePort()}`)
    const results = await Promise.allSettled(
      Array.from({ length: 1500 }, (_, index) => redis.commands.get(`portico:${index}`)),
    )
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    const refused = results.filter(
      (result) => result.status === 'rejected' && /too many commands/.test(String(result.reason)),
    )
    expect(refused).toHaveLength(500)
    expect(await redis.isWell()).toBe(false)
    expect(logged).toEqual([
      expect.objectContaining({ msg: 'redis cannot be reached', reason: 'ECONNREFUSED' }),
    ])
    expect(JSON.stringify(logged)).not.toContain('top-secret')
  })

  test('behavior: after close nothing is tried any more', async () => {
    const { redis } = open(`redis://127.0.0.1:${await freePort()}`)
    await redis.isWell()
    await redis.close()
    await expect(redis.commands.get('a')).rejects.toThrow()
  })
})
