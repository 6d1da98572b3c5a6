import { afterEach, describe, expect, test, vi } from 'vitest'
import { mainnet } from '../networks.ts'
import { universalAssets } from './universalAssets.ts'

afterEach(() => vi.unstubAllGlobals())

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
