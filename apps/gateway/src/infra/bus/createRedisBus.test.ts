import { createLog } from '@portico/server'
import { freePort, startRedis, startTcpProxy, testServer } from '@portico/server/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRedis } from '../redis/createRedis.ts'
import { createRedisBus } from './createRedisBus.ts'
import { testBus } from './testing/testBus.ts'

const server = await testServer('redis')
const waitOptions = { timeout: 15_000, interval: 20 }
const log = createLog({ level: 'silent' })

async function connect(url: string) {
  const redis = createRedis({ url, log })
  const bus = await createRedisBus({ redis, log })
  onTestFinished(async () => {
    await bus.close()
    await redis.close()
  })
  return bus
}

if ('url' in server) testBus({ name: 'createRedisBus', connect: () => connect(server.url) })
else test.skip(`createRedisBus (skipped: ${server.reason})`, () => undefined)

describe.skipIf('reason' in server)('createRedisBus', () => {
  test('behavior: messages missed during an outage are delivered in order after the reconnection', async () => {
    const proxy = await startTcpProxy({ target: 'url' in server ? server.url : '' })
    const name = `away-${process.pid}-${Date.now()}`
    const [proxied, direct] = [await connect(proxy.url), await connect('url' in server ? server.url : '')]
    const received: string[] = []
    proxied.channel(name).subscribe({
      onMessage: ({ data }) => received.push(data),
      onLost: () => received.push('lost'),
    })
    const publish = (data: string) => direct.channel(name).publish({ key: data, data })
    await publish('a')
    await vi.waitFor(() => expect(received).toEqual(['a']), waitOptions)
    proxy.refuse(true)
    proxy.cut()
    for (const data of ['b', 'c', 'd']) await publish(data)
    proxy.refuse(false)
    await vi.waitFor(() => expect(received).toEqual(['a', 'b', 'c', 'd']), waitOptions)
    await publish('e')
    await vi.waitFor(() => expect(received.at(-1)).toBe('e'), waitOptions)
  })

  test('behavior: a process that connects later reads the position, and receives only new messages', async () => {
    const url = 'url' in server ? server.url : ''
    const name = `late-${process.pid}-${Date.now()}`
    const first = (await connect(url)).channel(name)
    await first.publish({ key: 'a', data: 'a' })
    await vi.waitFor(() => expect(first.position().seq).toBe(1), waitOptions)
    const late = (await connect(url)).channel(name)
    expect(late.position()).toEqual(first.position())
    const received: string[] = []
    late.subscribe({ onMessage: ({ data }) => received.push(data), onLost: () => received.push('lost') })
    await first.publish({ key: 'b', data: 'b' })
    await vi.waitFor(() => expect(received).toEqual(['b']), waitOptions)
    expect(await late.since({ ...late.position(), seq: 0 })).toMatchObject([{ data: 'a' }, { data: 'b' }])
  })

  test('error: Redis restarts empty: onLost is called and a new epoch begins', async () => {
    const first = await startRedis()
    if ('reason' in first) throw new Error(first.reason)
    const channel = (await connect(first.url)).channel('x')
    const received: string[] = []
    channel.subscribe({ onMessage: ({ data }) => received.push(data), onLost: () => received.push('lost') })
    await channel.publish({ key: 'a', data: 'a' })
    await vi.waitFor(() => expect(received).toEqual(['a']), waitOptions)
    const before = channel.position()
    await first.stop()
    await expect(channel.publish({ key: 'b', data: 'b' })).rejects.toThrow()
    expect(await channel.since({ ...before, seq: 0 })).toBeUndefined()
    const second = await startRedis({ port: Number(new URL(first.url).port) })
    onTestFinished(() => second.stop())
    let count = 0
    await vi.waitFor(async () => {
      await channel.publish({ key: `c${++count}`, data: 'c' })
      expect(received).toContain('c')
    }, waitOptions)
    expect(received.slice(0, 2)).toEqual(['a', 'lost'])
    expect(channel.position().epoch).not.toBe(before.epoch)
    expect(await channel.since(before)).toBeUndefined()
  })
})

describe('createRedisBus without Redis', () => {
  test('error: starts nevertheless, and publish rejects', async () => {
    const channel = (await connect(`redis://127.0.0.1:${await freePort()}`)).channel('x')
    expect(channel.position().seq).toBe(0)
    await expect(channel.publish({ key: 'a', data: 'a' })).rejects.toThrow()
  })
})
