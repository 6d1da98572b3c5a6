import { createLog } from '@portico/server'
import { freePort, startRedis, testServer } from '@portico/server/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRedis } from '../redis/createRedis.ts'
import { startTcpProxy } from '../testing/startTcpProxy.ts'
import { createRedisBus } from './createRedisBus.ts'
import { testBus } from './testing/testBus.ts'

const server = await testServer('redis')
const patience = { timeout: 15_000, interval: 20 }
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

describe.skipIf('reason' in server)('createRedisBus and its Redis', () => {
  test('behavior: what was said while the connection was away is heard when it is back, in order', async () => {
    const proxy = await startTcpProxy({ target: 'url' in server ? server.url : '' })
    const name = `away-${process.pid}-${Date.now()}`
    const [far, near] = [await connect(proxy.url), await connect('url' in server ? server.url : '')]
    const heard: string[] = []
    far.channel(name).subscribe({
      onMessage: ({ data }) => heard.push(data),
      onLost: () => heard.push('lost'),
    })
    const say = (data: string) => near.channel(name).publish({ key: data, data })
    await say('a')
    await vi.waitFor(() => expect(heard).toEqual(['a']), patience)
    proxy.refuse(true)
    proxy.cut()
    for (const data of ['b', 'c', 'd']) await say(data)
    proxy.refuse(false)
    await vi.waitFor(() => expect(heard).toEqual(['a', 'b', 'c', 'd']), patience)
    await say('e')
    await vi.waitFor(() => expect(heard.at(-1)).toBe('e'), patience)
  })

  test('behavior: a process that comes later knows where the channel stands, and hears only what is new', async () => {
    const url = 'url' in server ? server.url : ''
    const name = `late-${process.pid}-${Date.now()}`
    const first = (await connect(url)).channel(name)
    await first.publish({ key: 'a', data: 'a' })
    await vi.waitFor(() => expect(first.position().seq).toBe(1), patience)
    const late = (await connect(url)).channel(name)
    expect(late.position()).toEqual(first.position())
    const heard: string[] = []
    late.subscribe({ onMessage: ({ data }) => heard.push(data), onLost: () => heard.push('lost') })
    await first.publish({ key: 'b', data: 'b' })
    await vi.waitFor(() => expect(heard).toEqual(['b']), patience)
    expect(await late.since({ ...late.position(), seq: 0 })).toMatchObject([{ data: 'a' }, { data: 'b' }])
  })

  test('error: a Redis that comes back empty: listeners are told, and a new epoch begins', async () => {
    const first = await startRedis()
    if ('reason' in first) throw new Error(first.reason)
    const channel = (await connect(first.url)).channel('x')
    const heard: string[] = []
    channel.subscribe({ onMessage: ({ data }) => heard.push(data), onLost: () => heard.push('lost') })
    await channel.publish({ key: 'a', data: 'a' })
    await vi.waitFor(() => expect(heard).toEqual(['a']), patience)
    const before = channel.position()
    await first.stop()
    await expect(channel.publish({ key: 'b', data: 'b' })).rejects.toThrow()
    const second = await startRedis({ port: Number(new URL(first.url).port) })
    onTestFinished(() => second.stop())
    let said = 0
    await vi.waitFor(async () => {
      await channel.publish({ key: `c${++said}`, data: 'c' })
      expect(heard).toContain('c')
    }, patience)
    expect(heard.slice(0, 2)).toEqual(['a', 'lost'])
    expect(channel.position().epoch).not.toBe(before.epoch)
    expect(await channel.since(before)).toBeUndefined()
  })
})

describe('createRedisBus without its Redis', () => {
  test('error: it starts all the same, and says nothing to nobody', async () => {
    const channel = (await connect(`redis://127.0.0.1:${await freePort()}`)).channel('x')
    expect(channel.position().seq).toBe(0)
    await expect(channel.publish({ key: 'a', data: 'a' })).rejects.toThrow()
  })
})
