import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { defineChain } from '@portico/core'
import { retryRules } from '@portico/protocol'
import { fallback, HttpRequestError } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient } from './createClient.ts'
import { transportOptions } from './transport.ts'

// Unchanged, but its calls are recorded: the values are viem's own defaults too, so that no behaviour shows them.
vi.mock('viem', async (original) => {
  const viem = await original<typeof import('viem')>()
  return { ...viem, fallback: vi.fn(viem.fallback) }
})

const servers: Server[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

interface Call {
  id: number
  method: string
}

/** Starts a node that answers from a table; a string there is the whole body. */
async function startNode(answer: (method: string) => unknown) {
  const methods: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const calls = [JSON.parse(body)].flat() as Call[]
    methods.push(...calls.map(({ method }) => method))
    const answers = calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: answer(method) }))
    const page = answers.find(({ result }) => String(result).startsWith('<'))
    response.setHeader('content-type', page ? 'text/html' : 'application/json')
    response.end(page ? page.result : JSON.stringify(answers))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, methods }
}

const network = defineChain({
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
const good = (method: string) => (method === 'eth_chainId' ? '0x7a69' : '0x2a')
const wrong = (method: string) => (method === 'eth_chainId' ? '0x1' : '0xbad')
const page = () => '<!doctype html><title>502</title>'
const block = { method: 'eth_blockNumber' }

describe('transportOptions', () => {
  test('behavior: the configured values', async () => {
    expect(transportOptions).toEqual({
      timeout: 10_000,
      retryCount: 3,
      retryDelay: 150,
      batch: { batchSize: 1000, wait: 0 },
      rank: { interval: 4000, sampleCount: 10, timeout: 1000, weights: { stability: 0.7, latency: 0.3 } },
    })
    // These are fixed inside viem; a new version must not change them unnoticed.
    const viem = fileURLToPath(import.meta.resolve('viem'))
    const inside = (path: string) => import(pathToFileURL(join(viem, '..', path)).href)
    expect(await inside('constants/blob.js')).toMatchObject({
      bytesPerBlob: 131_072,
      fieldElementsPerBlob: 4096,
      maxBytesPerTransaction: 761_855,
    })
    expect((await inside('utils/promise/withDedupe.js')).promiseCache.maxSize).toBe(8192)
    expect((await inside('utils/cursor.js')).createCursor(new Uint8Array()).recursiveReadLimit).toBe(8192)
  })

  test('behavior: viem retries what the other clients of the kit retry', async () => {
    const viem = fileURLToPath(import.meta.resolve('viem'))
    const { shouldRetry } = await import(pathToFileURL(join(viem, '..', 'utils/buildRequest.js')).href)
    const statuses = Array.from({ length: 200 }, (_, index) => 400 + index)
    expect(
      statuses.filter((status) => shouldRetry(new HttpRequestError({ status, url: 'https://x.example' }))),
    ).toEqual(retryRules.httpStatuses)
    const codes = [...Array.from({ length: 40_000 }, (_, index) => index - 35_000)]
    // Beyond the shared rules, viem retries the codes with which two providers throttle.
    expect(codes.filter((code) => shouldRetry(Object.assign(new Error(), { code }))).sort()).toEqual(
      [...retryRules.rpcCodes, 429, -32007].sort(),
    )
    expect(shouldRetry(new TypeError('Failed to fetch'))).toBe(true)
  })
})

describe('createClient', () => {
  test('behavior: checks the chain ID once, and deduplicates concurrent requests', async () => {
    const { url, methods } = await startNode(good)
    const client = createClient({ network, urls: [url] })
    expect(await Promise.all([client.request(block), client.request(block)])).toEqual(['0x2a', '0x2a'])
    expect(await client.request({ method: 'eth_gasPrice', params: [] })).toBe('0x2a')
    expect(methods).toEqual(['eth_chainId', 'eth_blockNumber', 'eth_gasPrice'])
  })

  test('param: what the application configures for a URL applies to requests to it alone', async () => {
    const [own, other] = await Promise.all([startNode(good), startNode(good)])
    const fetched = vi.spyOn(globalThis, 'fetch')
    const customUrls = [{ url: own.url, config: { fetchOptions: { headers: { 'x-key': 'secret' } } } }]
    const urls = [own.url, other.url]
    await createClient({ network, urls, customUrls }).request(block)
    await createClient({ network, urls: [other.url], customUrls }).request(block)
    const keys = fetched.mock.calls.map(([url, options]) => [
      String(url).replace(/\/$/, ''),
      new Headers(options?.headers).get('x-key'),
    ])
    expect(keys).toContainEqual([own.url, 'secret'])
    expect(keys).toContainEqual([other.url, null])
    expect(keys).not.toContainEqual([other.url, 'secret'])
  })

  test('param: the timeout of a URL, and another configuration of the same URL', async () => {
    const { url } = await startNode(good)
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      (_, options) => new Promise((__, reject) => options?.signal?.addEventListener('abort', reject)),
    )
    const slow = { network, urls: [url], customUrls: [{ url, config: { timeout: 20, retryCount: 0 } }] }
    await expect(createClient(slow).request(block)).rejects.toThrow()
    vi.restoreAllMocks()
    expect(await createClient({ network, urls: [url] }).request(block)).toBe('0x2a')
  })

  test.each([1, 2])(
    'behavior: a request to %i endpoints is repeated three times, after 150, 300 and 600 ms',
    async (count) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
      try {
        const start = Date.now()
        const sent: [string, number][] = []
        vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
          // Collecting a batch takes a millisecond.
          sent.push([String(url), Math.floor((Date.now() - start) / 10) * 10])
          return new Response('', { status: 503 })
        })
        const urls = ['http://a.test/', 'http://b.test/'].slice(0, count)
        const failed = expect(createClient({ network, urls }).request(block)).rejects.toThrow()
        await vi.advanceTimersByTimeAsync(3000)
        await failed
        expect(sent).toEqual([0, 150, 450, 1050].flatMap((time) => urls.map((url) => [url, time])))
      } finally {
        vi.useRealTimers()
      }
    },
  )

  test('behavior: a request is abandoned after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    try {
      const signals: AbortSignal[] = []
      vi.spyOn(globalThis, 'fetch').mockImplementation((_, options) => {
        const signal = options?.signal as AbortSignal
        signals.push(signal)
        return new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      })
      const failed = expect(
        createClient({ network, urls: ['http://a.test/'] }).request(block),
      ).rejects.toThrow()
      await vi.advanceTimersByTimeAsync(9_999)
      expect(signals[0]?.aborted).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(signals[0]?.aborted).toBe(true)
      await vi.advanceTimersByTimeAsync(60_000)
      await failed
    } finally {
      vi.useRealTimers()
    }
  })

  test('error: an endpoint of another chain', async () => {
    const { url, methods } = await startNode(wrong)
    const result = createClient({ network, urls: [url] }).request(block)
    await expect(result).rejects.toMatchObject({ rpcCode: 4901 })
    expect(methods).toEqual(['eth_chainId'])
  })

  test('behavior: skips endpoints of other chains and those that return HTML', async () => {
    const [first, second, third] = await Promise.all([startNode(wrong), startNode(page), startNode(good)])
    const client = createClient({ network, urls: [first.url, second.url, third.url] })
    expect(await client.request(block)).toBe('0x2a')
    expect(first.methods).not.toContain('eth_blockNumber')
  })

  test('behavior: uses an endpoint that has recovered on the right chain', async () => {
    let answer: (method: string) => string = wrong
    const { url } = await startNode((method) => answer(method))
    const client = createClient({ network, urls: [url] })
    await expect(client.request(block)).rejects.toMatchObject({ rpcCode: 4901 })
    answer = good
    expect(await client.request(block)).toBe('0x2a')
  })

  test.each<[string, (method: string) => unknown]>([
    ['HTML', page],
    ['HTML after the chain ID', (method) => (method === 'eth_chainId' ? '0x7a69' : page())],
    ['no chain ID', () => null],
  ])('error: %s instead of an answer', async (_, answer) => {
    const { url } = await startNode(answer)
    const error: unknown = await createClient({ network, urls: [url] })
      .request(block)
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ name: 'RpcError', rpcCode: expect.any(Number) })
  })

  test('error: no URLs', async () => {
    const result = createClient({ network, urls: [] }).request(block)
    await expect(result).rejects.toThrow('Add one to `rpcUrls`')
  })

  test('behavior: several endpoints are ranked with the configured interval, samples and weights', async () => {
    const nodes = await Promise.all([startNode(good), startNode(good)])
    vi.mocked(fallback).mockClear()
    await createClient({ network, urls: nodes.map(({ url }) => url) }).request(block)
    expect(fallback).toHaveBeenCalledExactlyOnceWith([expect.any(Function), expect.any(Function)], {
      retryCount: 3,
      retryDelay: 150,
      rank: {
        interval: 4000,
        sampleCount: 10,
        timeout: 1000,
        weights: { stability: 0.7, latency: 0.3 },
        ping: expect.any(Function),
      },
    })
  })

  test("behavior: the network's own nodes are not even pinged while those of the application answer", async () => {
    const [own, second, shared, common] = await Promise.all([good, good, good, good].map(startNode))
    const [custom = '', gateway = '', ...publicUrls] = [own, second, shared, common].map(
      (node) => node?.url ?? '',
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    try {
      const listed = { ...network, rpcUrls: { default: { http: publicUrls } } }
      const urls = [custom, gateway, ...publicUrls]
      const customUrls = [{ url: custom }]
      const client = createClient({ network: listed, urls, customUrls })
      const ask = () =>
        Promise.all([client.request(block), vi.advanceTimersByTimeAsync(10_000)]).then(([answer]) => answer)
      expect(await ask()).toBe('0x2a')
      expect(await ask()).toBe('0x2a')
      expect([second, shared, common].flatMap((node) => node?.methods)).toEqual([])
      servers[0]?.closeAllConnections()
      servers[0]?.close()
      expect(await ask()).toBe('0x2a')
      expect(second?.methods).toEqual(['eth_chainId', 'eth_blockNumber'])
      servers[1]?.closeAllConnections()
      servers[1]?.close()
      expect(await ask()).toBe('0x2a')
      expect(shared?.methods).toContain('eth_blockNumber')
    } finally {
      vi.useRealTimers()
    }
  })

  test('behavior: pings several endpoints while requests are made, and stops when idle', async () => {
    const nodes = await Promise.all([startNode(good), startNode(good)])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    try {
      const pings = () => nodes.map(({ methods }) => methods.filter((one) => one === 'eth_chainId').length)
      const client = createClient({ network, urls: nodes.map(({ url }) => url) })
      const answered = client.request(block)
      await vi.waitFor(() =>
        vi.advanceTimersByTimeAsync(10).then(() => expect(nodes[0]?.methods).toContain(block.method)),
      )
      await answered
      await vi.waitFor(() =>
        vi.advanceTimersByTimeAsync(4000).then(() => expect(pings()[1]).toBeGreaterThan(2)),
      )

      // Pings stop thirty seconds after the last request.
      await vi.advanceTimersByTimeAsync(40_000)
      const before = pings()
      await vi.advanceTimersByTimeAsync(10 * 60_000)
      expect(pings()).toEqual(before)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})
