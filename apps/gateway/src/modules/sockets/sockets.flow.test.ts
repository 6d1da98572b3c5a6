import { type Address, createPublicClient, type Hash, type Log, pad, parseAbiItem, webSocket } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { topics } from '../../chains/evm/blocks/decodeTransfers.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { liar } from '../../testing/hostileTokens.ts'
import { listenTestApp } from '../../testing/listenTestApp.ts'
import { type Anvil, startAnvil } from '../../testing/startAnvil.ts'
import { startNodeProxy } from '../../testing/startNodeProxy.ts'
import { createSocketsModule } from './sockets.ts'

const waitOptions = { timeout: 15_000, interval: 20 }
const token = `0x${'77'.repeat(20)}` as Address
const me = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' as const
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const query = 'chainId=eip155:31337&projectId=local'

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.rpc('anvil_setCode', [token, liar])
})
afterAll(() => anvil.stop())

let amount = 0
/** One block with one transfer; returns its amount. */
async function emit(): Promise<number> {
  const data = `${topics.transfer}${pad(me).slice(2)}${pad(me).slice(2)}${(++amount).toString(16).padStart(64, '0')}`
  await anvil.rpc('eth_sendTransaction', [{ from: me, to: token, data, gas: '0x30d40' }])
  return amount
}

async function start(urls: readonly string[] = [anvil.url]) {
  const gateway = await createTestApp({ rpcUrls: { 'eip155:31337': urls } })
  const host = await listenTestApp(gateway)
  const url = `ws://${host}/v1?${query}`
  const connect = () => {
    const client = createPublicClient({ chain: foundry, transport: webSocket(url, { reconnect: false }) })
    onTestFinished(async () => (await client.transport.getRpcClient()).close())
    return client
  }
  return { ...gateway, host, url, connect }
}

type Received = {
  id?: unknown
  result?: unknown
  error?: { code: number }
  params?: { subscription: string; result: unknown }
}
const resultOf = (message: Received | undefined) => message?.params?.result

/** A socket that records everything it receives. */
async function open(url: string, options = {}) {
  const socket = new WebSocket(url, options)
  const received: Received[] = []
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('message', (data) => received.push(JSON.parse(String(data))))
  onTestFinished(() => socket.terminate())
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return {
    socket,
    received,
    closed,
    send: (body: unknown) => socket.send(typeof body === 'string' ? body : JSON.stringify(body)),
  }
}

const ask = (method: string, params: unknown[] = [], id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

/** The status of a refused upgrade with the code of its problem. */
function refused(url: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers })
    socket.on('open', () => reject(new Error('it was accepted')))
    socket.on('error', reject)
    socket.on('unexpected-response', (_, response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve(`${response.statusCode} ${JSON.parse(body).code}`))
    })
  })
}

describe('WebSocket', () => {
  test('behavior: answers as over HTTP, also batches and invalid requests', async () => {
    const { url } = await start()
    const { send, received } = await open(url)
    send(ask('eth_chainId', [], 'a'))
    send([ask('net_version', [], 7), ask('eth_sendTransaction', [{}], 8)])
    send('{"no json')
    send('{"jsonrpc":"2.0","id":12345678901234567890,"method":"eth_chainId"}')
    await vi.waitFor(() => expect(received).toHaveLength(4), waitOptions)
    expect(received).toContainEqual(expect.objectContaining({ id: 'a', result: '0x7a69' }))
    expect(received).toContainEqual([
      expect.objectContaining({ id: 7, result: '31337' }),
      expect.objectContaining({ id: 8, error: expect.objectContaining({ code: 4200 }) }),
    ])
    expect(received).toContainEqual(
      expect.objectContaining({ error: expect.objectContaining({ code: -32700 }) }),
    )
  })

  test('behavior: viem watches blocks and events through it', async () => {
    const { connect } = await start()
    const client = connect()
    const blocks: number[] = []
    const values: number[] = []
    onTestFinished(
      client.watchBlocks({
        // viem reads the block again, and passes undefined if that fails during shutdown.
        onBlock: (block: { number: bigint } | undefined) => block && blocks.push(Number(block.number)),
      }),
    )
    onTestFinished(
      client.watchEvent({
        address: token,
        event: transfer,
        args: { from: me },
        onLogs: (logs) => values.push(...logs.map(({ args }) => Number(args.value))),
      }),
    )
    await client.getChainId()
    // viem does not report when a subscription is active: wait for its first event.
    await vi.waitFor(
      async () => {
        await emit()
        expect(values).not.toEqual([])
        expect(blocks).not.toEqual([])
      },
      { timeout: 15_000, interval: 200 },
    )
    const [first, firstBlock] = [values[0] as number, Math.min(...blocks)]
    for (let index = 0; index < 5; index++) await emit()
    await vi.waitFor(() => expect(values.at(-1)).toBe(amount), waitOptions)
    const head = Number(await anvil.rpc('eth_blockNumber'))
    await vi.waitFor(() => expect(blocks).toContain(head), waitOptions)
    expect(values).toEqual(range(first, amount))
    // viem reads each block again, and the responses may arrive out of order.
    await vi.waitFor(
      () => expect(blocks.toSorted((a, b) => a - b)).toEqual(range(firstBlock, head)),
      waitOptions,
    )
  })

  test('behavior: 500 equal subscriptions share one upstream subscription', async () => {
    const node = await startNodeProxy(anvil)
    const { url } = await start([node.url])
    const clients = await Promise.all(Array.from({ length: 10 }, () => open(url)))
    for (const { send } of clients)
      for (let id = 0; id < 50; id++)
        send(
          ask(
            'eth_subscribe',
            id % 2 ? ['newHeads'] : ['logs', { address: [token], topics: [[topics.transfer], null] }],
            id,
          ),
        )
    for (const { received } of clients)
      await vi.waitFor(
        () => expect(received.filter(({ id }) => id !== undefined)).toHaveLength(50),
        waitOptions,
      )
    const ids = clients.flatMap(({ received }) => received.map(({ result }) => result))
    expect(new Set(ids).size).toBe(500)
    await vi.waitFor(
      () => expect(node.socketRequests.map(({ method }) => method)).toEqual(['eth_chainId', 'eth_subscribe']),
      waitOptions,
    )
    const before = node.httpMethods.filter((method) => method === 'eth_getLogs').length
    await emit()
    for (const { received } of clients)
      await vi.waitFor(() => expect(received.filter(({ params }) => params)).toHaveLength(50), waitOptions)
    expect(node.httpMethods.filter((method) => method === 'eth_getLogs').length).toBe(before + 1)
    expect(node.openSockets()).toBe(1)

    // Empty blocks contain no logs, so no request is sent.
    await anvil.rpc('anvil_mine', ['0x1'])
    for (const { received } of clients)
      await vi.waitFor(() => expect(received.filter(({ params }) => params)).toHaveLength(75), waitOptions)
    expect(node.httpMethods.filter((method) => method === 'eth_getLogs').length).toBe(before + 1)

    for (const { socket } of clients) socket.close()
    await vi.waitFor(() => expect(node.openSockets()).toBe(0), waitOptions)
  })

  test('behavior: an ended subscription sends nothing, and its ID is unknown', async () => {
    const { url } = await start()
    const { send, received } = await open(url)
    send(ask('eth_subscribe', ['newHeads']))
    await vi.waitFor(() => expect(received).toHaveLength(1), waitOptions)
    const subscription = received[0]?.result
    send([ask('eth_unsubscribe', [subscription], 2), ask('eth_unsubscribe', [subscription], 3)])
    await vi.waitFor(() => expect(received).toHaveLength(2), waitOptions)
    expect(received[1]).toMatchObject([
      { id: 2, result: true },
      { id: 3, result: false },
    ])
    await anvil.rpc('anvil_mine', ['0x1'])
    send(ask('eth_subscribe', ['newHeads'], 4))
    await vi.waitFor(() => expect(received).toHaveLength(3), waitOptions)
    await anvil.rpc('anvil_mine', ['0x1'])
    await vi.waitFor(() => expect(received).toHaveLength(4), waitOptions)
    expect(received.filter(({ params }) => params?.subscription === subscription)).toEqual([])
  })

  test.each(['drops', 'never was'])(
    'behavior: no log is missed or sent twice if the upstream socket %s',
    async (what) => {
      const [one, two] = [await startNodeProxy(anvil), await startNodeProxy(anvil)]
      if (what === 'never was') for (const node of [one, two]) node.acceptSockets(false)
      const { url } = await start([one.url, two.url])
      const { send, received } = await open(url)
      send(ask('eth_subscribe', ['logs', { address: token }]))
      await vi.waitFor(() => expect(received).toHaveLength(1), waitOptions)
      const first = amount + 1
      for (let index = 0; index < 3; index++) await emit()
      one.dropSockets()
      for (let index = 0; index < 10; index++) await emit()
      two.dropSockets()
      for (let index = 0; index < 10; index++) await emit()
      const values = () => received.slice(1).map((message) => Number((resultOf(message) as Log).data))
      await vi.waitFor(() => expect(values()).toEqual(range(first, amount)), waitOptions)
    },
  )

  test('behavior: a reorg of three blocks sends their logs as removed', async () => {
    const { url } = await start()
    const { send, received } = await open(url)
    send(ask('eth_subscribe', ['logs', { address: token }]))
    await vi.waitFor(() => expect(received).toHaveLength(1), waitOptions)
    const first = amount + 1
    for (let index = 0; index < 4; index++) await emit()
    await vi.waitFor(() => expect(received).toHaveLength(5), waitOptions)
    await anvil.rpc('anvil_reorg', [3, []])
    await anvil.rpc('anvil_mine', ['0x1'])
    const logs = () =>
      received.slice(1).map((message) => {
        const { data, removed } = resultOf(message) as Log
        return `${removed ? '-' : '+'}${Number(data) - first}`
      })
    await vi.waitFor(() => expect(logs()).toEqual(['+0', '+1', '+2', '+3', '-3', '-2', '-1']), waitOptions)
  })

  test('behavior: pending transactions, with and without an upstream socket', async () => {
    for (const hasSocket of [true, false]) {
      const node = await startNodeProxy(anvil)
      node.acceptSockets(hasSocket)
      const { url } = await start([node.url])
      const { send, received } = await open(url)
      send(ask('eth_subscribe', ['newPendingTransactions']))
      await vi.waitFor(() => expect(received).toHaveLength(1), waitOptions)
      const sent: Hash[] = []
      await vi.waitFor(
        async () => {
          sent.push((await anvil.rpc('eth_sendTransaction', [{ from: me, to: me }])) as Hash)
          expect(received.length).toBeGreaterThan(1)
        },
        { timeout: 15_000, interval: 500 },
      )
      expect(sent).toContain(resultOf(received[1]))
    }
  })

  test('error: rejected connections, and requests without an upgrade', async () => {
    const { host, url, get } = await start()
    const page = { origin: 'https://evil.example' }
    expect(await refused(url, page)).toBe('401 origin-not-allowed')
    expect(await refused(`ws://${host}/v1?chainId=eip155:31337`)).toBe('401 invalid-key')
    expect(await refused(`ws://${host}/ws?projectId=local&chainId=eip155:5`)).toBe('400 chain-not-supported')
    expect(await refused(`ws://${host}/v1/?projectId=local`)).toBe('400 invalid-request')
    expect(await refused(`ws://${host}/elsewhere?${query}`)).toBe('404 not-found')
    for (const path of ['/v1', '/v1/', '/ws']) {
      const response = await get(path)
      expect([response.status, response.headers.get('upgrade')]).toEqual([426, 'websocket'])
    }
    await open(url, { headers: { origin: 'http://localhost:4400' } })
  })

  test('error: invalid subscriptions', async () => {
    const { url } = await start()
    const { send, received } = await open(url)
    const wrong = [
      ['syncing'],
      [],
      ['logs', { address: '0x12' }],
      ['logs', { topics: ['0x'] }],
      ['logs', 'all'],
      ['logs', { topics: [null, null, null, null, null] }],
      ['newPendingTransactions', true],
    ]
    for (const params of wrong) send(ask('eth_subscribe', params))
    await vi.waitFor(() => expect(received).toHaveLength(wrong.length), waitOptions)
    for (const answer of received) expect(answer.error?.code).toBe(-32602)
  })

  test('error: too many subscriptions on a socket, and a message that is too large', async () => {
    const { url } = await start()
    const { send, received, closed } = await open(url)
    for (let id = 0; id < 101; id++) send(ask('eth_subscribe', ['newHeads'], id))
    await vi.waitFor(() => expect(received).toHaveLength(101), waitOptions)
    expect(received.filter(({ error }) => error?.code === -32005)).toHaveLength(1)
    send(`"${'x'.repeat(2 * 1024 * 1024)}"`)
    expect(await closed).toBe(1009)
  })

  test('error: more calls than the rate limit of an IP address', async () => {
    const gateway = await createTestApp({
      rpcUrls: { 'eip155:31337': [anvil.url] },
      env: { RATE_LIMIT_ADDRESS: '20' },
    })
    const url = `ws://${await listenTestApp(gateway)}/v1?${query}`
    const { send, received } = await open(url)
    for (let id = 0; id < 5; id++) send(ask('eth_subscribe', ['newHeads'], id))
    await vi.waitFor(() => expect(received).toHaveLength(5), waitOptions)
    expect(received.filter(({ error }) => error?.code === -32005).length).toBeGreaterThan(0)
    for (let id = 5; id < 40; id++) send(ask('eth_blockNumber', [], id))
    await vi.waitFor(() => expect(received).toHaveLength(40), waitOptions)
    const throttled = received.filter(({ id, error }) => Number(id) >= 5 && error?.code === -32005)
    expect(throttled.length).toBeGreaterThan(20)
    expect(await refused(url)).toBe('429 rate-limited')
  })

  test('behavior: disconnects a client that does not read, and keeps the others', async () => {
    const { services, ...gateway } = await createTestApp({ rpcUrls: { 'eip155:31337': [anvil.url] } })
    const listeners = new Set<(text: string) => void>()
    const sockets = createSocketsModule({
      ...services,
      rpc: services.modules.rpc.service,
      rpcLog: services.modules.rpc.rpcLog,
      subscriptions: {
        start: async ({ listener }) => {
          listeners.add(listener.onResult)
          return () => listeners.delete(listener.onResult)
        },
        size: () => listeners.size,
      },
      sizes: { buffered: 100_000 },
    })
    const host = await listenTestApp({
      ...gateway,
      services: { ...services, modules: { ...services.modules, sockets } },
    })
    const [slow, quick] = [await open(`ws://${host}/v1?${query}`), await open(`ws://${host}/v1?${query}`)]
    for (const { send } of [slow, quick]) send(ask('eth_subscribe', ['newHeads']))
    await vi.waitFor(() => expect(listeners.size).toBe(2), waitOptions)
    slow.socket.pause()
    const text = JSON.stringify('x'.repeat(50_000))
    let sentCount = 0
    await vi.waitFor(
      () => {
        // More than the socket buffers of the system hold.
        for (const listener of [...listeners]) listener(text)
        sentCount++
        expect(listeners.size).toBe(1)
      },
      { timeout: 15_000, interval: 1 },
    )
    expect(sockets.service.size()).toBe(1)
    await vi.waitFor(() => expect(quick.received).toHaveLength(sentCount + 1), waitOptions)
  })

  test('behavior: detects a client that disappeared without closing', async () => {
    const { services, ...gateway } = await createTestApp({ rpcUrls: { 'eip155:31337': [anvil.url] } })
    const sockets = createSocketsModule({
      ...services,
      rpc: services.modules.rpc.service,
      rpcLog: services.modules.rpc.rpcLog,
      subscriptions: { start: async () => () => undefined, size: () => 0 },
      sizes: { pingMs: 300 },
    })
    const host = await listenTestApp({
      ...gateway,
      services: { ...services, modules: { ...services.modules, sockets } },
    })
    const [deaf, alive] = [
      await open(`ws://${host}/v1?${query}`, { autoPong: false }),
      await open(`ws://${host}/v1?${query}`),
    ]
    expect(await deaf.closed).toBe(1006)
    expect(alive.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('behavior: drain closes all sockets with a reason to reconnect', async () => {
    const { url, services } = await start()
    const { closed } = await open(url)
    services.modules.sockets.service.drain()
    expect(await closed).toBe(1012)
    expect(await refused(url)).toBe('503 upstream-unavailable')
  })
})

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
