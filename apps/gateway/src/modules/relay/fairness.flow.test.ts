import { randomBytes } from 'node:crypto'
import { tempFolder } from '@portico/server/testing'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryMailbox } from './mailbox/createMemoryMailbox.ts'
import { createSqliteMailbox } from './mailbox/createSqliteMailbox.ts'
import type { MailboxStore } from './mailbox/MailboxStore.ts'
import { connectRelay, randomTopic } from './testing/connectRelay.ts'
import { startRelay } from './testing/startRelay.ts'

vi.setConfig({ testTimeout: 120_000 })

const fuzzRuns = Number(process.env.RELAY_FUZZ_RUNS ?? 2000)

describe('fairness', () => {
  test('behavior: a client that floods the relay is read more slowly, and others are not affected', async () => {
    const { url } = await startRelay({ limits: { client: { burst: 100, perSecond: 50 } } })
    const flood = await connectRelay({ url })
    const topic = randomTopic()
    const requestCount = 5000
    let answered = 0
    for (let index = 0; index < requestCount; index++)
      flood.publish(topic, `flood ${index}`).then(
        () => {
          answered += 1
        },
        () => undefined,
      )
    const [alice, bob] = await Promise.all([connectRelay({ url }), connectRelay({ url })])
    const own = randomTopic()
    await bob.request('irn_subscribe', { topic: own })
    for (let index = 0; index < 40; index++) await alice.publish(own, `${index}`)
    await bob.until(() => bob.pushes.length === 40)
    expect(bob.messages()).toEqual(Array.from({ length: 40 }, (_, index) => `${index}`))
    // The requests of the first chunks were answered and put the client into debt; the rest has not been read.
    expect(answered).toBeLessThan(requestCount / 2)
    flood.ws.terminate()
  })

  test('behavior: reading pauses while the requests in progress take a megabyte', async () => {
    const memory = createMemoryMailbox()
    let adding = 0
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const mailbox: MailboxStore = {
      ...memory,
      async add(message) {
        adding += 1
        await released
        return memory.add(message)
      },
    }
    const { url } = await startRelay({ mailbox })
    const [alice, bob] = await Promise.all([connectRelay({ url }), connectRelay({ url })])
    const topic = randomTopic()
    const sent = Array.from({ length: 60 }, (_, index) =>
      alice.publish(topic, `${index} `.padEnd(90_000, 'x')),
    )
    await vi.waitFor(() => expect(adding).toBeGreaterThan(10))
    for (let count = 0; count < 50; count++) await bob.request('irn_subscribe', { topic: randomTopic() })
    expect(adding).toBeLessThan(20)
    release()
    for (const answer of await Promise.all(sent)) expect(answer.result).toBe(true)
  })

  test('error: a debt that would take too long to refill closes the connection', async () => {
    const { url } = await startRelay({ limits: { client: { burst: 10, perSecond: 1 } } })
    const flood = await connectRelay({ url })
    for (let index = 0; index < 200; index++) flood.send('{}')
    expect(await flood.closed).toEqual({ code: 1013, reason: 'Too many requests' })
  })

  test('behavior: reading pauses while a client is in debt, and resumes afterwards', async () => {
    const { url } = await startRelay({ limits: { client: { burst: 5, perSecond: 5 } } })
    const client = await connectRelay({ url })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.request('irn_subscribe', { topic: randomTopic() })),
    )
    expect(answers.every(({ result }) => typeof result === 'string')).toBe(true)
  })

  test('param: limits.project: rejects further messages with an error', async () => {
    const { url } = await startRelay({ limits: { project: { burst: 2, perSecond: 0.001 } } })
    const client = await connectRelay({ url })
    const topic = randomTopic()
    for (const text of ['one', 'two']) expect((await client.publish(topic, text)).result).toBe(true)
    expect((await client.publish(topic, 'three')).error).toMatchObject({ data: 'TooManyRequests' })
  })

  test('behavior: a slow reader gets all messages once it reads, and delays nobody else', async () => {
    const { url } = await startRelay({ limits: { bufferedBytes: 128 * 1024 } })
    const topics = [randomTopic(), randomTopic()]
    const [alice, quick, slow] = await Promise.all([
      connectRelay({ url }),
      connectRelay({ url }),
      connectRelay({ url }),
    ])
    await quick.request('irn_batchSubscribe', { topics })
    await slow.request('irn_batchSubscribe', { topics })
    slow.ws.pause()
    // More than the kernel's socket buffers hold, and less than the mailbox limits of the topics.
    const texts = Array.from({ length: 200 }, (_, index) => `${index} `.padEnd(70_000, 'x'))
    for (const [index, text] of texts.entries()) {
      expect((await alice.publish(topics[index % 2] as string, text)).result).toBe(true)
      await quick.until(() => quick.pushes.length === index + 1)
    }
    expect(quick.messages()).toEqual(texts)
    slow.ws.resume()
    await slow.until(() => slow.pushes.length === texts.length)
    for (const half of [0, 1]) {
      const own = slow.pushes.filter(({ params }) => params.data.topic === topics[half])
      expect(own.map(({ params }) => params.data.message)).toEqual(
        texts.filter((_, index) => index % 2 === half),
      )
    }
  })

  test('error: disconnects a reader that is blocked for too long', async () => {
    const { url, metrics } = await startRelay({
      limits: { bufferedBytes: 64 * 1024, stuckMs: 100, pingMs: 300 },
    })
    const topic = randomTopic()
    const [alice, stuck] = await Promise.all([connectRelay({ url }), connectRelay({ url })])
    await stuck.request('irn_subscribe', { topic })
    stuck.ws.pause()
    // More than the kernel's socket buffers hold.
    for (let index = 0; index < 100; index++) await alice.publish(topic, `${index} `.padEnd(80_000, 'x'))
    await vi.waitFor(async () => expect(await metrics()).toMatch(/closes_total\{code="1006"\} 1/), {
      timeout: 60_000,
    })
    expect((await alice.publish(randomTopic(), 'still here')).result).toBe(true)
  })

  test('behavior: sends pings, and disconnects a client without pongs', async () => {
    const { url, metrics } = await startRelay({ limits: { pingMs: 200 } })
    const [well, gone] = await Promise.all([connectRelay({ url }), connectRelay({ url })])
    let pings = 0
    well.ws.on('ping', () => {
      pings += 1
    })
    gone.ws.pause()
    await vi.waitFor(() => expect(pings).toBeGreaterThan(3), { timeout: 60_000 })
    await vi.waitFor(async () => expect(await metrics()).toMatch(/closes_total\{code="1006"\} 1/), {
      timeout: 60_000,
    })
    expect((await well.publish(randomTopic(), 'm')).result).toBe(true)
  })

  test('param: limits.staleMs: closes a silent connection without subscriptions', async () => {
    const { url } = await startRelay({ limits: { pingMs: 200, staleMs: 300 } })
    const [silent, listening] = await Promise.all([connectRelay({ url }), connectRelay({ url })])
    await listening.request('irn_subscribe', { topic: randomTopic() })
    expect(await silent.closed).toEqual({ code: 4008, reason: 'Stale connection' })
    expect((await listening.publish(randomTopic(), 'm')).result).toBe(true)
  })
})

describe('arbitrary input', () => {
  const topic = 'a'.repeat(64)
  const methods = [
    'irn_publish',
    'irn_batchPublish',
    'irn_subscribe',
    'irn_batchSubscribeBlocking',
    'irn_unsubscribe',
    'irn_batchUnsubscribe',
    'irn_fetchMessages',
    'irn_batchFetchMessages',
    'irn_batchReceive',
    'wc_createTopic',
    'wc_proposeSession',
    'wc_approveSession',
    'iridium_subscribe',
    'toString',
  ]
  const value = fc.oneof(
    fc.constantFrom(topic, 'A'.repeat(64), '', 1, -1, 2 ** 60, null, true, 'm', Number.MAX_VALUE),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const fields = ['topic', 'topics', 'message', 'messages', 'ttl', 'tag', 'attestation', 'receipts']
  const others = ['subscriptions', 'pairingTopic', 'sessionTopic', 'sessionProposal', 'tvf', 'id']
  const params = fc.oneof(
    fc.dictionary(fc.constantFrom(...fields, ...others), fc.oneof(value, fc.array(value))),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const request = fc
    .record({
      id: fc.oneof(fc.nat(), fc.string(), fc.constant(null)),
      jsonrpc: fc.constant('2.0'),
      method: fc.oneof(fc.constantFrom(...methods), fc.string()),
      params,
    })
    .map((body) => JSON.stringify(body))
  const mutated = fc
    .tuple(request, fc.nat(), fc.nat(), fc.string({ unit: 'binary', maxLength: 4 }))
    .map(([text, at, cut, put]) => {
      const start = at % (text.length + 1)
      return text.slice(0, start) + put + text.slice(start + (cut % 20))
    })
  const ack = fc
    .record({ id: fc.oneof(fc.nat(), fc.string(), fc.jsonValue()), result: fc.jsonValue() })
    .map((body) => JSON.stringify(body))

  test('behavior: no text crashes the relay, and each request is answered', async () => {
    const endless = { burst: 1e9, perSecond: 1e9 }
    const mailbox = await createSqliteMailbox({ dataDir: tempFolder() })
    const { url, logged } = await startRelay({ mailbox, limits: { client: endless, project: endless } })
    const client = await connectRelay({ url, seed: randomBytes(32).toString('hex') })
    const texts = fc.sample(fc.oneof(request, mutated, ack, fc.string({ unit: 'binary' })), fuzzRuns)
    for (let at = 0; at < texts.length; at += 200) {
      for (const text of texts.slice(at, at + 200)) client.send(text)
      // Once this is answered, everything before it has been processed.
      expect(await client.request('wc_createTopic', { topic: randomTopic() }, `"end ${at}"`)).toHaveProperty(
        'result',
      )
    }
    expect(logged()).toBe('')
    expect((await client.publish(randomTopic(), 'still here')).result).toBe(true)
  })
})
