import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDelivery } from './createDelivery.ts'
import { createTopics } from './createTopics.ts'
import { createLocalFanout } from './fanout/createLocalFanout.ts'
import { defaultRelayLimits } from './limits.ts'
import { createMemoryMailbox } from './mailbox/createMemoryMailbox.ts'
import { publish } from './publish.ts'
import { randomTopic } from './testing/connectRelay.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Pushed = { id: number; topic: string; message: string }

function start() {
  const memory = createMemoryMailbox()
  onTestFinished(() => memory.close())
  const reads = { count: 0, messages: 0 }
  const mailbox: typeof memory = {
    ...memory,
    async read(query) {
      const pages = await memory.read(query)
      reads.count += 1
      for (const { messages } of pages) reads.messages += messages.length
      return pages
    },
  }
  const fanout = createLocalFanout()
  const topics = createTopics({ fanout })
  const shared = {
    mailbox,
    topics,
    now: Date.now,
    onError: (error: unknown) => expect(error).toBeUndefined(),
  }
  const metrics = { onPublish: () => {}, onRefuse: () => {} } as never

  /** Opens a connection. `buffered` are the bytes that its socket has not sent yet. */
  function connect(clientId: string) {
    const pushes: Pushed[] = []
    const state = { buffered: 0 }
    const unused = { close: () => {}, terminate: () => {}, setPaused: () => {}, ping: () => {} }
    const socket = {
      ...unused,
      buffered: () => state.buffered,
      send(text: string) {
        const { id, params } = JSON.parse(text) as {
          id: number
          params: { data: { topic: string; message: string } }
        }
        pushes.push({ id, ...params.data })
      },
    }
    const delivery = createDelivery({
      ...shared,
      clientId,
      socket,
      limits: defaultRelayLimits,
      onPush: () => {},
    })
    onTestFinished(() => delivery.close())
    return {
      delivery,
      state,
      pushes,
      messages: (topic: string) =>
        pushes.filter((push) => push.topic === topic).map(({ message }) => message),
      async subscribe(...names: string[]) {
        await delivery.subscribe(names)
        delivery.flush()
        await settle()
      },
      async acknowledge(at = pushes.length - 1) {
        delivery.acknowledge((pushes[at] as Pushed).id, true)
        await settle()
      },
    }
  }

  async function send(topic: string, ...messages: string[]) {
    const sender = { clientId: 'alice', project: 'local', address: 'a1' }
    for (const message of messages) {
      const publication = { topic, message, ttl: 300, tag: 1108, attestation: undefined }
      const notify = await publish({ ...shared, publication, sender, fanout, metrics })
      notify()
    }
    await settle()
  }
  return { connect, send, reads }
}

/** Lets the mailbox answer. */
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('createDelivery', () => {
  test.each(['stored', 'live'])('behavior: pushes the next of %s messages after a receipt', async (kind) => {
    const { connect, send } = start()
    const [topic, other] = [randomTopic(), randomTopic()]
    const bob = connect('bob')
    if (kind === 'live') await bob.subscribe(topic, other)
    await send(topic, 'one', 'two', 'three')
    await send(other, 'elsewhere')
    if (kind === 'stored') await bob.subscribe(topic, other)
    expect(bob.messages(topic)).toEqual(['one'])
    expect(bob.messages(other)).toEqual(['elsewhere'])
    await bob.acknowledge(0)
    expect(bob.messages(topic)).toEqual(['one', 'two'])
    await bob.acknowledge()
    await bob.acknowledge()
    await send(topic, 'four')
    expect(bob.messages(topic)).toEqual(['one', 'two', 'three', 'four'])
  })

  test('behavior: an error response counts as a receipt here', async () => {
    const { connect, send } = start()
    const topic = randomTopic()
    const bob = connect('bob')
    await bob.subscribe(topic)
    await send(topic, 'one', 'two')
    bob.delivery.acknowledge(bob.pushes[0]?.id ?? 0, false)
    expect(bob.messages(topic)).toEqual(['one', 'two'])
  })

  test('param: limits.receiptMs: without a receipt, the next message follows after it', async () => {
    const { connect, send } = start()
    const topic = randomTopic()
    const bob = connect('bob')
    await bob.subscribe(topic)
    await send(topic, 'one', 'two', 'three')
    await vi.advanceTimersByTimeAsync(999)
    expect(bob.messages(topic)).toEqual(['one'])
    await vi.advanceTimersByTimeAsync(1)
    expect(bob.messages(topic)).toEqual(['one', 'two'])
    // A late receipt is recorded, and does not push the message after the one that is waited for.
    await bob.acknowledge(0)
    expect(bob.messages(topic)).toEqual(['one', 'two'])
    await vi.advanceTimersByTimeAsync(1000)
    expect(bob.messages(topic)).toEqual(['one', 'two', 'three'])
    bob.delivery.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: a new subscription starts again with the first message without a receipt', async () => {
    const { connect, send } = start()
    const topic = randomTopic()
    const bob = connect('bob')
    await bob.subscribe(topic)
    await send(topic, 'one', 'two')
    await bob.subscribe(topic)
    expect(bob.messages(topic)).toEqual(['one', 'one'])
    await bob.acknowledge(0)
    expect(bob.messages(topic)).toEqual(['one', 'one'])
    await bob.acknowledge(1)
    expect(bob.messages(topic)).toEqual(['one', 'one', 'two'])
    bob.delivery.unsubscribe(topic)
    await vi.advanceTimersByTimeAsync(5000)
    expect(bob.pushes).toHaveLength(3)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: two sockets of one client both get all live messages, whichever acknowledges first', async () => {
    const { connect, send } = start()
    const topic = randomTopic()
    const [first, second] = [connect('bob'), connect('bob')]
    await first.subscribe(topic)
    await second.subscribe(topic)
    await send(topic, 'one', 'two', 'three')
    for (let count = 0; count < 3; count++) await first.acknowledge()
    for (let count = 0; count < 3; count++) await second.acknowledge()
    for (const { messages } of [first, second]) expect(messages(topic)).toEqual(['one', 'two', 'three'])
  })

  test('behavior: messages beyond 256 KiB wait in the mailbox, are read once, and delay no other topic', async () => {
    const { connect, send, reads } = start()
    const [topic, other] = [randomTopic(), randomTopic()]
    const bob = connect('bob')
    await bob.subscribe(topic, other)
    const texts = Array.from({ length: 100 }, (_, index) => `${index} `.padEnd(10_000, 'x'))
    await send(topic, ...texts)
    const before = { ...reads }
    expect(bob.messages(topic)).toEqual(texts.slice(0, 1))
    await send(other, 'one', 'two')
    expect(bob.messages(other)).toEqual(['one'])
    await bob.acknowledge()
    expect(bob.messages(other)).toEqual(['one', 'two'])
    await bob.acknowledge()
    // What is in memory is pushed without a read: 256 KiB of messages and the one before them.
    await bob.acknowledge(0)
    for (let count = 1; count < 25; count++) await bob.acknowledge()
    expect(bob.messages(topic)).toEqual(texts.slice(0, 26))
    expect(reads.messages - before.messages).toBe(1)
    while (bob.messages(topic).length < texts.length) await bob.acknowledge()
    expect(bob.messages(topic)).toEqual(texts)
    expect(reads.messages - before.messages).toBe(1 + texts.length - 26)
  })

  test('behavior: nothing is pushed to a full socket; messages continue in order once it has drained', async () => {
    const { connect, send } = start()
    const topic = randomTopic()
    const bob = connect('bob')
    await bob.subscribe(topic)
    await send(topic, 'one', 'two', 'three')
    bob.state.buffered = defaultRelayLimits.bufferedBytes
    await vi.advanceTimersByTimeAsync(5000)
    await bob.acknowledge()
    await send(topic, 'four')
    expect(bob.messages(topic)).toEqual(['one'])
    bob.state.buffered = 0
    bob.delivery.flush()
    await settle()
    for (let count = 0; count < 3; count++) await bob.acknowledge()
    expect(bob.messages(topic)).toEqual(['one', 'two', 'three', 'four'])
  })
})
