import {
  createRelayToken,
  formatRpcRequest,
  generateKey,
  type RelaySocket,
} from '@portico/protocol/walletconnect'
import { describe, expect, test } from 'vitest'
import { createTestRelay, type TestRelay } from './createTestRelay.ts'

type Frame = {
  id: number
  method?: string
  params?: { data: { message: string } }
  result?: unknown
  error?: { message: string }
}

/** Connects a minimal client, which acknowledges messages only on request. */
async function connect(relay: TestRelay, { seed = generateKey(), projectId = 'local' } = {}) {
  const auth = await createRelayToken({ seed, audience: relay.url })
  const socket: RelaySocket = relay.createSocket(`${relay.url}/?auth=${auth}&projectId=${projectId}`)
  const frames: Frame[] = []
  let closed: { code: number; reason: string } | undefined
  socket.addEventListener('message', ({ data }) => frames.push(JSON.parse(String(data))))
  socket.addEventListener('close', (event) => {
    closed = event
  })
  let calls = 0
  await expect.poll(() => socket.readyState === 1 || closed).toBeTruthy()
  return {
    seed,
    frames,
    closed: () => closed,
    pushed: () => frames.flatMap(({ method, params }) => (method ? [params?.data.message] : [])),
    async call(method: string, params: unknown) {
      const id = ++calls
      socket.send(formatRpcRequest({ id: String(id), method, params }))
      await expect.poll(() => frames.some((frame) => frame.id === id && !frame.method)).toBe(true)
      return frames.find((frame) => frame.id === id && !frame.method)
    },
    acknowledgeAll() {
      for (const { id, method } of frames)
        if (method) socket.send(`{"id":${id},"jsonrpc":"2.0","result":true}`)
    },
  }
}
const topic = generateKey()
const publication = (message: string) => ({ topic, message, ttl: 300, tag: 1108 })

describe('createTestRelay', () => {
  test('behavior: stores messages until they are acknowledged', async () => {
    const relay = createTestRelay()
    const alice = await connect(relay)
    const bob = await connect(relay)
    expect(await alice.call('irn_publish', publication('one'))).toMatchObject({ result: true })
    await bob.call('irn_subscribe', { topic })
    await alice.call('irn_publish', publication('two'))
    await expect.poll(bob.pushed).toEqual(['one', 'two'])
    // Delivered again because nothing was acknowledged, and not again after the acknowledgement.
    await bob.call('irn_batchSubscribe', { topics: [topic] })
    await expect.poll(bob.pushed).toEqual(['one', 'two', 'one', 'two'])
    bob.acknowledgeAll()
    await bob.call('irn_subscribe', { topic })
    expect(bob.pushed()).toHaveLength(4)
  })

  test('behavior: does not deliver to the publisher, nor to its other connections', async () => {
    const relay = createTestRelay()
    const tab = await connect(relay)
    const other = await connect(relay, { seed: tab.seed })
    for (const one of [tab, other]) await one.call('irn_subscribe', { topic })
    await tab.call('irn_publish', publication('mine'))
    await other.call('irn_subscribe', { topic })
    expect([...tab.pushed(), ...other.pushed()]).toEqual([])
  })

  test('behavior: delivers to all connections of a client; one acknowledgement is enough', async () => {
    const relay = createTestRelay()
    const sender = await connect(relay)
    const tab = await connect(relay)
    const other = await connect(relay, { seed: tab.seed })
    for (const one of [tab, other]) await one.call('irn_subscribe', { topic })
    await sender.call('irn_publish', publication('x'))
    for (const one of [tab, other]) await expect.poll(one.pushed).toEqual(['x'])
    tab.acknowledgeAll()
    await other.call('irn_subscribe', { topic })
    expect(other.pushed()).toEqual(['x'])
  })

  test('behavior: the same message twice is delivered once', async () => {
    const relay = createTestRelay()
    const alice = await connect(relay)
    const bob = await connect(relay)
    await bob.call('irn_subscribe', { topic })
    for (let times = 0; times < 2; times++) {
      expect(await alice.call('irn_publish', publication('same'))).toMatchObject({ result: true })
    }
    expect(bob.pushed()).toEqual(['same'])
  })

  test.each([
    ['an invalid topic', 'irn_publish', { topic: 'x', message: '', ttl: 1, tag: 1 }],
    ['no parameters', 'irn_publish', []],
    ['an empty batch', 'irn_batchSubscribe', { topics: [] }],
    ['more than 500', 'irn_batchSubscribe', { topics: Array(501).fill(topic) }],
    ['an unknown method', 'irn_dance', {}],
  ])('error: %s', async (_, method, params) => {
    const client = await connect(createTestRelay())
    expect(await client.call(method, params)).toHaveProperty('error.message')
  })

  test('error: refused clients', async () => {
    const relay = createTestRelay()
    expect((await connect(relay, { projectId: '' })).closed()).toEqual({
      code: 3000,
      reason: 'Project ID is missing',
    })
    relay.faults.refuse = 'Unauthorized: invalid key'
    const refused = await connect(relay)
    await expect.poll(refused.closed).toEqual({ code: 3000, reason: 'Unauthorized: invalid key' })
    relay.stop()
    const lost = await connect(relay)
    await expect.poll(lost.closed).toMatchObject({ code: 1006 })
  })
})
