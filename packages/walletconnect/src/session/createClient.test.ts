import { deferred } from '@portico/core/testing'
import { hashKey, openEnvelope, parsePairingUri, sealEnvelope } from '@portico/protocol/walletconnect'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  account,
  connect as pair,
  proposed,
  type Started,
  startClient,
  type TestRelay,
} from '../../test/startClient.ts'
import { storageKeys } from './storageKeys.ts'

let open: Started[] = []
afterEach(() => {
  for (const one of open) one.stop()
  open = []
  vi.useRealTimers()
})
function start(options: Parameters<typeof startClient>[0] = {}) {
  const started = startClient(options)
  open.push(started)
  return started
}
/** Fakes timers and the date, but not the microtasks that WebCrypto needs. */
function useFakeClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
}
const sign = (topic: string, message = '0x6869') => ({
  topic,
  chainId: 'eip155:31337',
  method: 'personal_sign',
  params: [message, account],
})
/** Returns the messages with a tag that the application, not the wallet, published. */
function publishedByApp(relay: TestRelay, tag: number) {
  const app = relay.published.find((one) => one.tag === 1100)?.from
  return relay.published.filter((one) => one.tag === tag && one.from === app)
}
const eip155 = (change: object = {}) => ({
  accounts: [`eip155:31337:${account}`],
  methods: ['personal_sign'],
  events: ['chainChanged'],
  ...change,
})

describe('connect', () => {
  test('behavior: a wallet scans the URI and approves the session', async () => {
    const { client, wallet, connect, relay } = start()
    expect(relay.connectionCount).toBe(0)
    const { session, proofs } = await connect()
    expect(proofs).toEqual([])
    expect(session.peer).toEqual({
      name: 'Dev Mobile Wallet',
      url: 'https://wallet.test/',
      icon: 'https://wallet.test/icon.png',
      nativeLink: 'devwallet://',
      universalLink: 'https://wallet.test/',
    })
    expect(session.namespaces.eip155?.chains).toEqual(['eip155:31337', 'eip155:31338'])
    expect(session.namespaces.eip155?.accounts).toContain(`eip155:31337:${account}`)
    expect(client.sessions).toEqual([session])
    await expect.poll(() => wallet.sessions).toHaveLength(1)
    await expect.poll(() => relay.published.length).toBeGreaterThan(3)
    const tags = relay.published.map(({ tag, ttl, prompt }) => [tag, ttl, prompt])
    expect(tags.slice(0, 4)).toEqual([
      [1100, 300, true],
      [1101, 300, false],
      [1102, 300, false],
      [1103, 300, false],
    ])
  })

  test('behavior: the pairing URI contains only what a wallet needs', async () => {
    const { client } = start()
    const controller = new AbortController()
    const shownUri = deferred<{ uri: string; expiresAt: number }>()
    const connecting = client.connect({
      proposed,
      signal: controller.signal,
      onUri: (uri, { expiresAt }) => shownUri.resolve({ uri, expiresAt }),
    })
    const { uri, expiresAt } = await shownUri.promise
    const { topic, symKey, expiryTimestamp } = parsePairingUri(uri)
    expect(hashKey(symKey)).toBe(topic)
    expect(uri).toBe(`wc:${topic}@2?relay-protocol=irn&symKey=${symKey}&expiryTimestamp=${expiryTimestamp}`)
    expect(expiresAt).toBe((expiryTimestamp ?? 0) * 1000)
    expect(Math.abs(expiresAt - Date.now() - 300_000)).toBeLessThan(10_000)
    controller.abort()
    await expect(connecting).rejects.toThrow()
  })

  test('error: the user rejects', async () => {
    const { client, wallet, connect } = start()
    wallet.setPolicy('reject')
    await expect(connect()).rejects.toMatchObject({ rpcCode: 4001 })
    expect(client.sessions).toEqual([])
  })

  test('error: the wallet refuses for another reason', async () => {
    const { wallet, connect } = start()
    wallet.setPolicy({ code: 5100, message: 'Unsupported chains' }, { method: 'wc_sessionPropose' })
    await expect(connect()).rejects.toMatchObject({ rpcCode: 5100, details: 'Unsupported chains' })
  })

  test.each([
    ['fewer chains', { chains: ['eip155:31338'] }, ['eip155:31338'], ['eip155']],
    [
      'additional namespaces',
      {
        namespaces: {
          eip155: eip155(),
          cosmos: { accounts: ['cosmos:hub-4:cosmos1x'], methods: [], events: [] },
        },
      },
      ['eip155:31337'],
      ['eip155'],
    ],
    [
      'a key for each chain',
      {
        namespaces: {
          'eip155:31337': eip155(),
          'eip155:31338': eip155({ accounts: [`eip155:31338:${account}`] }),
        },
      },
      ['eip155:31337', 'eip155:31338'],
      ['eip155'],
    ],
  ])('behavior: a wallet that settles with %s is accepted', async (_, settlement, chains, namespaces) => {
    const { wallet, connect } = start()
    wallet.settlement = settlement
    const { session } = await connect()
    expect(Object.keys(session.namespaces)).toEqual(namespaces)
    expect(session.namespaces.eip155?.chains).toEqual(chains)
  })

  test('behavior: drops methods and events that were not proposed', async () => {
    const { wallet, connect } = start()
    const methods = ['personal_sign', 'eth_sign', 'eth_decrypt']
    wallet.settlement = { namespaces: { eip155: eip155({ methods, events: ['chainChanged', 'evil'] }) } }
    const { session } = await connect()
    expect(session.namespaces.eip155).toMatchObject({ methods: ['personal_sign'], events: ['chainChanged'] })
  })

  test.each([
    ['no usable chain', { namespaces: { eip155: eip155({ accounts: [`eip155:7:${account}`] }) } }, 5100],
    ['no namespaces', { namespaces: {} }, 5100],
    ['no accounts', { namespaces: { eip155: eip155({ accounts: [] }) } }, 5001],
    [
      'accounts of another namespace',
      { namespaces: { eip155: eip155({ accounts: ['cosmos:hub-4:x'] }) } },
      5103,
    ],
    ['something other than an object', { namespaces: 7 }, 1005],
    ['an expiry in the past', { expiry: 1 }, 1005],
  ])('error: a wallet that settles with %s', async (_, settlement, rpcCode) => {
    const { client, wallet, connect } = start()
    wallet.settlement = settlement
    await expect(connect()).rejects.toMatchObject({ rpcCode, message: expect.stringContaining('Reason: ') })
    expect(client.sessions).toEqual([])
    // The wallet was notified and drops its session.
    await expect.poll(() => wallet.sessions).toEqual([])
  })

  test('behavior: limits the expiry to seven days', async () => {
    const { wallet, connect } = start()
    wallet.settlement = { expiry: Math.floor(Date.now() / 1000) + 30 * 86_400 }
    const { session } = await connect()
    expect(session.expiry).toBeLessThan(Date.now() / 1000 + 7 * 86_400 + 400)
  })

  test('behavior: aborting notifies the wallet, and a late approval creates no session', async () => {
    const { client, wallet, relay } = start()
    const controller = new AbortController()
    wallet.setPolicy('ask')
    const connecting = pair(client, wallet, { signal: controller.signal })
    connecting.catch(() => {})
    const proposal = await wallet.waitForRequest({ method: 'wc_sessionPropose' })
    const reason = new Error('closed')
    controller.abort(reason)
    await expect(connecting).rejects.toBe(reason)
    await expect.poll(() => relay.published.map(({ tag }) => tag)).toContain(1000)
    proposal.approve()
    // The client closes its connection, because no subscription is left.
    await expect.poll(() => relay.connections, { timeout: 10_000 }).toBe(1)
    expect(client.sessions).toEqual([])
  })

  test('error: the signal is already aborted', async () => {
    const { client, relay } = start()
    const reason = new Error('closed')
    await expect(
      client.connect({ proposed, onUri: () => {}, signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason)
    expect(relay.published).toEqual([])
  })

  test('behavior: shows a new URI before the last one expires, and both work', async () => {
    useFakeClock()
    const { client, wallet } = start()
    const uris: string[] = []
    let expiresAt = 0
    const connecting = client.connect({
      proposed,
      onUri(uri, details) {
        uris.push(uri)
        expiresAt = details.expiresAt
      },
    })
    await expect.poll(() => uris).toHaveLength(1)
    // Counted from the expiry: each `expect.poll` also advances the clock.
    await vi.advanceTimersByTimeAsync(expiresAt - Date.now() - 61_000)
    expect(uris).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.poll(() => uris).toHaveLength(2)
    expect(uris[1]).not.toBe(uris[0])
    // The first URI was scanned just before the new one was shown.
    await wallet.pair(uris[0] ?? '')
    const { session } = await connecting
    expect(client.sessions).toEqual([session])
  })

  test('error: an expired URI', async () => {
    useFakeClock()
    const { client, wallet } = start()
    const uris: string[] = []
    const connecting = client.connect({ proposed, onUri: (uri) => uris.push(uri) })
    await expect.poll(() => uris).toHaveLength(1)
    for (let minute = 0; minute < 6; minute++) await vi.advanceTimersByTimeAsync(60_000)
    await expect.poll(() => uris).toHaveLength(2)
    await expect(wallet.pair(uris[0] ?? '')).rejects.toThrow('it has expired')
    await wallet.pair(uris[1] ?? '')
    expect((await connecting).session.topic).toHaveLength(64)
  })

  test.each([
    ['Unauthorized: invalid key', 'invalid-key'],
    ['Unauthorized: origin not allowed', 'origin-not-allowed'],
    ['JWT validation error: JWT Token is not yet valid', 'jwt-not-yet-valid'],
    ['Project ID is missing', 'project-id-missing'],
    ['Something new', 'relay-refused'],
  ])('error: the relay closes with 3000 and "%s"', async (reason, code) => {
    const { relay, connect, events } = start()
    relay.faults.refuse = reason
    await expect(connect()).rejects.toMatchObject({ code, details: reason })
    // No automatic retry.
    expect(relay.connectionCount).toBe(1)
    expect(events).toContainEqual({ type: 'refused', error: expect.objectContaining({ code }) })
    relay.faults.refuse = undefined
    expect((await connect()).session.topic).toHaveLength(64)
  })

  test('error: the relay is unreachable', async () => {
    useFakeClock()
    const { relay, connect } = start()
    relay.stop()
    const connecting = connect()
    connecting.catch(() => {})
    // Wait for the first attempt to connect.
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
    await vi.advanceTimersByTimeAsync(31_000)
    await expect(connecting).rejects.toMatchObject({ code: 'relay-not-delivered' })
  })

  test('behavior: the relay becomes reachable in time', async () => {
    const { relay, connect } = start()
    relay.stop()
    const connecting = connect()
    setTimeout(() => relay.start(), 50)
    expect((await connecting).session.topic).toHaveLength(64)
  })
})

describe('request', () => {
  test('behavior: the wallet signs', async () => {
    const { client, connect, relay, events } = start()
    const { session } = await connect()
    expect(await client.request(sign(session.topic))).toMatch(/^0x[0-9a-f]{130}$/)
    expect(relay.published.find(({ tag }) => tag === 1108)).toMatchObject({ ttl: 300, prompt: true })
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'request', topic: session.topic, method: 'personal_sign' }),
    )
  })

  test('behavior: the relay sees no plaintext', async () => {
    const { client, connect, relay } = start()
    const { session } = await connect()
    await client.request(sign(session.topic))
    const seen = JSON.stringify(relay.published)
    for (const secret of [account.slice(2), 'personal_sign', session.symKey, 'An app']) {
      expect(seen).not.toContain(secret)
    }
  })

  test('behavior: concurrent requests get their own responses', async () => {
    const { client, connect } = start()
    const { session } = await connect()
    const texts = ['0x01', '0x02', '0x03', '0x04', '0x05']
    const responses = await Promise.all(texts.map((text) => client.request(sign(session.topic, text))))
    expect(new Set(responses).size).toBe(texts.length)
    const again = await client.request(sign(session.topic, '0x03'))
    expect(again).toBe(responses[2])
  })

  test('error: the user rejects; the wallet fails', async () => {
    const { client, wallet, connect } = start()
    const { session } = await connect()
    wallet.setPolicy('reject', { method: 'personal_sign' })
    await expect(client.request(sign(session.topic))).rejects.toMatchObject({ rpcCode: 4001 })
    wallet.setPolicy({ code: -32603, message: 'Broken' }, { method: 'personal_sign' })
    await expect(client.request(sign(session.topic))).rejects.toMatchObject({
      rpcCode: -32603,
      details: 'Broken',
    })
  })

  test.each([
    ['a chain the session lacks', { chainId: 'eip155:1' }, 4901],
    ['a namespace the session lacks', { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, 4901],
    ['a method the wallet did not approve', { method: 'eth_sign' }, 4200],
    ['an unknown session', { topic: '00'.repeat(32) }, 4900],
  ])('error: %s', async (_, change, rpcCode) => {
    const { client, connect, relay } = start()
    const { session } = await connect()
    const before = relay.published.length
    await expect(client.request({ ...sign(session.topic), ...change })).rejects.toMatchObject({ rpcCode })
    expect(relay.published.slice(before).some(({ tag }) => tag === 1108)).toBe(false)
  })

  test('error: the request expires', async () => {
    useFakeClock()
    const { client, wallet, connect, site } = start()
    const { session } = await connect()
    wallet.setPolicy('hang', { method: 'personal_sign' })
    const response = client.request(sign(session.topic))
    response.catch(() => {})
    await wallet.waitForRequest({ method: 'personal_sign' })
    await vi.advanceTimersByTimeAsync(301_000)
    await expect(response).rejects.toMatchObject({ rpcCode: 8000 })
    await expect.poll(() => site.entries.has(storageKeys.pending)).toBe(false)
  })

  test('param: signal', async () => {
    const { client, wallet, connect } = start()
    const { session } = await connect()
    wallet.setPolicy('hang', { method: 'personal_sign' })
    const controller = new AbortController()
    const response = client.request({ ...sign(session.topic), signal: controller.signal })
    response.catch(() => {})
    await wallet.waitForRequest({ method: 'personal_sign' })
    const reason = new Error('enough')
    controller.abort(reason)
    await expect(response).rejects.toBe(reason)
  })

  test('error: the session ends while the request is pending', async () => {
    const { client, wallet, connect } = start()
    const { session } = await connect()
    wallet.setPolicy('hang', { method: 'personal_sign' })
    const response = client.request(sign(session.topic))
    response.catch(() => {})
    await wallet.waitForRequest({ method: 'personal_sign' })
    await wallet.disconnect()
    await expect(response).rejects.toMatchObject({ rpcCode: 4900 })
  })
})

describe('connection failures', () => {
  test('behavior: the connection is lost while the user decides', async () => {
    const { client, wallet, relay, connect } = start()
    const { session } = await connect()
    wallet.setPolicy('ask', { method: 'personal_sign' })
    const response = client.request(sign(session.topic))
    const pending = await wallet.waitForRequest({ method: 'personal_sign' })
    relay.drop(1001, 'going away')
    pending.approve()
    expect(await response).toMatch(/^0x/)
  })

  test('behavior: the relay restarts', async () => {
    const { client, wallet, relay, connect } = start()
    const { session } = await connect()
    wallet.setPolicy('ask', { method: 'personal_sign' })
    const response = client.request(sign(session.topic))
    const pending = await wallet.waitForRequest({ method: 'personal_sign' })
    relay.stop()
    pending.approve()
    relay.start()
    expect(await response).toMatch(/^0x/)
  })

  test('behavior: duplicate deliveries and lost acknowledgements', async () => {
    const { client, wallet, relay, connect, events } = start()
    Object.assign(relay.faults, { duplicate: true, loseAcks: true })
    const { session } = await connect()
    await client.request(sign(session.topic))
    await wallet.switchChain(31338)
    relay.drop()
    await client.request(sign(session.topic, '0x02'))
    expect(wallet.requests).toHaveLength(2)
    expect(events.filter(({ type }) => type === 'event')).toHaveLength(1)
  })

  test('behavior: publishes a message again if the reply was lost, without a duplicate', async () => {
    useFakeClock()
    const { client, wallet, relay, connect } = start()
    const { session } = await connect()
    relay.faults.losePublishReplies = true
    const response = client.request(sign(session.topic))
    await expect.poll(() => wallet.requests).toHaveLength(1)
    relay.faults.losePublishReplies = false
    await vi.advanceTimersByTimeAsync(12_000)
    expect(await response).toMatch(/^0x/)
    expect(relay.published.filter(({ tag }) => tag === 1108)).toHaveLength(1)
    expect(wallet.requests).toHaveLength(1)
  })

  test('behavior: on wake-up, replaces a connection that died silently', async () => {
    useFakeClock()
    const { client, tab, wallet, relay, connect } = start()
    const { session } = await connect()
    wallet.setPolicy('ask', { method: 'personal_sign' })
    const response = client.request(sign(session.topic))
    const pending = await wallet.waitForRequest({ method: 'personal_sign' })
    relay.freeze()
    wallet.drop()
    pending.approve()
    const before = relay.connectionCount
    tab.wake()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await response).toMatch(/^0x/)
    expect(relay.connectionCount).toBeGreaterThan(before)
  })

  test('behavior: detects a dead connection while a response is awaited, without a wake-up', async () => {
    useFakeClock()
    const { client, wallet, relay, connect } = start()
    const { session } = await connect()
    wallet.setPolicy('ask', { method: 'personal_sign' })
    const response = client.request(sign(session.topic))
    const pending = await wallet.waitForRequest({ method: 'personal_sign' })
    relay.freeze()
    wallet.drop()
    pending.approve()
    await vi.advanceTimersByTimeAsync(90_000)
    expect(await response).toMatch(/^0x/)
  })

  test('behavior: closes the connection when no subscription is left', async () => {
    useFakeClock()
    const { client, wallet, relay, connect } = start()
    const { session } = await connect()
    wallet.close()
    await client.disconnect(session.topic)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(relay.connections).toBe(0)
  })
})

describe('requests from the wallet', () => {
  test('behavior: ping, in both directions', async () => {
    const { client, wallet, connect } = start()
    const { session } = await connect()
    await client.ping(session.topic)
    expect(await wallet.ping()).toBe(true)
  })

  test('behavior: update', async () => {
    const { client, wallet, connect, events } = start()
    await connect()
    expect(await wallet.update({ eip155: eip155() })).toBe(true)
    expect(client.sessions[0]?.namespaces.eip155?.accounts).toEqual([`eip155:31337:${account}`])
    expect(events.filter(({ type }) => type === 'sessions').length).toBeGreaterThan(1)
  })

  test.each([
    ['no accounts', { eip155: eip155({ accounts: [] }) }, 5001],
    ['only chains that were not proposed', { eip155: eip155({ accounts: [`eip155:5:${account}`] }) }, 1003],
    ['garbage', [1, 2], 1005],
  ])('error: an update with %s', async (_, namespaces, code) => {
    const { client, wallet, connect } = start()
    const { session } = await connect()
    await expect(wallet.update(namespaces)).rejects.toMatchObject({ code })
    expect(client.sessions).toEqual([session])
  })

  test('behavior: an update cannot exceed the proposal', async () => {
    const { client, wallet, connect } = start()
    await connect()
    await wallet.update({
      eip155: eip155({ methods: ['personal_sign', 'eth_sign'] }),
      cosmos: { accounts: ['cosmos:hub-4:cosmos1x'], methods: ['sign'], events: [] },
    })
    expect(client.sessions[0]?.namespaces).toEqual({
      eip155: expect.objectContaining({ methods: ['personal_sign'] }),
    })
  })

  test('behavior: extend', async () => {
    const { client, wallet, connect } = start()
    wallet.settlement = { expiry: Math.floor(Date.now() / 1000) + 1_000 }
    const { session } = await connect()
    expect(await wallet.extend()).toBe(true)
    expect(client.sessions[0]?.expiry).toBeGreaterThan(session.expiry + 86_400)
  })

  test.each([
    ['into the past', -100],
    ['for a month', 30 * 86_400],
    ['by a fraction', 0.5],
  ])('error: extend %s', async (_, seconds) => {
    const { client, wallet, connect } = start()
    const { session } = await connect()
    await expect(wallet.extend(Math.floor(Date.now() / 1000) + seconds)).rejects.toMatchObject({ code: 1004 })
    expect(client.sessions).toEqual([session])
  })

  test('behavior: event', async () => {
    const { wallet, connect, events } = start()
    const { session } = await connect()
    await wallet.emit({ name: 'chainChanged', data: 31338, chainId: 'eip155:31338' })
    expect(events.at(-1)).toEqual({
      type: 'event',
      topic: session.topic,
      chainId: 'eip155:31338',
      name: 'chainChanged',
      data: 31338,
    })
  })

  test.each([
    ['that was not proposed', { name: 'evil', data: 1, chainId: 'eip155:31337' }, 3002],
    ['of a namespace the session lacks', { name: 'chainChanged', data: 1, chainId: 'cosmos:hub-4' }, 3005],
    ['without a chain', { name: 'chainChanged', data: 1, chainId: '1' }, 1002],
  ])('error: an event %s', async (_, event, code) => {
    const { wallet, connect, events } = start()
    await connect()
    await expect(wallet.emit(event)).rejects.toMatchObject({ code })
    expect(events.filter(({ type }) => type === 'event')).toEqual([])
  })

  test('error: methods for applications only, and unsupported methods', async () => {
    const { wallet, connect } = start()
    await connect()
    await expect(wallet.send('wc_sessionRequest', {})).rejects.toMatchObject({ code: 3001 })
    await expect(wallet.send('wc_sessionAuthenticate', {})).rejects.toMatchObject({ code: 10001 })
  })

  test.each(['1700000000000123457', '"1700000000000123457"', '17'])(
    'behavior: a response repeats the id %s exactly',
    async (rawId) => {
      const { connect, relay } = start()
      const { session } = await connect()
      const { topic, symKey } = session
      const message = `{"id":${rawId},"jsonrpc":"2.0","method":"wc_sessionPing","params":{}}`
      relay.inject({ topic, message: sealEnvelope({ symKey, message }), tag: 1114 })
      await expect.poll(() => publishedByApp(relay, 1115)).toHaveLength(1)
      const [response] = publishedByApp(relay, 1115)
      const opened = await openEnvelope({ symKey, envelope: response?.message ?? '' })
      expect(opened.message).toBe(`{"id":${rawId},"jsonrpc":"2.0","result":true}`)
    },
  )

  test('behavior: ignores an update older than the last one', async () => {
    const { client, connect, wallet, relay } = start()
    const { session } = await connect()
    const { topic, symKey } = session
    await wallet.update({ eip155: eip155() })
    const params = { namespaces: { eip155: eip155({ accounts: [`eip155:31338:${account}`] }) } }
    const late = JSON.stringify({
      id: Number(`${Date.now() - 60_000}123`),
      jsonrpc: '2.0',
      method: 'wc_sessionUpdate',
      params,
    })
    relay.inject({ topic, message: sealEnvelope({ symKey, message: late }), tag: 1104 })
    // It is confirmed, because the wallet has already applied it.
    await expect.poll(() => publishedByApp(relay, 1105)).toHaveLength(2)
    expect(client.sessions[0]?.namespaces.eip155?.chains).toEqual(['eip155:31337'])
  })

  test('behavior: disconnect', async () => {
    const { client, wallet, connect, events } = start()
    await connect()
    await wallet.disconnect()
    await expect.poll(() => client.sessions).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'sessions', after: [] })
  })
})

describe('disconnect', () => {
  test('behavior: ends the session locally at once and notifies the wallet', async () => {
    const { client, wallet, connect } = start()
    const { session } = await connect()
    await client.disconnect(session.topic)
    expect(client.sessions).toEqual([])
    await expect.poll(() => wallet.sessions).toEqual([])
    await expect(client.request(sign(session.topic))).rejects.toMatchObject({ rpcCode: 4900 })
  })

  test('behavior: waits at most 3 s for an unreachable relay', async () => {
    useFakeClock()
    const { client, relay, connect } = start()
    const { session } = await connect()
    relay.stop()
    const disconnecting = client.disconnect(session.topic)
    await expect.poll(() => client.sessions).toEqual([])
    await vi.advanceTimersByTimeAsync(3_000)
    await disconnecting
  })
})

describe('restore', () => {
  test('behavior: restores the session after a reload', async () => {
    const { openTab, connect, close, wallet } = start()
    const { session } = await connect()
    close()
    const { client } = openTab()
    expect(client.sessions).toEqual([session])
    expect(await client.request(sign(session.topic))).toMatch(/^0x/)
    expect(wallet.sessions).toHaveLength(1)
  })

  test('behavior: the wallet ended the session meanwhile', async () => {
    const { openTab, connect, close, wallet } = start()
    await connect()
    close()
    await wallet.disconnect()
    const { client, events } = openTab()
    expect(client.sessions).toHaveLength(1)
    await expect.poll(() => client.sessions).toEqual([])
    expect(events).toContainEqual(expect.objectContaining({ type: 'sessions', after: [] }))
  })

  test('behavior: the session expires', async () => {
    useFakeClock()
    const { client, connect, events, wallet } = start()
    wallet.settlement = { expiry: Math.floor(Date.now() / 1000) + 60 }
    await connect()
    expect(client.sessions).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(client.sessions).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'sessions', after: [] })
  })

  test('error: the storage contains invalid values', () => {
    const { site, openTab } = start()
    for (const text of ['{', '7', '[{}]', '[null]', '{"a":1}']) {
      for (const key of Object.values(storageKeys)) site.entries.set(key, text)
      expect(openTab().client.sessions).toEqual([])
    }
  })
})

describe('multiple tabs', () => {
  test('behavior: tabs share the session and the client id', async () => {
    const { client, openTab, connect, relay } = start()
    const other = openTab()
    const { session } = await connect()
    await expect.poll(() => other.client.sessions).toEqual([session])
    await expect.poll(() => relay.connections).toBe(3)
    // The wallet and the application, whose two tabs share one id.
    expect(relay.clientIds).toHaveLength(2)
    const responses = await Promise.all([
      client.request(sign(session.topic, '0x01')),
      other.client.request(sign(session.topic, '0x02')),
    ])
    expect(new Set(responses).size).toBe(2)
  })

  test('behavior: a session ended in one tab ends in the other', async () => {
    const { client, openTab, connect } = start()
    const other = openTab()
    const { session } = await connect()
    await expect.poll(() => other.client.sessions).toHaveLength(1)
    await client.disconnect(session.topic)
    await expect.poll(() => other.events.at(-1)).toMatchObject({ type: 'sessions', after: [] })
  })

  test('behavior: both tabs apply a change, and the wallet gets one response', async () => {
    const { client, openTab, connect, wallet, relay, events } = start()
    const other = openTab()
    await connect()
    await expect.poll(() => relay.connections).toBe(3)
    await wallet.update({ eip155: eip155() })
    await wallet.emit({ name: 'chainChanged', data: 31337, chainId: 'eip155:31337' })
    for (const one of [client, other.client]) {
      await expect.poll(() => one.sessions[0]?.namespaces.eip155?.accounts).toHaveLength(1)
    }
    for (const received of [events, other.events]) {
      await expect.poll(() => received.filter(({ type }) => type === 'event')).toHaveLength(1)
    }
    expect(relay.published.filter(({ tag }) => tag === 1105 || tag === 1111)).toHaveLength(2)
  })

  test('behavior: a tab leaves the response for another tab in the mailbox', async () => {
    useFakeClock()
    const { client, tab, openTab, connect, wallet, relay } = start()
    const { session } = await connect()
    wallet.setPolicy('ask', { method: 'personal_sign' })
    const response = client.request(sign(session.topic))
    const pending = await wallet.waitForRequest({ method: 'personal_sign' })
    // The first tab sleeps. The response arrives while the second tab is awake.
    relay.freeze()
    wallet.drop()
    const other = openTab()
    await expect.poll(() => relay.connections).toBeGreaterThan(1)
    pending.approve()
    await vi.advanceTimersByTimeAsync(1_000)
    await expect.poll(() => relay.published.some(({ tag }) => tag === 1109)).toBe(true)
    await other.client.ping(session.topic)
    tab.wake()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await response).toMatch(/^0x/)
  })

  test('behavior: concurrent changes of the store are not lost', async () => {
    const { client, openTab, connect, site } = start()
    const { session } = await connect()
    const tabs = [client, openTab().client, openTab().client]
    const texts = Array.from({ length: 10 }, (_, index) => `0x0${index}`)
    const responses = await Promise.all(
      texts.flatMap((text) => tabs.map((one) => one.request(sign(session.topic, text)))),
    )
    expect(responses).toHaveLength(30)
    expect(site.entries.has(storageKeys.pending)).toBe(false)
    expect(client.sessions).toEqual([session])
  })
})
