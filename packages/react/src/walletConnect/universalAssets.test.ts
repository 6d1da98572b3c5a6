import type { Endpoint, RpcRequestConfig } from '@portico/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { mainnet } from '../networks.ts'
import { universalAssets } from './universalAssets.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const [first, second] = ['https://one.test/key', 'https://two.test']
const endpoint = { network: mainnet, urls: [first, second] }

/** Replaces `fetch`; returns the requests that were sent. */
function answer(respond: (url: string, method: string) => Response) {
  const sent: { url: string; method: string; params: unknown; headers: Headers }[] = []
  vi.stubGlobal('fetch', async (url: string, { body, headers }: { body: string; headers: Headers }) => {
    const { method, params } = JSON.parse(body)
    sent.push({ url, method, params, headers })
    return respond(url, method)
  })
  return sent
}

const result = (value: unknown) => Response.json({ jsonrpc: '2.0', id: 1, result: value })

/** Returns the URLs and times of all attempts of a request that no endpoint answers. */
async function attempts(urls: Pick<Endpoint, 'urls' | 'customUrls'>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  const start = Date.now()
  const sent: [string, number][] = []
  vi.stubGlobal('fetch', async (url: string) => {
    // Collecting a batch takes a millisecond.
    sent.push([url, Math.floor((Date.now() - start) / 10) * 10])
    return new Response('', { status: 503 })
  })
  const request = universalAssets.createClient({ ...endpoint, ...urls }).request({ method: 'eth_chainId' })
  const failed = expect(request).rejects.toMatchObject({ rpcCode: -32603 })
  await vi.advanceTimersByTimeAsync(20_000)
  await failed
  return sent
}

describe('universalAssets', () => {
  test('behavior: sends a request to the next endpoint if one does not answer it', async () => {
    const sent = answer((url) => (url === first ? new Response('', { status: 502 }) : result('0x1')))
    const client = universalAssets.createClient(endpoint)
    expect(await client.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(sent.map(({ url, method, params }) => [url, method, params])).toEqual([
      [first, 'eth_chainId', []],
      [second, 'eth_chainId', []],
    ])
  })

  test('behavior: an error of the node is the answer, with its code', async () => {
    const sent = answer(() =>
      Response.json({
        jsonrpc: '2.0',
        id: 1,
        error: { code: 3, message: 'execution reverted', data: '0x08' },
      }),
    )
    const request = universalAssets.createClient(endpoint).request({ method: 'eth_call', params: [{}] })
    await expect(request).rejects.toMatchObject({ rpcCode: 3, data: '0x08', details: 'execution reverted' })
    expect(sent).toHaveLength(1)
  })

  test('behavior: null is a result', async () => {
    answer(() => result(null))
    const client = universalAssets.createClient(endpoint)
    expect(await client.request({ method: 'eth_getTransactionReceipt', params: ['0x'] })).toBeNull()
  })

  test.each([
    ['no JSON', () => new Response('<html>', { status: 404 })],
    ['a failure', () => Response.error()],
  ])('error: %s from every endpoint; the error does not name their URLs', async (_, respond) => {
    answer(respond as () => Response)
    const request = universalAssets
      .createClient({ ...endpoint, urls: [first] })
      .request({ method: 'eth_chainId' })
    const error = await request.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ rpcCode: -32603 })
    expect(String(error)).toContain('No endpoint of eip155:1 responded to eth_chainId.')
    expect(String(error)).not.toContain('one.test')
  })

  test('param: customUrls: what the application configures for fetch', async () => {
    const sent = answer(() => result('0x1'))
    const customUrls = [{ url: first, config: { fetchOptions: { headers: { 'x-key': 'secret' } } } }]
    await universalAssets.createClient({ ...endpoint, customUrls }).request({ method: 'eth_chainId' })
    const [request] = sent
    expect(request?.headers.get('x-key')).toBe('secret')
    expect(request?.headers.get('content-type')).toBe('application/json')
  })

  test.each([
    ['ten seconds', undefined, 10_000],
    ['the timeout of the URL', { timeout: 250 }, 250],
  ])('param: a request is abandoned after %s', async (_, config, milliseconds) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const signals: unknown[] = []
    vi.stubGlobal('fetch', async (__: string, { signal }: RequestInit) => {
      signals.push(signal)
      return result('0x1')
    })
    const customUrls = [{ url: first, config }]
    const client = universalAssets.createClient({ ...endpoint, urls: [first], customUrls })
    await client.request({ method: 'eth_chainId' })
    expect(timeout.mock.calls).toEqual([[milliseconds]])
    expect(signals).toEqual([timeout.mock.results[0]?.value])
  })

  test.each<[string, RpcRequestConfig | undefined, number[]]>([
    ['three times', undefined, [0, 150, 450, 1050]],
    ['never with retryCount 0', { retryCount: 0 }, [0]],
    ['as often as retryCount says', { retryCount: 4 }, [0, 150, 450, 1050, 2250]],
    ['first after retryDelay', { retryCount: 2, retryDelay: 1000 }, [0, 1000, 3000]],
  ])('param: a request to one URL is repeated %s', async (_, config, times) => {
    expect(await attempts({ urls: [first], customUrls: [{ url: first, config }] })).toEqual(
      times.map((time) => [first, time]),
    )
  })

  test('param: retryCount of one of several URLs is used before the next one is tried', async () => {
    const customUrls = [{ url: first, config: { retryCount: 1, retryDelay: 10 } }]
    const sent = await attempts({ urls: [first, second], customUrls })
    expect(sent.slice(0, 4)).toEqual([
      [first, 0],
      [first, 10],
      [second, 10],
      [first, 160],
    ])
    expect(sent).toHaveLength(12)
  })

  test.each<[string, RpcRequestConfig | undefined, number[]]>([
    ['one batch', undefined, [3]],
    ['one batch with batch true', { batch: true }, [3]],
    ['requests of their own with batch false', { batch: false }, [1, 1, 1]],
    ['batches of batchSize', { batch: { batchSize: 2 } }, [2, 1]],
  ])('param: requests made at the same time are %s', async (_, config, sizes) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const sent: number[] = []
    vi.stubGlobal('fetch', async (__: string, { body }: { body: string }) => {
      const content = JSON.parse(body)
      const answers = [content].flat().map(({ id, params }) => ({ jsonrpc: '2.0', id, result: params[0] }))
      sent.push(answers.length)
      return Response.json(Array.isArray(content) ? answers.toReversed() : answers[0])
    })
    const customUrls = [{ url: first, config }]
    // Each request has a client of its own, as WalletConnect sessions have.
    const request = (value: number) =>
      universalAssets
        .createClient({ ...endpoint, urls: [first], customUrls })
        .request({ method: 'eth_getBalance', params: [value] })
    const answers = Promise.all([1, 2, 3].map(request))
    await vi.advanceTimersByTimeAsync(0)
    expect(await answers).toEqual([1, 2, 3])
    expect(sent).toEqual(sizes)
  })

  test('param: wait: how long requests are collected', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const sent = answer(() => result('0x1'))
    const customUrls = [{ url: first, config: { batch: { wait: 40 } } }]
    const client = universalAssets.createClient({ ...endpoint, urls: [first], customUrls })
    const answered = client.request({ method: 'eth_chainId' })
    await vi.advanceTimersByTimeAsync(39)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await answered).toBe('0x1')
  })

  test('behavior: waits until a transaction is in a block', async () => {
    let polls = 0
    answer(() => result(++polls === 1 ? null : { blockNumber: '0x1' }))
    const { signal } = new AbortController()
    await universalAssets.waitForTransaction({ ...endpoint, hash: `0x${'ab'.repeat(32)}`, signal })
    expect(polls).toBe(2)
  })

  test('behavior: balances need a gateway', async () => {
    expect(await universalAssets.getBalances({ ...endpoint, address: '0x1', tokens: [] })).toEqual([])
  })
})
