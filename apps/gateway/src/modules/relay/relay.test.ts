import { createHash, randomBytes } from 'node:crypto'
import { clientIdOf } from '@portico/protocol/walletconnect'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryMailbox } from './mailbox/createMemoryMailbox.ts'
import { connectRelay, randomTopic } from './testing/connectRelay.ts'
import { startRelay } from './testing/startRelay.ts'

vi.setConfig({ testTimeout: 60_000 })

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('relay', () => {
  test('behavior: what one publishes the other gets, with an id that clients can repeat', async () => {
    const { url } = await startRelay()
    const [alice, bob] = await Promise.all([connectRelay({ url }), connectRelay({ url })])
    const topic = randomTopic()
    const { result } = await bob.request('irn_subscribe', { topic })
    expect(result).toBe(sha256(topic + bob.clientId))
    await alice.request('irn_subscribe', { topic })
    expect(await alice.publish(topic, 'hello', { attestation: 'proof' })).toEqual({
      id: expect.anything(),
      jsonrpc: '2.0',
      result: true,
    })
    await bob.until(() => bob.pushes.length === 1)
    const [push] = bob.pushes
    expect(push).toEqual({
      id: expect.any(Number),
      jsonrpc: '2.0',
      method: 'irn_subscription',
      params: {
        id: result,
        data: { topic, message: 'hello', attestation: 'proof', publishedAt: expect.any(Number), tag: 1108 },
      },
    })
    expect(String(push?.id)).toMatch(/^\d{16}$/)
    expect(Number.isSafeInteger(push?.id)).toBe(true)
    expect(alice.pushes).toEqual([])
  })

  test.each(['1753180000000000001', '"1753180000000000001"', '18446744073709551615', '"any-text"', '7'])(
    'behavior: the id %s comes back as it was',
    async (id) => {
      const { url } = await startRelay()
      const client = await connectRelay({ url })
      await client.request('irn_subscribe', { topic: randomTopic() }, id)
      expect(client.frames[0]?.startsWith(`{"id":${id},"jsonrpc":"2.0","result":"`)).toBe(true)
      await client.request('irn_unknown', {}, id)
      expect(client.frames[1]?.startsWith(`{"id":${id},"jsonrpc":"2.0","error":{`)).toBe(true)
    },
  )

  test('behavior: the publisher has its answer before anybody else the message', async () => {
    const { relay } = await startRelay()
    const said: string[] = []
    const connect = (clientId: string) => {
      const nothing = () => undefined
      const send = (text: string) => void said.push(`${clientId} ${text}`)
      const rest = { close: nothing, terminate: nothing, setPaused: nothing, ping: nothing }
      return relay.connect({ clientId, project: 'local', socket: { ...rest, send, buffered: () => 0 } })
    }
    const ask = async (connection: ReturnType<typeof connect>, method: string, params: object) => {
      connection.onMessage(JSON.stringify({ id: 1, jsonrpc: '2.0', method, params }))
      await connection.settled()
    }
    const [alice, bob] = [connect('alice'), connect('bob')]
    const topic = randomTopic()
    await ask(bob, 'irn_subscribe', { topic })
    await ask(alice, 'irn_publish', { topic, message: 'm', ttl: 60, tag: 1 })
    await ask(alice, 'wc_proposeSession', { pairingTopic: topic, sessionProposal: 'p' })
    expect(said.map((text) => text.replace(/^(\w+) .*"(result|method)".*$/, '$1 $2'))).toEqual([
      'bob result',
      'alice result',
      'bob method',
      'alice result',
      'bob method',
    ])
  })

  describe('mailbox', () => {
    test('behavior: what nobody heard waits, and comes right after the subscription', async () => {
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

    test('behavior: what was acknowledged does not come again, what was not does', async () => {
      const { url } = await startRelay()
      const topic = randomTopic()
      const seed = randomBytes(32).toString('hex')
      const alice = await connectRelay({ url })
      for (const text of ['one', 'two', 'three']) await alice.publish(topic, text)
      const acknowledge = ({ id, params }: { id: number | string; params: { data: { message: string } } }) =>
        params.data.message === 'two' ? undefined : `{"id":"${id}n","jsonrpc":"2.0","result":true}`
      const bob = await connectRelay({ url, seed, acknowledge })
      await bob.request('irn_subscribe', { topic })
      await bob.until(() => bob.pushes.length === 3)
      // Its receipts have been read when this is answered.
      await bob.request('irn_unsubscribe', { topic, id: 'made up' })
      await bob.close()

      const again = await connectRelay({ url, seed })
      await again.request('irn_subscribe', { topic })
      await again.until(() => again.pushes.length === 1)
      await alice.publish(topic, 'four')
      await again.until(() => again.pushes.length === 2)
      expect(again.messages()).toEqual(['two', 'four'])
    })

    test('behavior: a failure is no receipt; a lost one comes again at the next subscription', async () => {
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

    test('behavior: the same message again is the retry of a client', async () => {
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

    test('behavior: two sockets of one client both get it, and neither what the other sends', async () => {
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
      // The receipt of one counts for both.
      await tabs[1]?.request('irn_unsubscribe', { topic })
      for (const tab of tabs) await tab.close()
      const again = await connectRelay({ url, seed })
      await again.request('irn_subscribe', { topic })
      await alice.publish(topic, 'next')
      await again.until(() => again.pushes.length === 1)
      expect([...(tabs[0]?.messages() ?? []), ...again.messages()]).toEqual(['hello', 'next'])
    })

    test('behavior: in order of publishing, while mail and live messages mix', async () => {
      const { url } = await startRelay()
      const topic = randomTopic()
      const [alice, bob] = await Promise.all([
        connectRelay({ url }),
        connectRelay({ url, acknowledge: false }),
      ])
      const sent: Promise<unknown>[] = []
      for (let index = 0; index < 300; index++) {
        sent.push(alice.publish(topic, `${index}`))
        if (index === 150) sent.push(bob.request('irn_subscribe', { topic }))
      }
      await Promise.all(sent)
      await bob.until(() => bob.pushes.length === 300)
      expect(bob.messages()).toEqual(Array.from({ length: 300 }, (_, index) => `${index}`))
    })

    test('behavior: what has expired is not delivered', async () => {
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

  describe('methods', () => {
    test('behavior: wc_proposeSession and wc_approveSession subscribe whoever calls them', async () => {
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
      // The wallet never subscribes to the session, nor the dapp to the pairing.
      await dapp.publish(sessionTopic, 'settled', { tag: 1103 })
      await wallet.publish(pairingTopic, 'later', { tag: 1000 })
      await wallet.until(() => wallet.pushes.length === 2)
      await dapp.until(() => dapp.pushes.length === 3)
      expect(wallet.messages()).toEqual(['proposal', 'settled'])
    })

    test('behavior: batches, their older names and their blocking kin', async () => {
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

    test('behavior: fetching, and receipts by hash and by push', async () => {
      const { url } = await startRelay()
      const topic = randomTopic()
      const [alice, bob] = await Promise.all([
        connectRelay({ url }),
        connectRelay({ url, acknowledge: false }),
      ])
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

    test('error: too large a message, in the words applications look for', async () => {
      const { url } = await startRelay()
      const client = await connectRelay({ url })
      const publish = async (message: string) => client.publish(topic, message, { tag: 1109 })
      expect((await publish('x'.repeat(98_304))).result).toBe(true)
      expect((await publish('x'.repeat(98_305))).error?.message).toBe(
        'Payload size limit exceeded. Maximum size for tag 1109 is 98304',
      )
      // Twice as many bytes as characters.
      expect((await publish('ü'.repeat(60_000))).error?.data).toBe('PayloadSizeExceeded')
    })

    test('error: a frame beyond all measure ends the connection', async () => {
      const { url } = await startRelay()
      const client = await connectRelay({ url })
      client.send('x'.repeat(1024 * 1024 + 1))
      expect(await client.closed).toMatchObject({ code: 1009 })
    })

    test('error: a mailbox that is full', async () => {
      const { url } = await startRelay({
        mailbox: createMemoryMailbox({ limits: { messages: 2, bytes: 99 } }),
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

  test('behavior: 10 000 topics on one connection', async () => {
    const { url } = await startRelay()
    const topics = Array.from({ length: 10_000 }, randomTopic)
    const [alice, bob] = await Promise.all([connectRelay({ url }), connectRelay({ url })])
    await alice.publish(topics[17] as string, 'waiting')
    for (let at = 0; at < topics.length; at += 500)
      await bob.request('irn_batchSubscribe', { topics: topics.slice(at, at + 500) })
    await alice.publish(topics[9_999] as string, 'live')
    await bob.until(() => bob.pushes.length === 2)
    expect(bob.messages()).toEqual(['waiting', 'live'])
  })

  test('param: limits.topics', async () => {
    const { url } = await startRelay({ limits: { topics: 3 } })
    const client = await connectRelay({ url })
    const topics = [randomTopic(), randomTopic(), randomTopic()]
    expect((await client.request('irn_batchSubscribe', { topics })).result).toHaveLength(3)
    expect((await client.request('irn_subscribe', { topic: randomTopic() })).error).toMatchObject({
      data: 'TopicLimitExceeded',
    })
  })

  test('behavior: nothing secret is logged or counted, not even when something fails', async () => {
    const mailbox = createMemoryMailbox()
    const { url, logged, metrics } = await startRelay({
      mailbox: {
        ...mailbox,
        add: async (message) => {
          if (message.message === 'breaks') throw new Error(`no place for ${message.topic}`)
          return mailbox.add(message)
        },
      },
    })
    const topic = randomTopic()
    const seed = randomBytes(32).toString('hex')
    const client = await connectRelay({ url, seed })
    await client.request('irn_subscribe', { topic })
    const tvf = { txHashes: ['0xsecret-signature'], correlationId: 1 }
    expect((await client.publish(topic, 'kept-message', { tvf })).result).toBe(true)
    expect((await client.publish(topic, 'breaks', { tvf })).error).toMatchObject({
      code: -32603,
      message: 'Internal error',
    })
    const said = logged() + (await metrics())
    expect(said).toContain('relay failed')
    expect(said).toMatch(/gateway_relay_publishes_total\{outcome="stored"\} 1/)
    expect(said).toMatch(/gateway_relay_mailbox_messages 1/)
    expect(said).toMatch(/gateway_relay_sockets 1/)
    expect(said).toMatch(/gateway_relay_topics 1/)
    for (const secret of [topic, 'secret-signature', 'kept-message', (await clientIdOf(seed)).slice(8)])
      expect(said).not.toContain(secret)
  })
})
