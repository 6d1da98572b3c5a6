import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryMailbox } from './mailbox/createMemoryMailbox.ts'
import { defaultMailboxLimits } from './mailbox/defaultMailboxLimits.ts'
import { connectRelay, randomTopic } from './testing/connectRelay.ts'
import { startRelay } from './testing/startRelay.ts'

vi.setConfig({ testTimeout: 60_000 })

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('relay methods', () => {
  test('behavior: wc_proposeSession and wc_approveSession subscribe their caller', async () => {
    const { url } = await startRelay()
    const [dapp, wallet] = await Promise.all([connectRelay({ url }), connectRelay({ url })])
    const [pairingTopic, sessionTopic] = [randomTopic(), randomTopic()]
    expect(
      await dapp.request('wc_proposeSession', {
        pairingTopic,
        sessionProposal: 'proposal',
        attestation: 'proof',
        correlationId: 42,
      }),
    ).toMatchObject({ result: true })
    await wallet.request('irn_subscribe', { topic: pairingTopic })
    await wallet.until(() => wallet.pushes.length === 1)
    expect(wallet.pushes[0]?.params.data).toMatchObject({ message: 'proposal', tag: 1100 })
    expect(
      await wallet.request('wc_approveSession', {
        pairingTopic,
        sessionTopic,
        sessionProposalResponse: 'response',
        sessionSettlementRequest: 'settlement',
        approvedChains: ['eip155:1'],
        sessionProperties: 'x',
      }),
    ).toMatchObject({ result: true })
    await dapp.until(() => dapp.pushes.length === 1)
    expect(dapp.pushes[0]?.params.data).toMatchObject({
      message: 'response',
      tag: 1101,
      topic: pairingTopic,
    })
    await dapp.request('irn_subscribe', { topic: sessionTopic })
    await dapp.until(() => dapp.pushes.length === 2)
    expect(dapp.pushes[1]?.params.data).toMatchObject({ message: 'settlement', tag: 1102 })
    // The wallet never sends a subscribe request for the session topic, nor the dapp for the pairing topic.
    await dapp.publish(sessionTopic, 'settled', { tag: 1103 })
    await wallet.publish(pairingTopic, 'later', { tag: 1000 })
    await wallet.until(() => wallet.pushes.length === 2)
    await dapp.until(() => dapp.pushes.length === 3)
    expect(wallet.messages()).toEqual(['proposal', 'settled'])
  })

  test('behavior: batches, their older names and their blocking variants', async () => {
    const { url } = await startRelay()
    const [alice, bob] = await Promise.all([connectRelay({ url }), connectRelay({ url })])
    const topics = [randomTopic(), randomTopic()]
    const ids = topics.map((topic) => sha256(topic + bob.clientId))
    expect((await bob.request('iridium_batchSubscribe', { topics })).result).toEqual(ids)
    expect((await bob.request('irn_batchSubscribeBlocking', { topics })).result).toEqual(
      ids.map((id) => ({ id })),
    )
    expect((await bob.request('irn_subscribeBlocking', { topic: topics[0] })).result).toBe(ids[0])
    const messages = topics.map((topic, index) => ({ topic, message: `m${index}`, ttl: 60, tag: 0 }))
    expect((await alice.request('irn_batchPublish', { messages })).result).toBe(true)
    await bob.until(() => bob.pushes.length === 2)
    const subscriptions = topics.map((topic) => ({ topic, id: 'whatever' }))
    expect((await bob.request('irn_batchUnsubscribe', { subscriptions })).result).toBe(true)
    await alice.publish(topics[0] as string, 'unheard')
    expect((await bob.request('wc_createTopic', { topic: randomTopic() })).result).toBe(true)
    expect(bob.pushes).toHaveLength(2)
  })

  test('behavior: fetches messages, and takes receipts by hash and by push ID', async () => {
    const { url } = await startRelay({ limits: { receiptMs: 1 } })
    const topic = randomTopic()
    const [alice, bob] = await Promise.all([connectRelay({ url }), connectRelay({ url, acknowledge: false })])
    for (const text of ['one', 'two', 'three']) await alice.publish(topic, text)
    const fetched = async () =>
      (await bob.request('irn_fetchMessages', { topic })).result as {
        messages: { message: string }[]
        hasMore: boolean
      }
    expect(await fetched()).toEqual({
      messages: ['one', 'two', 'three'].map((message) => ({
        topic,
        message,
        publishedAt: expect.any(Number),
        tag: 1108,
      })),
      hasMore: false,
    })
    await bob.request('irn_subscribe', { topic })
    await bob.until(() => bob.pushes.length === 3)
    const receipts = [
      { topic, messageId: sha256('one') },
      { topic, message_id: bob.pushes[2]?.id },
      { topic, messageId: 'unknown' },
    ]
    expect((await bob.request('irn_batchReceive', { receipts })).result).toBe(true)
    expect((await fetched()).messages.map(({ message }) => message)).toEqual(['two'])
    const all = await bob.request('irn_batchFetchMessages', { topics: [topic, randomTopic()] })
    expect(all.result).toMatchObject({ hasMore: false, messages: [{ message: 'two' }] })
  })

  const topic = 'a'.repeat(64)
  const publication = { topic, message: 'm', ttl: 60, tag: 1109 }
  test.each([
    ['irn_nothing', {}, 'InvalidMethod', -32601],
    ['constructor', {}, 'InvalidMethod', -32601],
    ['irn_watchRegister', { registerAuth: 'jwt' }, 'MethodNotSupported', -32004],
    ['irn_publish', null, 'InvalidParams', -32602],
    ['irn_publish', [], 'InvalidParams', -32602],
    ['irn_publish', { ...publication, message: 5 }, 'InvalidParams', -32602],
    ['irn_publish', { ...publication, message: '' }, 'InvalidParams', -32602],
    ['irn_publish', { ...publication, tag: -1 }, 'InvalidParams', -32602],
    ['irn_publish', { ...publication, ttl: 1.5 }, 'InvalidParams', -32602],
    ['irn_publish', { ...publication, ttl: 0 }, 'TtlTooShort', -32602],
    ['irn_publish', { ...publication, ttl: 30 * 24 * 3600 + 1 }, 'TtlTooLong', -32602],
    ['irn_publish', { ...publication, topic: 'A'.repeat(64) }, 'TopicDecoding', -32602],
    ['irn_publish', { ...publication, topic: 'a'.repeat(63) }, 'TopicDecoding', -32602],
    ['irn_subscribe', { topic: 5 }, 'TopicDecoding', -32602],
    ['irn_batchSubscribe', { topics: [] }, 'BatchEmpty', -32600],
    ['irn_batchSubscribe', { topics: Array(501).fill(topic) }, 'BatchLimitExceeded', -32600],
    ['irn_batchSubscribe', { topics: [topic, 'x'] }, 'TopicDecoding', -32602],
    ['irn_batchReceive', { receipts: [{ topic }] }, 'InvalidParams', -32602],
  ])('error: %s, case %#: $2', async (method, params, data, code) => {
    const { url } = await startRelay()
    const client = await connectRelay({ url })
    expect((await client.request(method, params)).error).toMatchObject({ data, code })
  })

  test('error: a message that is too large, with the text that applications search for', async () => {
    const { url } = await startRelay()
    const client = await connectRelay({ url })
    const publish = async (message: string) => client.publish(topic, message, { tag: 1109 })
    expect((await publish('x'.repeat(98_304))).result).toBe(true)
    expect((await publish('x'.repeat(98_305))).error?.message).toBe(
      'Payload size limit exceeded. Maximum size for tag 1109 is 98304',
    )
    // Two bytes per character.
    expect((await publish('ü'.repeat(60_000))).error?.data).toBe('PayloadSizeExceeded')
  })

  test('error: a frame over the size limit closes the connection', async () => {
    const { url } = await startRelay()
    const client = await connectRelay({ url })
    client.send('x'.repeat(1024 * 1024 + 1))
    expect(await client.closed).toMatchObject({ code: 1009 })
  })

  test('error: a topic that is full', async () => {
    const { url } = await startRelay({
      mailbox: createMemoryMailbox({
        limits: { ...defaultMailboxLimits, topic: { messages: 2, bytes: 99 } },
      }),
    })
    const [alice, bob] = await Promise.all([connectRelay({ url }), connectRelay({ url })])
    for (const text of ['one', 'two']) await alice.publish(topic, text)
    expect((await alice.publish(topic, 'three')).error).toMatchObject({ data: 'MailboxLimitExceeded' })
    await bob.request('irn_subscribe', { topic })
    await bob.until(() => bob.pushes.length === 2)
    await bob.request('irn_unsubscribe', { topic })
    expect((await alice.publish(topic, 'three')).result).toBe(true)
  })
})
