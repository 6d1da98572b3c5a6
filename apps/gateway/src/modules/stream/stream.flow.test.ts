import { connect, createServer } from 'node:net'
import { type StreamEvent, type StreamEventName, streamEvents } from '@portico/protocol/gateway'
import { EventSource } from 'eventsource'
import { type Hex, pad, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../app/createApp.ts'
import { topics as logTopics } from '../../chains/evm/blocks/decodeTransfers.ts'
import { createMemoryBus } from '../../infra/bus/createMemoryBus.ts'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { liar } from '../../testing/hostileTokens.ts'
import { listenTestApp } from '../../testing/listenTestApp.ts'
import { type Anvil, startAnvil } from '../../testing/startAnvil.ts'
import { startNodeProxy } from '../../testing/startNodeProxy.ts'
import { readTopic, type Topic } from './readTopics.ts'
import { createStreamService } from './service.ts'
import { createStreamModule } from './stream.ts'

const waitOptions = { timeout: 15_000, interval: 20 }
const chain = 'eip155:31337'
const [me, friend] = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
] as const
const token = `0x${'77'.repeat(20)}` as Hex

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.rpc('anvil_setCode', [token, liar])
})
afterAll(() => anvil.stop())

const someone = () => pad(toHex(BigInt(Math.floor(performance.now() * 1e6))), { size: 20 })
const pay = (to: string, value = '0xde0b6b3a7640000') =>
  anvil.rpc('eth_sendTransaction', [{ from: me, to, value }]) as Promise<string>
const sendToken = (to: string) => {
  const data = `${logTopics.transfer}${pad(me).slice(2)}${pad(to as Hex).slice(2)}${'5'.padStart(64, '0')}`
  return anvil.rpc('eth_sendTransaction', [{ from: me, to: token, data, gas: '0x30d40' }]) as Promise<string>
}

async function start(urls: readonly string[] = [anvil.url]): Promise<TestApp & { host: string }> {
  const gateway = await createTestApp({ rpcUrls: { [chain]: urls } })
  return { ...gateway, host: await listenTestApp(gateway) }
}

type Received = { id: string; name: StreamEventName; data: Record<string, unknown> }

/** A third-party client that validates every event by its schema and records it. */
function listen(host: string, topics: readonly string[], query = 'projectId=local') {
  const received: Received[] = []
  const source = new EventSource(`http://${host}/v1/stream?${query}&topics=${topics.map(encodeURIComponent)}`)
  onTestFinished(() => source.close())
  for (const [name, schema] of Object.entries(streamEvents))
    source.addEventListener(name, ({ data, lastEventId }) => {
      received.push({
        id: lastEventId,
        name: name as StreamEventName,
        data: (schema as typeof streamEvents.snapshot).parse(JSON.parse(data)),
      })
    })
  const all = <Name extends StreamEventName>(name: Name) =>
    received.flatMap((event) => (event.name === name ? (event.data as StreamEvent<Name>) : []))
  const ready = (count = topics.length) =>
    vi.waitFor(() => expect(all('snapshot').length).toBeGreaterThanOrEqual(count), waitOptions)
  return { source, received, all, ready }
}

describe('GET /v1/stream', () => {
  test('behavior: balances and activity of an account with each block', async () => {
    const { host } = await start()
    const account = someone()
    const { all, received, ready } = listen(host, [
      `balances:${chain}:${account}`,
      `activity:${chain}:${account}`,
    ])
    await ready()
    const block = { number: expect.any(Number), hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) }
    expect(all('snapshot')).toEqual([
      { topic: `balances:${chain}:${account}`, block },
      { topic: `activity:${chain}:${account}`, block },
    ])
    const hash = await pay(account)
    await vi.waitFor(() => expect(all('transfer.confirmed')).toHaveLength(1), waitOptions)
    expect(all('balance.changed')).toEqual([
      {
        topic: `balances:${chain}:${account}`,
        asset: `${chain}/slip44:60`,
        quantity: { decimals: '18', numeric: '1' },
        delta: '1',
        block,
      },
    ])
    expect(all('transfer.confirmed')).toEqual([
      {
        topic: `activity:${chain}:${account}`,
        hash,
        block,
        transfers: [{ asset: `${chain}/slip44:60`, from: me, to: account, amount: '1000000000000000000' }],
      },
    ])
    await sendToken(account)
    await vi.waitFor(() => expect(all('balance.changed')).toHaveLength(2), waitOptions)
    expect(all('balance.changed')[1]).toMatchObject({
      asset: `${chain}/erc20:${token}`,
      quantity: { numeric: '0.1' },
    })
    // Transactions of other accounts are not sent.
    await pay(friend)
    await pay(account)
    await vi.waitFor(() => expect(all('transfer.confirmed')).toHaveLength(3), waitOptions)
    expect(new Set(received.map(({ data }) => (data.topic as string).split(':').at(-1)))).toEqual(
      new Set([account]),
    )
  })

  test('behavior: a reverted transaction, and its gas cost', async () => {
    const { host } = await start()
    const { all, ready } = listen(host, [`balances:${chain}:${friend}`, `activity:${chain}:${friend}`])
    await ready()
    const [reverts, gas] = [`0x${'88'.repeat(20)}`, '0x30d40']
    await anvil.rpc('anvil_setCode', [reverts, '0x60006000fd'])
    await anvil.rpc('eth_sendTransaction', [{ from: friend, to: reverts, value: '0x5', gas }])
    await vi.waitFor(() => expect(all('transfer.reverted')).toMatchObject([{ transfers: [] }]), waitOptions)
    expect(all('balance.changed')[0]?.delta).toMatch(/^-0\.0/)
  })

  test('behavior: a transaction by its hash, from unknown to mined', async () => {
    const { host } = await start()
    await anvil.rpc('evm_setAutomine', [false])
    onTestFinished(async () => {
      await anvil.rpc('evm_setAutomine', [true])
    })
    const hash = await pay(friend)
    const activity = `activity:${chain}:${friend}`
    const { all, ready } = listen(host, [activity, `tx:${chain}:${hash}`, `tx:${chain}:${pad('0x1')}`])
    await ready()
    await vi.waitFor(
      () => expect(all('transfer.pending')).toMatchObject([{ topic: activity, hash }]),
      waitOptions,
    )
    expect(all('snapshot').map(({ status }) => status)).toEqual([undefined, 'pending', 'unknown'])
    const other = await pay(friend, '0x7')
    await vi.waitFor(() => expect(all('transfer.pending')).toHaveLength(2), waitOptions)
    expect(all('transfer.pending')[1]).toEqual({
      topic: activity,
      hash: other,
      transfers: [{ asset: `${chain}/slip44:60`, from: me, to: friend, amount: '7' }],
    })
    await anvil.rpc('anvil_mine', ['0x1'])
    await vi.waitFor(
      () => expect(all('tx.status').at(-1)).toMatchObject({ status: 'confirmed', block: {} }),
      waitOptions,
    )
    await anvil.rpc('anvil_mine', ['0x50'])
    await vi.waitFor(
      async () => {
        await anvil.rpc('anvil_mine', ['0x1'])
        expect(all('tx.status').at(-1)).toMatchObject({ status: 'finalized' })
      },
      { timeout: 15_000, interval: 500 },
    )
  })

  test('behavior: a reorg of three blocks retracts their events', async () => {
    const { host } = await start()
    const account = someone()
    const topics = [`balances:${chain}:${account}`, `activity:${chain}:${account}`, `chain:${chain}`]
    const { all, ready } = listen(host, topics)
    await ready()
    await pay(account)
    const gone = [await pay(account), await pay(account), await pay(account)]
    await vi.waitFor(() => expect(all('transfer.confirmed')).toHaveLength(4), waitOptions)
    await vi.waitFor(
      () => expect(all('balance.changed').at(-1)).toMatchObject({ quantity: { numeric: '4' } }),
      waitOptions,
    )
    const head = Number(await anvil.rpc('eth_blockNumber'))
    await anvil.rpc('anvil_reorg', [3, []])
    await anvil.rpc('anvil_mine', ['0x1'])
    await vi.waitFor(() => expect(all('reorg')).toHaveLength(3), waitOptions)
    expect(all('reorg')).toEqual(
      expect.arrayContaining([
        { topic: `chain:${chain}`, fromBlock: head - 2, removed: [] },
        { topic: `activity:${chain}:${account}`, fromBlock: head - 2, removed: gone },
      ]),
    )
    await vi.waitFor(
      () => expect(all('balance.changed').at(-1)).toMatchObject({ quantity: { numeric: '1' } }),
      waitOptions,
    )
  })

  test('behavior: 200 clients cause the same upstream requests as one', async () => {
    const node = await startNodeProxy(anvil)
    const { host, services } = await start([node.url])
    const account = someone()
    const clients = Array.from({ length: 200 }, () =>
      listen(host, [`balances:${chain}:${account}`, `chain:${chain}`]),
    )
    await Promise.all(clients.map(({ ready }) => ready()))
    await vi.waitFor(() => expect(node.openSockets()).toBe(1), waitOptions)
    expect(services.modules.stream.service.size()).toEqual({ connections: 200, topics: 2, chains: 1 })
    node.httpMethods.length = 0
    await pay(account)
    await Promise.all(
      clients.map(({ all }) => vi.waitFor(() => expect(all('balance.changed')).toHaveLength(1), waitOptions)),
    )
    expect(node.httpMethods.filter((method) => method === 'eth_getBalance')).toHaveLength(2)
    expect(node.httpMethods.filter((method) => method === 'eth_getLogs')).toHaveLength(1)
    const subscribed = node.socketRequests.filter(({ method }) => method === 'eth_subscribe')
    expect(subscribed.map(({ params }) => params[0]).toSorted()).toEqual([
      'newHeads',
      'newPendingTransactions',
    ])
    for (const { source } of clients) source.close()
    await vi.waitFor(() => expect(services.modules.stream.service.size().connections).toBe(0), waitOptions)
  })

  test('behavior: a client that reconnects gets missed events, once and in order', async () => {
    const { host } = await start()
    const account = someone()
    const topics = [`balances:${chain}:${account}`, `activity:${chain}:${account}`]
    const first = listen(host, topics)
    await first.ready()
    await pay(account)
    await vi.waitFor(() => expect(first.all('transfer.confirmed')).toHaveLength(1), waitOptions)
    first.source.close()
    const last = first.received.at(-1)?.id as string
    const missed = [await pay(account), await pay(account), await pay(account)]
    const second = listen(host, topics, `projectId=local&lastEventId=${last}`)
    await vi.waitFor(() => expect(second.all('transfer.confirmed')).toHaveLength(3), waitOptions)
    const now = await pay(account)
    await vi.waitFor(() => expect(second.all('transfer.confirmed')).toHaveLength(4), waitOptions)
    expect(second.all('transfer.confirmed').map(({ hash }) => hash)).toEqual([...missed, now])
    // Events queued together were coalesced into the final state.
    const held = second.all('balance.changed').map(({ quantity }) => Number(quantity.numeric))
    expect(held).toEqual(held.toSorted())
    expect(held.at(-1)).toBe(5)
    expect(second.all('snapshot')).toEqual([])
    expect(second.all('resync')).toEqual([])
    const seqs = second.received.map(({ id }) => Number(id.split('-')[1]))
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b))
  })

  test('behavior: a dropped connection resumes automatically, without duplicates', async () => {
    const { app, services } = await createTestApp({ rpcUrls: { [chain]: [anvil.url] } })
    const host = await listenTestApp({ app, services })
    const pairs = new Set<() => void>()
    const proxy = createServer((client) => {
      const [address, port] = host.split(':')
      const server = connect(Number(port), address)
      const end = () => {
        client.destroy()
        server.destroy()
        pairs.delete(end)
      }
      pairs.add(end)
      client.pipe(server).pipe(client)
      for (const socket of [client, server]) socket.on('error', end).on('close', end)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void proxy.close())
    const account = someone()
    const { all, ready } = listen(`127.0.0.1:${(proxy.address() as { port: number }).port}`, [
      `activity:${chain}:${account}`,
    ])
    await ready()
    const sent: string[] = []
    for (let round = 0; round < 3; round++) {
      sent.push(await pay(account))
      for (const end of [...pairs]) end()
      sent.push(await pay(account))
      await vi.waitFor(
        () => expect(all('transfer.confirmed').map(({ hash }) => hash)).toEqual(sent),
        waitOptions,
      )
    }
    expect(all('resync')).toEqual([])
  }, 60_000)

  test('behavior: another process resumes the stream, or sends resync', async () => {
    const bus = createMemoryBus()
    const processes = await Promise.all(
      [1, 2].map(async () => {
        const gateway = await createTestApp({ rpcUrls: { [chain]: [anvil.url] } })
        const stream = createStreamModule({
          ...gateway.services,
          purchases: gateway.services.modules.onramp.sessions,
          bus,
        })
        onTestFinished(stream.close)
        const modules = { ...gateway.services.modules, stream }
        return { ...gateway, services: { ...gateway.services, modules } }
      }),
    )
    const [one, two] = (await Promise.all(
      processes.map(({ services }) => listenTestApp({ app: createApp(services), services })),
    )) as [string, string]
    const account = someone()
    const topics = [`activity:${chain}:${account}`]
    const first = listen(one, topics)
    await first.ready()
    await vi.waitFor(
      () => expect(processes[1]?.services.modules.stream.service.size().topics).toBe(1),
      waitOptions,
    )
    const hash = await pay(account)
    await vi.waitFor(() => expect(first.all('transfer.confirmed')).toMatchObject([{ hash }]), waitOptions)
    // Both processes have read the block; its event is sent once.
    const { position } = bus.channel('stream')
    const seqBefore = position().seq
    const last = first.received.at(-1)?.id as string
    // The first process has ended; only the second sees new events.
    first.source.close()
    processes[0]?.services.modules.stream.service.close()
    const missed = await pay(account)
    await vi.waitFor(() => expect(position().seq).toBeGreaterThan(seqBefore), waitOptions)
    const second = listen(two, topics, `projectId=local&lastEventId=${last}`)
    await vi.waitFor(
      () => expect(second.all('transfer.confirmed')).toMatchObject([{ hash: missed }]),
      waitOptions,
    )
    expect(second.all('resync')).toEqual([])

    for (const id of ['another-7', `${last.split('-')[0]}-999999`, 'nonsense', `${last.split('-')[0]}-0`]) {
      const newClient = listen(two, topics, `projectId=local&lastEventId=${id}`)
      await newClient.ready()
      expect(newClient.received.map(({ name }) => name)).toEqual(['resync', 'snapshot'])
    }
  })

  test('behavior: drops a client that does not read, and keeps the others', async () => {
    const { services } = await createTestApp({ rpcUrls: { [chain]: [anvil.url] } })
    const bus = createMemoryBus()
    const module = createStreamModule({
      ...services,
      purchases: services.modules.onramp.sessions,
      bus,
      buffered: 20_000,
    })
    const stream = module.service
    onTestFinished(module.close)
    const modules = { ...services.modules, stream: module }
    const host = await listenTestApp({ app: createApp({ ...services, modules }), services })
    const topic = `activity:${chain}:${me}`
    const quick = listen(host, [topic])
    await quick.ready()
    const body = await stream.open({
      topics: [{ kind: 'activity', chain, account: me, name: topic }],
      after: undefined,
    })
    expect(stream.size().connections).toBe(2)
    let publishedCount = 0
    await vi.waitFor(
      async () => {
        const data = { topic, hash: `${++publishedCount}`, transfers: [] }
        await bus.channel('stream').publish({
          key: `${publishedCount}`,
          data: JSON.stringify({ kind: 'event', event: 'transfer.pending', data }),
        })
        expect(stream.size().connections).toBe(1)
      },
      { timeout: 60_000, interval: 1 },
    )
    const text = await new Response(body).text()
    expect(text.split('\n\n').at(-2)).toMatch(/event: resync\ndata: {"reason":"slow"}$/)
    await vi.waitFor(() => expect(quick.all('transfer.pending')).toHaveLength(publishedCount), waitOptions)
    expect(quick.source.readyState).toBe(EventSource.OPEN)
  }, 90_000)

  test('behavior: a ticket opens one stream, once', async () => {
    let time = Date.now()
    const gateway = await createTestApp({ rpcUrls: { [chain]: [anvil.url] }, now: () => time })
    const { app, get } = gateway
    const issue = async () => {
      const response = await app.request('/v1/stream/tickets?projectId=local', { method: 'POST' })
      return (await response.json()) as { ticket: string }
    }
    const open = (ticket: string) => app.request(`/v1/stream?topics=chain:${chain}&ticket=${ticket}`)
    const { ticket } = await issue()
    const opened = await open(ticket)
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    await opened.body?.cancel()
    expect((await open(ticket)).status).toBe(401)
    expect((await open('made-up')).status).toBe(401)
    const late = await issue()
    time += 61_000
    expect((await open(late.ticket)).status).toBe(401)
    expect((await app.request('/v1/stream/tickets', { method: 'POST' })).status).toBe(401)
    const origin = { origin: 'https://evil.example' }
    expect((await get(`/v1/stream?topics=chain:${chain}`, origin)).status).toBe(401)
    expect((await app.request(`/v1/stream?topics=chain:${chain}`)).status).toBe(401)
  })

  test('error: more topics than a process watches; already watched ones are still accepted', async () => {
    const { services } = await createTestApp({ rpcUrls: { [chain]: [anvil.url] } })
    const stream = createStreamService({
      ...services,
      purchases: services.modules.onramp.sessions,
      follows: 2,
    })
    onTestFinished(() => stream.close())
    const open = (...accounts: string[]) =>
      stream.open({
        topics: accounts.map((account) => readTopic(`balances:${chain}:${account}`) as Topic),
        after: undefined,
      })
    const [one, two, three] = [someone(), someone(), someone()] as const
    await open(one, two)
    await expect(open(two, three)).rejects.toMatchObject({ code: 'rate-limited' })
    await open(two)
    expect(stream.size()).toMatchObject({ topics: 2, connections: 2 })
  })

  test.each([
    ['nothing', ''],
    ['51 topics', Array.from({ length: 51 }, (_, index) => `tx:${chain}:${pad(toHex(index))}`).join()],
    ['what is no topic', 'weather:eip155:1'],
    ['what is no account', `balances:${chain}:0x12`],
    ['what is no hash', `tx:${chain}:0x12`],
    ['what is no asset', `price:${chain}/erc20:0x12`],
    ['a chain without nodes', 'chain:eip155:5'],
  ])('error: %s', async (_, topics) => {
    const { get } = await createTestApp({ rpcUrls: { [chain]: [anvil.url] } })
    const response = await get(`/v1/stream?topics=${topics}`)
    expect(response.status).toBe(400)
    const { errors } = (await response.json()) as { errors: { pointer: string }[] }
    expect(errors[0]?.pointer).toMatch(/^topics/)
  })

  test('param: topics, up to 50', async () => {
    const { get } = await createTestApp({ rpcUrls: { [chain]: [anvil.url] } })
    const topics = Array.from(
      { length: 50 },
      (_, index) => `balances:${chain}:${pad(toHex(index + 1), { size: 20 })}`,
    )
    const response = await get(`/v1/stream?topics=${topics}`)
    expect(response.status).toBe(200)
    await response.body?.cancel()
  })
})
