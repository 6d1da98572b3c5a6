import { createHash, randomBytes } from 'node:crypto'
import { clientIdOf } from '@portico/protocol/walletconnect'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryMailbox } from './mailbox/createMemoryMailbox.ts'
import { connectRelay, randomTopic } from './testing/connectRelay.ts'
import { startRelay } from './testing/startRelay.ts'

vi.setConfig({ testTimeout: 60_000 })

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('relay', () => {
  test('behavior: delivers published messages, with push IDs that survive a double', async () => {
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
    'behavior: returns the ID %s unchanged',
    async (id) => {
      const { url } = await startRelay()
      const client = await connectRelay({ url })
      await client.request('irn_subscribe', { topic: randomTopic() }, id)
      expect(client.frames[0]?.startsWith(`{"id":${id},"jsonrpc":"2.0","result":"`)).toBe(true)
      await client.request('irn_unknown', {}, id)
      expect(client.frames[1]?.startsWith(`{"id":${id},"jsonrpc":"2.0","error":{`)).toBe(true)
    },
  )

  test('behavior: the publisher gets its response before anyone gets the message', async () => {
    const { relay } = await startRelay()
    const output: string[] = []
    const connect = (clientId: string) => {
      const nothing = () => undefined
      const send = (text: string) => void output.push(`${clientId} ${text}`)
      const rest = { close: nothing, terminate: nothing, setPaused: nothing, ping: nothing }
      const client = { clientId, project: 'local', address: '127.0.0.1' }
      return relay.connect({ ...client, socket: { ...rest, send, buffered: () => 0 } })
    }
    const ask = async (connection: ReturnType<typeof connect>, method: string, params: object) => {
      connection.onMessage(JSON.stringify({ id: 1, jsonrpc: '2.0', method, params }))
      await connection.settled()
    }
    const [alice, bob] = [connect('alice'), connect('bob')]
    const topic = randomTopic()
    await ask(bob, 'irn_subscribe', { topic })
    await ask(alice, 'irn_publish', { topic, message: 'm', ttl: 60, tag: 1 })
    // The next message of the topic is pushed after the receipt of this one.
    const { id } = JSON.parse(output.at(-1)?.slice('bob '.length) ?? '') as { id: number }
    bob.onMessage(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
    await ask(alice, 'wc_proposeSession', { pairingTopic: topic, sessionProposal: 'p' })
    expect(output.map((text) => text.replace(/^(\w+) .*"(result|method)".*$/, '$1 $2'))).toEqual([
      'bob result',
      'alice result',
      'bob method',
      'alice result',
      'bob method',
    ])
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

  test('behavior: no secrets in logs and metrics, even after errors', async () => {
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
    const output = logged() + (await metrics())
    expect(output).toContain('relay failed')
    expect(output).toMatch(/gateway_relay_publishes_total\{outcome="stored"\} 1/)
    expect(output).toMatch(/gateway_relay_mailbox_messages 1/)
    expect(output).toMatch(/gateway_relay_sockets 1/)
    expect(output).toMatch(/gateway_relay_topics 1/)
    for (const secret of [topic, 'secret-signature', 'kept-message', (await clientIdOf(seed)).slice(8)])
      expect(output).not.toContain(secret)
  })
})
