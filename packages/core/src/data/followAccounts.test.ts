// @vitest-environment jsdom
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TokenBalance } from '@portico/protocol/gateway'
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/query-core'
import { EventSource } from 'eventsource'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada } from '../testing/fakeNamespace.ts'
import { testKit } from '../testing/testKit.ts'
import { activityQuery } from './activityQuery.ts'
import { getQueryClient } from './getQueryClient.ts'
import { portfolioQuery } from './portfolioQuery.ts'

const subject = { address: ada, networkId: 'eip155:1' } as const
const account = `eip155:1:${ada.toLowerCase()}`
const block = { number: 1, hash: '0x1' }
const waitOptions = { timeout: 15_000, interval: 10 }
const coin: TokenBalance = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  price: 2000,
  value: 2000,
  quantity: { decimals: '18', numeric: '1' },
  iconUrl: '',
}

beforeEach(() => void vi.stubGlobal('EventSource', EventSource))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Starts a gateway that records requests and whose streams the test controls. */
async function start({ streamStatus = 200 } = {}) {
  const requests: string[] = []
  const opened: URL[] = []
  const streams = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://gateway')
    const headers = { 'access-control-allow-origin': '*' }
    if (url.pathname !== '/v1/stream') {
      requests.push(url.pathname.split('/').at(-1) ?? '')
      response.writeHead(200, { ...headers, 'content-type': 'application/json' })
      return response.end(JSON.stringify({ balances: [coin], data: [], next: null }))
    }
    opened.push(url)
    response.writeHead(streamStatus, { ...headers, 'content-type': 'text/event-stream' })
    if (streamStatus !== 200) return response.end()
    response.write('retry: 10\n\n')
    streams.add(response)
    response.on('close', () => streams.delete(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  let seq = 0
  const { kit } = testKit({
    gatewayUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  const client = getQueryClient(kit)
  const show = () => {
    const balances = new QueryObserver(client, portfolioQuery(kit, subject)).subscribe(() => {})
    const activity = new InfiniteQueryObserver(client, activityQuery(kit, subject) as never).subscribe(
      () => {},
    )
    const leave = () => {
      balances()
      activity()
    }
    onTestFinished(leave)
    return leave
  }
  return {
    requests,
    opened,
    streams,
    show,
    client,
    shown: () => client.getQueryData<TokenBalance[]>(['portfolio', `eip155:1:${ada}`])?.[0],
    say(name: string, data: object) {
      for (const stream of streams)
        stream.write(`id: e-${++seq}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    count: (name: string) => requests.filter((path) => path === name).length,
  }
}

const change = { topic: `balances:${account}`, asset: 'eip155:1/slip44:60', delta: '1.5', block }

describe('watchAccount', () => {
  test('behavior: does nothing if the browser has no EventSource', async () => {
    vi.stubGlobal('EventSource', undefined)
    const { show, opened, requests } = await start()
    show()
    await vi.waitFor(() => expect(requests).toHaveLength(2), waitOptions)
    expect(opened).toEqual([])
  })

  test('behavior: opens a stream only while account data is shown', async () => {
    const { show, opened, streams } = await start()
    expect(opened).toEqual([])
    const leave = show()
    await vi.waitFor(() => expect(streams.size).toBe(1), waitOptions)
    expect(opened).toHaveLength(1)
    expect(Object.fromEntries(opened[0]?.searchParams ?? [])).toMatchObject({
      topics: `balances:${account},activity:${account}`,
      projectId: expect.any(String),
    })
    leave()
    await vi.waitFor(() => expect(streams.size).toBe(0), waitOptions)
    show()
    await vi.waitFor(() => expect(streams.size).toBe(1), waitOptions)
  })

  test('behavior: updates a listed balance without a request, and refetches everything else', async () => {
    const { show, say, streams, shown, count } = await start()
    show()
    await vi.waitFor(
      () => expect([streams.size, count('balance'), count('history')]).toEqual([1, 1, 1]),
      waitOptions,
    )
    await vi.waitFor(() => expect(shown()).toMatchObject(coin), waitOptions)
    say('balance.changed', { ...change, quantity: { decimals: '18', numeric: '2.5' } })
    await vi.waitFor(
      () => expect(shown()).toMatchObject({ quantity: { numeric: '2.5' }, value: 5000 }),
      waitOptions,
    )
    expect(count('balance')).toBe(1)
    say('transfer.confirmed', { topic: `activity:${account}`, hash: '0x1', block, transfers: [] })
    await vi.waitFor(() => expect(count('history')).toBe(2), waitOptions)
    say('activity.extended', { topic: `activity:${account}`, backfilledTo: 0 })
    await vi.waitFor(() => expect(count('history')).toBe(3), waitOptions)
    expect(count('balance')).toBe(1)
    say('balance.changed', {
      ...change,
      asset: `eip155:1/erc20:${ada.toLowerCase()}`,
      quantity: { decimals: '6', numeric: '1' },
    })
    await vi.waitFor(() => expect(count('balance')).toBe(2), waitOptions)
    for (const [name, data] of [
      ['reorg', { topic: `activity:${account}`, fromBlock: 1, removed: [] }],
      ['resync', { reason: 'lost' }],
    ] as const) {
      const before = [count('balance'), count('history')] as [number, number]
      say(name, data)
      await vi.waitFor(
        () => expect([count('balance'), count('history')]).toEqual(before.map((n) => n + 1)),
        waitOptions,
      )
    }
  })

  test('error: malformed events, and those of other accounts, are ignored', async () => {
    const { show, say, streams, shown, count } = await start()
    show()
    await vi.waitFor(() => expect([streams.size, count('history')]).toEqual([1, 1]), waitOptions)
    await vi.waitFor(() => expect(shown()).toMatchObject(coin), waitOptions)
    const quantity = { decimals: '18', numeric: '7' }
    say('balance.changed', { ...change, quantity, more: 1 })
    say('balance.changed', { ...change, quantity: 7 })
    say('balance.changed', { ...change, quantity, topic: `balances:eip155:5:${ada}` })
    say('transfer.confirmed', { topic: 'activity:' })
    for (const stream of streams) stream.write('event: resync\ndata: {"no json\n\n')
    say('balance.changed', { ...change, quantity: { decimals: '18', numeric: '3' } })
    await vi.waitFor(() => expect(shown()?.quantity.numeric).toBe('3'), waitOptions)
    expect([count('balance'), count('history')]).toEqual([1, 1])
  })

  test('behavior: resumes after a broken connection', async () => {
    const { show, say, streams, opened, shown } = await start()
    show()
    await vi.waitFor(() => expect(streams.size).toBe(1), waitOptions)
    await vi.waitFor(() => expect(shown()).toBeDefined(), waitOptions)
    say('balance.changed', { ...change, quantity: { decimals: '18', numeric: '2' } })
    await vi.waitFor(() => expect(shown()?.quantity.numeric).toBe('2'), waitOptions)
    for (const stream of streams) stream.destroy()
    await vi.waitFor(() => expect(opened).toHaveLength(2), waitOptions)
    expect(opened[1]?.searchParams.get('lastEventId')).toBe('e-1')
  })

  test('behavior: a gateway that rejects the stream is not requested again, and queries keep working', async () => {
    const { show, opened, requests, client } = await start({ streamStatus: 404 })
    const log = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
    const leave = show()
    await vi.waitFor(() => expect([opened.length, requests.length]).toEqual([1, 2]), waitOptions)
    leave()
    show()
    await client.refetchQueries({ queryKey: ['portfolio'] })
    expect(opened).toHaveLength(1)
    for (const spy of log) expect(spy).not.toHaveBeenCalled()
  })

  test('behavior: closes the stream of a page hidden for a minute, and refetches when it is visible again', async () => {
    const { show, streams, count } = await start()
    show()
    await vi.waitFor(() => expect([streams.size, count('balance')]).toEqual([1, 1]), waitOptions)
    const setVisible = (state: 'hidden' | 'visible') => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
      document.dispatchEvent(new Event('visibilitychange'))
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    setVisible('hidden')
    vi.advanceTimersByTime(59_000)
    setVisible('visible')
    vi.advanceTimersByTime(59_000)
    vi.useRealTimers()
    expect(streams.size).toBe(1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    setVisible('hidden')
    vi.advanceTimersByTime(60_001)
    vi.useRealTimers()
    await vi.waitFor(() => expect(streams.size).toBe(0), waitOptions)
    const before = count('balance')
    setVisible('visible')
    await vi.waitFor(() => expect(streams.size).toBe(1), waitOptions)
    await vi.waitFor(() => expect(count('balance')).toBeGreaterThan(before), waitOptions)
  })
})
