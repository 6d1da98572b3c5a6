import { randomBytes } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryMailbox } from './mailbox/createMemoryMailbox.ts'
import { connectRelay, randomTopic } from './testing/connectRelay.ts'
import { startRelay } from './testing/startRelay.ts'

vi.setConfig({ testTimeout: 60_000 })

describe('relay mailbox', () => {
  test('behavior: stored messages are delivered right after the subscription', async () => {
    const { url } = await startRelay()
    const topic = randomTopic()
    const alice = await connectRelay({ url })
    for (const text of ['one', 'two', 'three']) await alice.publish(topic, text)
    const bob = await connectRelay({ url })
    await bob.request('irn_batchSubscribe', { topics: [randomTopic(), topic] })
    await bob.until(() => bob.pushes.length === 3)
    expect(JSON.parse(bob.frames[0] as string)).toHaveProperty('result')
    expect(bob.messages()).toEqual(['one', 'two', 'three'])
  })

  test('behavior: redelivers only messages that were not acknowledged', async () => {
    const { url } = await startRelay({ limits: { receiptMs: 1 } })
    const topic = randomTopic()
    const seed = randomBytes(32).toString('hex')
    const alice = await connectRelay({ url })
    for (const text of ['one', 'two', 'three']) await alice.publish(topic, text)
    const acknowledge = ({ id, params }: { id: number | string; params: { data: { message: string } } }) =>
      params.data.message === 'two' ? undefined : `{"id":"${id}n","jsonrpc":"2.0","result":true}`
    const bob = await connectRelay({ url, seed, acknowledge })
    await bob.request('irn_subscribe', { topic })
    await bob.until(() => bob.pushes.length === 3)
    // Once this is answered, the receipts before it have been processed.
    await bob.request('irn_unsubscribe', { topic, id: 'made up' })
    await bob.close()

    const again = await connectRelay({ url, seed })
    await again.request('irn_subscribe', { topic })
    await again.until(() => again.pushes.length === 1)
    await alice.publish(topic, 'four')
    await again.until(() => again.pushes.length === 2)
    expect(again.messages()).toEqual(['two', 'four'])
  })

  test('behavior: an error response is not a receipt; the message is redelivered at the next subscription', async () => {
    const { url } = await startRelay()
    const topic = randomTopic()
    const alice = await connectRelay({ url })
    await alice.publish(topic, 'one')
    const bob = await connectRelay({
      url,
      acknowledge: ({ id }) => `{"id":${id},"jsonrpc":"2.0","error":{"code":1,"message":"no"}}`,
    })
    for (let count = 1; count <= 3; count++) {
      await bob.request('irn_subscribe', { topic })
      await bob.until(() => bob.pushes.length === count)
    }
    expect(bob.messages()).toEqual(['one', 'one', 'one'])
  })

  test('behavior: the same message again counts as a retry', async () => {
    const { url } = await startRelay()
    const topic = randomTopic()
    const [alice, bob] = await Promise.all([connectRelay({ url }), connectRelay({ url })])
    await bob.request('irn_subscribe', { topic })
    const answers = await Promise.all(Array.from({ length: 5 }, () => alice.publish(topic, 'once')))
    for (const answer of answers) expect(answer.result).toBe(true)
    await alice.publish(topic, 'last')
    await bob.until(() => bob.messages().includes('last'))
    expect(bob.messages()).toEqual(['once', 'last'])
  })

  test('behavior: two sockets of one client both get a message, and neither gets what the other sends', async () => {
    const { url } = await startRelay()
    const topic = randomTopic()
    const seed = randomBytes(32).toString('hex')
    const alice = await connectRelay({ url })
    const tabs = await Promise.all([
      connectRelay({ url, seed, acknowledge: false }),
      connectRelay({ url, seed }),
    ])
    for (const tab of tabs) await tab.request('irn_subscribe', { topic })
    await tabs[0]?.publish(topic, 'own')
    await alice.publish(topic, 'hello')
    for (const tab of tabs) await tab.until(() => tab.pushes.length === 1)
    // A receipt on one socket counts for both.
    await tabs[1]?.request('irn_unsubscribe', { topic })
    for (const tab of tabs) await tab.close()
    const again = await connectRelay({ url, seed })
    await again.request('irn_subscribe', { topic })
    await alice.publish(topic, 'next')
    await again.until(() => again.pushes.length === 1)
    expect([...(tabs[0]?.messages() ?? []), ...again.messages()]).toEqual(['hello', 'next'])
  })

  test('behavior: delivers in order of publication while stored and live messages mix', async () => {
    const { url } = await startRelay({ limits: { receiptMs: 1 } })
    const topic = randomTopic()
    const [alice, bob] = await Promise.all([connectRelay({ url }), connectRelay({ url, acknowledge: false })])
    const sent: Promise<unknown>[] = []
    for (let index = 0; index < 300; index++) {
      sent.push(alice.publish(topic, `${index}`))
      if (index === 150) sent.push(bob.request('irn_subscribe', { topic }))
    }
    await Promise.all(sent)
    await bob.until(() => bob.pushes.length === 300)
    expect(bob.messages()).toEqual(Array.from({ length: 300 }, (_, index) => `${index}`))
  })

  test('behavior: does not deliver expired messages', async () => {
    let time = Date.now()
    const now = () => time
    const { url } = await startRelay({ now, mailbox: createMemoryMailbox({ now }) })
    const topic = randomTopic()
    const alice = await connectRelay({ url })
    await alice.publish(topic, 'short', { ttl: 1 })
    await alice.publish(topic, 'long', { ttl: 30 * 24 * 3600 })
    time += 2000
    const bob = await connectRelay({ url })
    await bob.request('irn_subscribe', { topic })
    await bob.until(() => bob.pushes.length === 1)
    expect(bob.messages()).toEqual(['long'])
  })
})
