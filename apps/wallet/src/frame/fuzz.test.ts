import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { frameRequests } from '@portico/protocol/frame'
import { describe, expect, test } from 'vitest'
import { createFrameHost } from '../../test/createFrameHost.ts'
import { serveRequests } from './serveRequests.ts'

/** Number of messages. `FRAME_MESSAGES=1000000` runs the full test. */
const messages = Number(process.env.FRAME_MESSAGES ?? 30_000)
// Logins and RPC requests are more frequent, so that many requests reach a logged-in visitor.
const types = [
  ...Object.keys(frameRequests).filter((type) => type !== 'SIGN_OUT'),
  ...['CONNECT_EMAIL', 'CONNECT_DEVICE', 'CONNECT_OTP'].flatMap((type) => [type, type, type]),
  ...Array.from({ length: 12 }, () => 'RPC_REQUEST'),
]

/** Creates a seeded random generator (mulberry32), so that a failure can be reproduced. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) % below
  }
}

const hexOf = (random: (below: number) => number) =>
  Array.from({ length: 4 }, () =>
    random(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')

function makePayload(random: (below: number) => number, type: string, address: string): unknown {
  const email = `${['ada', 'soon', 'bob'][random(3)]}${random(5)}@example.org`
  const requests = [
    { method: 'personal_sign', params: [`0x${random(1e6).toString(16).padStart(6, '0')}`, address] },
    { method: 'personal_sign', params: ['0x00', '0x00'] },
    { method: 'eth_sendTransaction', params: [{ to: address, value: '0x1' }] },
    { method: 'eth_signTypedData_v4', params: [address, '{}'] },
    { method: 'eth_blockNumber', params: [] },
    { method: 'eth_sign', params: [] },
    { method: 'wallet_sendCalls', params: [{}] },
    { method: 'constructor' },
    { method: 'eth_accounts', chainId: 1 },
  ]
  switch (type) {
    case 'CONNECT_EMAIL':
    case 'UPDATE_EMAIL':
      return { email }
    case 'SWITCH_NETWORK':
      return { chainId: [1, 'eip155:1', 'eip155:31337', 'solana:x', '', -1][random(6)] }
    case 'RPC_REQUEST':
      return requests[random(requests.length)]
    case 'SET_PREFERRED_ACCOUNT':
      return { type: ['eoa', 'smartAccount'][random(2)] }
    case 'SYNC_DAPP_DATA':
      return { projectId: 'local', metadata: { name: '<script>', icons: ['javascript:alert(1)'] } }
    case 'SYNC_THEME':
      return { themeMode: 'dark', themeVariables: { '--apkt-accent': 'red;}body{display:none' } }
    case 'CONNECT_OTP':
      return [
        undefined,
        { otp: '123456' },
        {
          signIn: {
            nonce: hexOf(random),
            chainId: 'eip155:1',
            issuer: ['gateway', 'application'][random(2)],
          },
        },
        { signIn: { nonce: 'evil\nResources:', chainId: 1, issuer: 'page' } },
      ][random(4)]
    default:
      return undefined
  }
}

const junk = (random: (below: number) => number): unknown =>
  [
    undefined,
    null,
    0,
    Number.NaN,
    'x',
    'x'.repeat(300_000),
    [],
    [[[[[[[[[[[[1]]]]]]]]]]]],
    {},
    new Map([[1, 2]]),
    new Date(0),
    JSON.parse('{"__proto__":{"polluted":true}}'),
    { constructor: { prototype: { polluted: true } } },
    Symbol.iterator,
    10n,
    () => {},
  ][random(16)]

/** Returns an invalid variant of a message. */
function mutate(random: (below: number) => number, message: Record<string, unknown>): unknown {
  switch (random(9)) {
    case 0:
      return junk(random)
    case 1:
      return { ...message, id: junk(random) }
    case 2:
      return { ...message, type: junk(random) }
    case 3:
      return { ...message, payload: junk(random) }
    case 4:
      return { ...message, more: junk(random) }
    case 5:
      return { ...message, payload: { ...(message.payload as object), more: junk(random) } }
    case 6:
      return Object.assign(Object.create({ id: message.id }), { type: message.type })
    case 7:
      return { ...message, type: `${message.type}`.toLowerCase() }
    default: {
      const entries = Object.entries(message)
      entries.splice(random(entries.length), 1)
      return Object.fromEntries(entries)
    }
  }
}

describe('serveRequests', () => {
  test(`behavior: ${messages} random and mutated messages get at most one reply each, and sign nothing unapproved (FRAME_MESSAGES)`, async () => {
    // On a busy machine this can take longer than all messages.
    await Promise.all([
      import('../requests/lazyMessages.ts'),
      import('../requests/lazyTypedData.ts'),
      import('../requests/lazyAsks.ts'),
      import('../requests/permissions/lazyPermissions.ts'),
      import('../requests/solana/lazySolana.ts'),
    ])
    const seed = Number(process.env.FRAME_SEED ?? Date.now() % 1e9)
    const random = createRandom(seed)
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    let time = 0
    let uncaught = 0
    let invalidReplies = 0
    let answered = 0
    const waiting = new Set<string>()
    const recent: string[] = []
    const countUncaught = () => {
      uncaught += 1
    }
    process.on('unhandledRejection', countUncaught)

    const host = createFrameHost({
      now: () => time,
      async decide(signal) {
        await null
        if (signal.aborted) throw signal.reason
        return (['approved', 'approved', 'rejected'] as const)[random(3)] as 'approved'
      },
      async enterCode() {
        if (random(4) === 0) throw new Error('secret internal detail')
      },
      async confirmFarcaster() {
        throw new Error('secret internal detail')
      },
    })
    const port = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      postMessage(message: unknown) {
        const { id, type, payload } = message as { id: string; type: string; payload: { message?: string } }
        if (!waiting.delete(id) || !/_(SUCCESS|ERROR)$/.test(type)) invalidReplies += 1
        if (`${payload?.message}`.includes('secret')) invalidReplies += 1
        answered += 1
      },
    }
    serveRequests({ port, handlers: host.handlers, now: () => time })

    async function run(count: number) {
      for (let index = 0; index < count; index += 1) {
        const type = random(300) === 0 ? 'SIGN_OUT' : (types[random(types.length)] as string)
        const payload = makePayload(random, type, host.address)
        // Some ids are repeated; their first message has been answered or soon will be.
        const isReplay = recent.length > 0 && random(20) === 0
        const id = isReplay ? (recent[random(recent.length)] as string) : hexOf(random)
        const validMessage = { id, type, ...(payload === undefined ? {} : { payload }) }
        const message = random(3) === 0 ? mutate(random, validMessage) : validMessage
        const sent = Object.getOwnPropertyDescriptor(Object(message), 'id')?.value
        if (sent === id && !isReplay) {
          waiting.add(id)
          recent.push(id)
          if (recent.length > 1000) recent.shift()
        }
        try {
          port.onmessage?.({ data: message } as MessageEvent)
        } catch {
          uncaught += 1
        }
        time += random(80)
        if (index % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
        // Enough rejections block the site: clear the stored block now and then.
        if (index % 500 === 0) host.clearStore()
        if (index % 5000 === 0) host.events.length = 0
      }
    }

    await run(2_000)
    collect()
    const before = process.memoryUsage().heapUsed
    await run(messages - 2_000)
    for (let round = 0; round < 1000 && waiting.size > 0; round += 1)
      await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    host.events.length = 0
    collect()
    const growth = process.memoryUsage().heapUsed - before
    process.off('unhandledRejection', countUncaught)

    const { signed, approved, unapproved } = host.counts
    expect({ seed, uncaught, invalidReplies, unapproved, left: waiting.size }).toEqual({
      seed,
      uncaught: 0,
      invalidReplies: 0,
      unapproved: 0,
      left: 0,
    })
    // Otherwise the test has exercised nothing.
    expect(signed).toBeGreaterThan(0)
    expect(signed).toBeLessThanOrEqual(approved)
    expect(answered).toBeGreaterThan(messages / 2)
    expect(growth).toBeLessThan(20 * 2 ** 20)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  }, 1_200_000)
})
