import { createRpcId, sealEnvelope } from '@portico/protocol/walletconnect'
import { afterEach, describe, expect, test } from 'vitest'
import { account, type Started, startClient } from '../../test/startClient.ts'

/** The number of frames. Set `FUZZ_FRAMES=100000` for a long run. */
const count = Number(process.env.FUZZ_FRAMES ?? 6_000)
const third = Math.ceil(count / 3)
const timeout = 60_000 + count * 20

let started: Started
const unhandled: unknown[] = []
const note = (error: unknown) => unhandled.push(error)
process.on('unhandledRejection', note)
afterEach(() => {
  started.stop()
  process.off('unhandledRejection', note)
})

/** A seeded random number generator (mulberry32), so that a failure can be reproduced. */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  return { below, pick }
}
type Random = ReturnType<typeof createRandom>

const letters = '{}[]",:\\0123456789abcdefxirn_subption \u0000\ud800\u202e'
function garbage({ below, pick }: Random): string {
  return Array.from({ length: below(200) }, () => pick([...letters])).join('')
}

/** Removes, inserts, repeats or replaces pieces of a text. */
function mutate(text: string, random: Random): string {
  let result = text
  for (let times = 1 + random.below(4); times > 0; times--) {
    const at = random.below(result.length + 1)
    const end = at + random.below(20)
    const piece = random.pick([
      '',
      garbage(random).slice(0, 5),
      result.slice(at, end).repeat(2),
      'null',
      '1e999',
      '{}',
    ])
    result = result.slice(0, at) + piece + result.slice(end)
  }
  return result
}

function value(random: Random, depth = 0): unknown {
  const { below, pick } = random
  const kind = below(depth > 3 ? 6 : 9)
  if (kind === 0) return null
  if (kind === 1) return below(2 ** 31) - 2 ** 30
  if (kind === 2) return garbage(random)
  if (kind === 3)
    return pick([`eip155:31337:${account}`, 'eip155:31337', 'chainChanged', 'personal_sign', ''])
  if (kind === 4) return below(2) === 0
  if (kind === 5) return Number.MAX_VALUE
  if (kind < 8) return Array.from({ length: below(4) }, () => value(random, depth + 1))
  const names = [
    'namespaces',
    'eip155',
    'accounts',
    'chains',
    'methods',
    'events',
    'event',
    'name',
    'data',
    'chainId',
    'expiry',
    '__proto__',
    'constructor',
    'toString',
  ]
  return Object.fromEntries(Array.from({ length: below(5) }, () => [pick(names), value(random, depth + 1)]))
}

describe('random frames', () => {
  test(
    `behavior: ${count} malformed frames do not crash or block the client`,
    async () => {
      const random = createRandom(20_260_101)
      started = startClient()
      const { client, relay, wallet, connect } = started
      const { session } = await connect()
      const { topic, symKey } = session
      const expectWorking = async () => {
        // The client still receives, decrypts, responds and sends.
        await client.ping(topic)
        expect(await wallet.ping()).toBe(true)
        expect(client.sessions.map((one) => one.topic)).toEqual([topic])
      }

      // Frames on the socket.
      const message = sealEnvelope({
        symKey,
        message: '{"id":1,"jsonrpc":"2.0","method":"wc_sessionPing","params":{}}',
      })
      const frame = JSON.stringify({
        id: 1_700_000_000_000_000,
        jsonrpc: '2.0',
        method: 'irn_subscription',
        params: { id: 'ab', data: { topic, message, publishedAt: 1, tag: 1108 } },
      })
      for (let index = 0; index < third; index++) {
        relay.sendRaw(random.below(3) === 0 ? garbage(random) : mutate(frame, random))
        if (index % 500 === 0) await expectWorking()
      }
      await expectWorking()

      // Messages on the topic, which anyone who knows the topic can publish.
      for (let index = 0; index < third; index++) {
        relay.inject({ topic, message: random.below(3) === 0 ? garbage(random) : mutate(message, random) })
        if (index % 500 === 0) await expectWorking()
      }
      await expectWorking()

      // Messages in a valid envelope, which only the wallet can create.
      const methods = [
        'wc_sessionUpdate',
        'wc_sessionExtend',
        'wc_sessionEvent',
        'wc_sessionSettle',
        'wc_sessionRequest',
        'wc_sessionPing',
        'wc_sessionPropose',
        'wc_sessionAuthenticate',
        '__proto__',
        'toString',
        '',
      ]
      for (let index = 0; index < third; index++) {
        const id = random.pick<unknown>([
          createRpcId(),
          Number(createRpcId()),
          random.below(100),
          null,
          'x',
          {},
        ])
        const request = { id, jsonrpc: '2.0', method: random.pick(methods), params: value(random) }
        const response = { id, jsonrpc: '2.0', [random.pick(['result', 'error'])]: value(random) }
        const text = JSON.stringify(random.below(4) === 0 ? response : request)
        const payload = random.below(4) === 0 ? mutate(text, random) : text
        relay.inject({ topic, message: sealEnvelope({ symKey, message: payload }) })
        if (index % 250 === 0) await expectWorking()
      }
      await expectWorking()
      const signed = client.request({
        topic,
        chainId: 'eip155:31337',
        method: 'personal_sign',
        params: ['0x01', account],
      })
      expect(await signed).toMatch(/^0x/)
      expect(unhandled).toEqual([])
    },
    timeout,
  )
})
