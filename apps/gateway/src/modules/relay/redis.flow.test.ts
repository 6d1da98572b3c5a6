import { randomBytes } from 'node:crypto'
import { createLog } from '@portico/server'
import { startTcpProxy, tempFolder, testServer } from '@portico/server/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRedis } from '../../infra/redis/createRedis.ts'
import { startServer } from '../../testing/startServer.ts'
import { deadUrl } from '../../testing/startUpstream.ts'
import { createRedisFanout } from './fanout/createRedisFanout.ts'
import { testFanout } from './fanout/testing/testFanout.ts'
import { createRedisMailbox } from './mailbox/createRedisMailbox.ts'
import { defaultMailboxLimits } from './mailbox/defaultMailboxLimits.ts'
import { redisKeys } from './mailbox/redisKeys.ts'
import { testMailboxStore } from './mailbox/testing/testMailboxStore.ts'
import { connectRelay, randomTopic } from './testing/connectRelay.ts'
import { startRelay } from './testing/startRelay.ts'
import { testDeliveryOrder } from './testing/testDeliveryOrder.ts'

vi.setConfig({ testTimeout: 120_000 })

const server = await testServer('redis')
const reason = 'reason' in server ? ` (skipped: ${server.reason})` : ''
const url = 'url' in server ? server.url : ''
const log = createLog({ level: 'silent' })

/** Each test has its own Redis database, as the tests count all messages. */
let databases = 1
function connect(path: string) {
  const redis = createRedis({ url: path, log })
  onTestFinished(() => redis.close())
  return redis
}
async function emptyDatabase(): Promise<string> {
  databases = (databases % 13) + 1
  const path = `${url}/${databases}`
  await connect(path).commands.flushdb()
  return path
}

const toWs = (address: string) => address.replace('http', 'ws')

describe.skipIf('reason' in server)(`redis${reason}`, () => {
  testMailboxStore('createRedisMailbox', async (setup) =>
    createRedisMailbox({ ...setup, redis: connect(await emptyDatabase()) }),
  )
  testFanout('createRedisFanout', () => {
    const open = () => createRedisFanout({ redis: connect(url), onError: () => undefined })
    return { first: open(), second: open() }
  })

  async function startNode(path: string) {
    const redis = connect(path)
    const fanout = createRedisFanout({ redis, onError: () => undefined })
    return startRelay({ mailbox: createRedisMailbox({ redis }), fanout })
  }
  testDeliveryOrder('Redis, two processes', async () => {
    const path = await emptyDatabase()
    const [first, second] = [await startNode(path), await startNode(path)]
    return [first.url, second.url]
  })

  test('behavior: one process delivers what another stores, in order, and receipts count in both', async () => {
    const path = await emptyDatabase()
    const [first, second] = [await startNode(path), await startNode(path)]
    const topic = randomTopic()
    const seed = randomBytes(32).toString('hex')
    const alice = await connectRelay({ url: first.url })
    const carol = await connectRelay({ url: second.url })
    const bob = await connectRelay({ url: second.url, seed })
    await bob.request('irn_subscribe', { topic })
    const sent = Array.from({ length: 100 }, (_, index) => [
      alice.publish(topic, `alice ${index}`),
      carol.publish(topic, `carol ${index}`),
    ])
    await Promise.all(sent.flat())
    await bob.until(() => bob.pushes.length === 200)
    for (const name of ['alice', 'carol'])
      expect(bob.messages().filter((text) => text.startsWith(name))).toEqual(
        Array.from({ length: 100 }, (_, index) => `${name} ${index}`),
      )
    // Once this is answered, the receipts before it have been stored.
    await bob.request('irn_fetchMessages', { topic })
    await bob.close()
    const again = await connectRelay({ url: first.url, seed })
    await again.request('irn_subscribe', { topic })
    await alice.publish(topic, 'next')
    await again.until(() => again.pushes.length > 0)
    expect(again.messages()).toEqual(['next'])
  })

  test('behavior: delivers a message whose process ended before publishing it', async () => {
    const path = await emptyDatabase()
    const node = await startNode(path)
    const bob = await connectRelay({ url: node.url })
    const topic = randomTopic()
    await bob.request('irn_subscribe', { topic })
    const now = Date.now()
    await createRedisMailbox({ redis: connect(path) }).add({
      ...{ topic, id: '1'.repeat(64), publisher: 'alice', message: 'orphan', tag: 1 },
      ...{ attestation: undefined, publishedAt: now, expiresAt: now + 60_000 },
      ...{ project: 'shop', address: 'a1', subscribed: true },
    })
    await bob.until(() => bob.pushes.length === 1)
    expect(bob.messages()).toEqual(['orphan'])
  })

  test('behavior: a topic counts as subscribed while a client of another process is subscribed', async () => {
    const path = await emptyDatabase()
    const node = await startNode(path)
    const bob = await connectRelay({ url: node.url, acknowledge: false })
    const [topic, other] = [randomTopic(), randomTopic()]
    await bob.request('irn_subscribe', { topic })
    const { commands } = connect(path)
    // Topics that were read before are dropped; the subscription continues.
    await commands.del(`${redisKeys.prefix}read`)
    const clock = { now: Date.now() }
    const limits = { ...defaultMailboxLimits, unsubscribedMs: 1000 }
    const mailbox = createRedisMailbox({ redis: connect(path), limits, now: () => clock.now })
    for (const name of [topic, other])
      await mailbox.add({
        ...{ topic: name, id: '1'.repeat(64), publisher: 'alice', message: 'm', tag: 1 },
        ...{ attestation: undefined, publishedAt: clock.now, expiresAt: clock.now + 60_000 },
        ...{ project: 'shop', address: 'a1', subscribed: false },
      })
    clock.now += 1001
    expect(await mailbox.stats()).toMatchObject({ messages: 1 })
  })

  test('behavior: reads messages missed during a Redis outage from the mailbox', async () => {
    const path = await emptyDatabase()
    const proxy = await startTcpProxy({ target: path })
    const [first, second] = [await startNode(path), await startNode(`${proxy.url}/${databases}`)]
    const topic = randomTopic()
    const alice = await connectRelay({ url: first.url })
    const bob = await connectRelay({ url: second.url })
    await bob.request('irn_subscribe', { topic })
    await alice.publish(topic, 'before')
    await bob.until(() => bob.pushes.length === 1)
    proxy.refuse(true)
    proxy.cut()
    await alice.publish(topic, 'meanwhile')
    proxy.refuse(false)
    await bob.until(() => bob.pushes.length === 2)
    expect(bob.messages()).toEqual(['before', 'meanwhile'])
  })

  test('behavior: the client of a killed gateway reconnects to another and misses nothing', async () => {
    const path = await emptyDatabase()
    const env = async () => ({
      PORTICO_DATA_DIR: tempFolder(),
      RPC_URLS: JSON.stringify({ 'eip155:31337': [await deadUrl()] }),
      REDIS_URL: path,
    })
    const [first, second] = [startServer({ env: await env() }), startServer({ env: await env() })]
    const topic = randomTopic()
    const seed = randomBytes(32).toString('hex')
    const alice = await connectRelay({ url: toWs(await first.ready) })
    const bob = await connectRelay({ url: toWs(await second.ready), seed })
    await bob.request('irn_subscribe', { topic })
    await alice.publish(topic, 'one')
    await bob.until(() => bob.pushes.length === 1)
    second.child.kill('SIGKILL')
    await second.ended
    await alice.publish(topic, 'two')
    const again = await connectRelay({ url: toWs(await first.ready), seed })
    await again.request('irn_subscribe', { topic })
    await again.until(() => again.messages().includes('two'))
    expect([...new Set([...bob.messages(), ...again.messages()])]).toEqual(['one', 'two'])
  })
})
