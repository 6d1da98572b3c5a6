import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defineChain } from '@portico/core'
import { base58 } from '@scure/base'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAssets } from './createAssets.ts'
import { formatUnits } from './formatUnits.ts'

const visitor = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const mint = '7kNam6ZzkdG55wYrRHGhHYcjx1NLbg4TiUjB9Hd2qb6c'
const pebble = 'CQteEHD1KTG6vi1sukSZdpPbEBZqT8mj5XttR9yk9trP'
const genesis = 'BNf5xyDuzNvTufy9WYMStzUAjoUfGzjzWN1zQRk1ZokD'
const network = defineChain({
  id: genesis.slice(0, 32),
  name: 'Local Solana',
  chainNamespace: 'solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [] } },
})
const { createClient, getBalances, waitForTransaction } = createAssets({ commitment: 'confirmed' })
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

type Asked = { method: string; params: unknown[] }
type Answers = Record<string, unknown>
type Answer = (params: unknown[]) => unknown

/**
 * Starts a node with these responses by method. Functions are called with the parameters. `batch` is the response to
 * batches; by default they are answered in reverse order.
 */
async function serve(answers: Answers) {
  const asked: Asked[] = []
  const bodies: unknown[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const content: (Asked & { id: unknown }) | (Asked & { id: unknown })[] = JSON.parse(body)
      bodies.push(content)
      const answerTo = ({ id, method, params }: Asked & { id: unknown }) => {
        asked.push({ method, params })
        const answer = { getGenesisHash: genesis, ...answers }[method]
        const result = typeof answer === 'function' ? (answer as Answer)(params) : answer
        if (result instanceof Error) return { id, error: { code: result.cause, message: result.message } }
        return { jsonrpc: '2.0', id, result }
      }
      response.end(
        JSON.stringify(
          Array.isArray(content) ? (answers.batch ?? content.map(answerTo).toReversed()) : answerTo(content),
        ),
      )
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ends.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, bodies }
}

const refusal = (code: number) => new Error('no', { cause: code })
const tokenAccount = (info: object) => ({
  pubkey: visitor,
  account: { data: { parsed: { type: 'account', info: { owner: visitor, mint, ...info } } } },
})
const held = (amount: unknown, decimals: unknown = 6) => tokenAccount({ tokenAmount: { amount, decimals } })

describe('createClient', () => {
  test('error: a node that does not respond within 10 seconds', async () => {
    const { url } = await serve({ getSlot: 7 })
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    const asking = createClient({ network, urls: [url] }).request({ method: 'getSlot' })
    await expect(asking).rejects.toMatchObject({ rpcCode: expect.any(Number) })
    expect(timeout).toHaveBeenCalledWith(10_000)
    timeout.mockRestore()
  })

  test('behavior: sends requests, after checking the network once', async () => {
    const { url, asked } = await serve({ getSlot: 5 })
    const client = createClient({ network, urls: [url] })
    expect([
      await client.request({ method: 'getSlot' }),
      await client.request({ method: 'getSlot' }),
    ]).toEqual([5, 5])
    expect(asked.map(({ method }) => method)).toEqual(['getGenesisHash', 'getSlot', 'getSlot'])
  })

  test('behavior: tries the next endpoint if one serves another network, is busy or unreachable', async () => {
    const other = await serve({ getGenesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG', getSlot: 1 })
    const busy = await serve({ getSlot: refusal(-32005) })
    const good = await serve({ getSlot: 7 })
    const client = createClient({ network, urls: ['http://127.0.0.1:1', other.url, busy.url, good.url] })
    expect(await client.request({ method: 'getSlot' })).toBe(7)
    expect(other.asked.map(({ method }) => method)).toEqual(['getGenesisHash'])
  })

  test('behavior: requests made at the same time are one batch', async () => {
    const { url, bodies } = await serve({
      getSlot: 5,
      getBlock: ([slot]: unknown[]) => slot,
      x: refusal(-32601),
    })
    const client = createClient({ network, urls: [url] })
    const block = (slot: number) => client.request({ method: 'getBlock', params: [slot] })
    const requests = [
      client.request({ method: 'getSlot' }),
      block(8),
      client.request({ method: 'x' }),
      block(9),
    ]
    expect(await Promise.allSettled(requests)).toMatchObject([
      { value: 5 },
      { value: 8 },
      { reason: { rpcCode: -32601 } },
      { value: 9 },
    ])
    // The check of the network comes first.
    expect(bodies).toMatchObject([{ method: 'getGenesisHash' }, [{ params: [] }, { params: [8] }, {}, {}]])
  })

  test('behavior: a batch has at most 1000 requests', async () => {
    const { url, bodies } = await serve({ getBlock: ([slot]: unknown[]) => slot })
    const client = createClient({ network, urls: [url] })
    await client.request({ method: 'getBlock', params: [0] })
    const slots = Array.from({ length: 2001 }, (_, slot) => slot)
    expect(
      await Promise.all(slots.map((slot) => client.request({ method: 'getBlock', params: [slot] }))),
    ).toEqual(slots)
    expect(bodies.slice(2).map((body) => (Array.isArray(body) ? body.length : 1))).toEqual([1000, 1000, 1])
  })

  test.each([
    ['an error', { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'No batches.' } }],
    ['something else', 'no'],
  ])('behavior: requests are sent alone to a node that answers batches with %s', async (_, batch) => {
    const { url, bodies } = await serve({ getSlot: 5, batch })
    const client = createClient({ network, urls: [url] })
    const slots = () => Promise.all([1, 2].map(() => client.request({ method: 'getSlot' })))
    expect([await slots(), await slots()]).toEqual([
      [5, 5],
      [5, 5],
    ])
    expect(bodies.filter((body) => Array.isArray(body))).toHaveLength(1)
  })

  test('error: a batch without an answer to one request', async () => {
    const { url } = await serve({ batch: [{ id: 0, result: 5 }] })
    const client = createClient({ network, urls: [url] })
    await expect(Promise.all([1, 2].map(() => client.request({ method: 'getSlot' })))).rejects.toMatchObject({
      rpcCode: -32603,
    })
  })

  test('behavior: a failed request is repeated three times, as all RPC clients of the kit do', async () => {
    for (const code of [-1, -32005, -32603]) {
      const { url, asked } = await serve({ getSlot: refusal(code) })
      const client = createClient({ network, urls: [url] })
      await expect(client.request({ method: 'getSlot' })).rejects.toMatchObject({ rpcCode: code })
      expect(asked.filter(({ method }) => method === 'getSlot')).toHaveLength(4)
    }
  })

  test.each([
    [503, 4],
    [401, 1],
  ])('error: status %i without JSON-RPC is repeated as often as its rule says', async (status, attempts) => {
    let requests = 0
    const server = createServer((_, response) => {
      requests += 1
      response.writeHead(status).end('<html>')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    ends.push(() => server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const request = createClient({ network, urls: [url] }).request({ method: 'getSlot' })
    await expect(request).rejects.toMatchObject({ rpcCode: -32603 })
    expect(requests).toBe(attempts)
  })

  test('error: an error response is returned, and no other endpoint is tried', async () => {
    const refusing = await serve({ getSlot: refusal(-32602) })
    const other = await serve({ getSlot: 1 })
    const client = createClient({ network, urls: [refusing.url, other.url] })
    await expect(client.request({ method: 'getSlot' })).rejects.toMatchObject({
      rpcCode: -32602,
      details: 'no',
    })
    expect(other.asked).toEqual([])
  })

  test('error: no endpoint responds, and the error contains no URL', async () => {
    const error: unknown = await createClient({ network, urls: ['http://127.0.0.1:1/secret'] })
      .request({ method: 'getSlot' })
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ rpcCode: -32603 })
    expect((error as Error).message).not.toContain('secret')
  })
})

describe('getBalances', () => {
  test('behavior: the native balance, and tokens of both programs, added up by mint', async () => {
    const { url } = await serve({
      getBalance: { value: 1_500_000_000 },
      getTokenAccountsByOwner: ([, { programId }]: [unknown, { programId: string }]) => ({
        value: programId.startsWith('Tokenkeg')
          ? [held('1000000'), held('500000'), held('0'), held('1', 0)]
          : [tokenAccount({ mint: pebble, tokenAmount: { amount: '18446744073709551615', decimals: 9 } })],
      }),
    })
    expect(await getBalances({ network, urls: [url], address: visitor, tokens: [] })).toEqual([
      {
        name: 'Solana',
        symbol: 'SOL',
        chainId: network.caipNetworkId,
        price: 0,
        iconUrl: '',
        quantity: { decimals: '9', numeric: '1.5' },
      },
      {
        name: '7kNa…qb6c',
        symbol: '7kNa…qb6c',
        chainId: network.caipNetworkId,
        address: `${network.caipNetworkId}:${mint}`,
        price: 0,
        iconUrl: '',
        quantity: { decimals: '6', numeric: '1.5' },
      },
      {
        name: 'CQte…9trP',
        symbol: 'CQte…9trP',
        chainId: network.caipNetworkId,
        address: `${network.caipNetworkId}:${pebble}`,
        price: 0,
        iconUrl: '',
        quantity: { decimals: '9', numeric: '18446744073.709551615' },
      },
    ])
  })

  test('behavior: malformed entries are skipped', async () => {
    const { url } = await serve({
      getBalance: { value: 0 },
      getTokenAccountsByOwner: {
        value: [
          null,
          'text',
          {},
          held('-1'),
          held('1e9'),
          held(5),
          held('9'.repeat(30)),
          held('1', -1),
          held('1', 1.5),
          tokenAccount({ mint: 'x', tokenAmount: { amount: '1', decimals: 6 } }),
          tokenAccount({ owner: mint, tokenAmount: { amount: '1', decimals: 6 } }),
        ],
      },
    })
    expect(await getBalances({ network, urls: [url], address: visitor, tokens: [] })).toHaveLength(1)
    const without = await serve({ getBalance: { value: 1 }, getTokenAccountsByOwner: refusal(-32602) })
    expect(await getBalances({ network, urls: [without.url], address: visitor, tokens: [] })).toHaveLength(1)
  })

  test.each([[{ value: '5' }], [{ value: -1 }], [{ value: 1.5 }], [{}], [5]])(
    'error: a balance of %o',
    async (balance) => {
      const { url } = await serve({ getBalance: balance, getTokenAccountsByOwner: { value: [] } })
      await expect(getBalances({ network, urls: [url], address: visitor, tokens: [] })).rejects.toMatchObject(
        {
          rpcCode: -32603,
        },
      )
    },
  )
})

describe('waitForTransaction', () => {
  const hash = base58.encode(new Uint8Array(64).fill(1))

  test('behavior: waits until it is confirmed, through malformed responses and failures', async () => {
    const statuses: unknown[] = [
      { value: [null] },
      'garbage',
      refusal(-32602),
      { value: [{ confirmationStatus: 'processed' }] },
      { value: [{ confirmationStatus: 'confirmed', err: { InstructionError: [0, 'x'] } }] },
    ]
    const { url, asked } = await serve({ getSignatureStatuses: () => statuses.shift() })
    await waitForTransaction({ network, urls: [url], hash, signal: AbortSignal.timeout(15_000) })
    expect(statuses).toEqual([])
    expect(asked.at(-1)?.params).toEqual([[hash], { searchTransactionHistory: true }])
  })

  test('error: aborted, and malformed IDs', async () => {
    const { url } = await serve({ getSignatureStatuses: { value: [null] } })
    const controller = new AbortController()
    const waiting = waitForTransaction({ network, urls: [url], hash, signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect(
      waitForTransaction({ network, urls: [url], hash: visitor, signal: controller.signal }),
    ).rejects.toMatchObject({ rpcCode: -32602 })
  })
})

describe('customUrls', () => {
  afterEach(() => void vi.unstubAllGlobals())

  test('param: config: its headers, timeout, batches and retries apply to all requests to the URL', async () => {
    const url = 'https://own.example'
    const config = { fetchOptions: { headers: { 'x-key': 'k' } }, timeout: 250, batch: false, retryCount: 0 }
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const sent: { key: string | null; method: string }[] = []
    let isDown = false
    vi.stubGlobal('fetch', async (_: string, { headers, body }: RequestInit & { body: string }) => {
      const { method } = JSON.parse(body)
      sent.push({ key: new Headers(headers).get('x-key'), method })
      if (isDown) return new Response(null, { status: 503 })
      return Response.json({ jsonrpc: '2.0', id: 0, result: method === 'getGenesisHash' ? genesis : 7 })
    })
    const client = createClient({ network, urls: [url], customUrls: [{ url, config }] })
    await Promise.all([client.request({ method: 'getSlot' }), client.request({ method: 'getBlockHeight' })])
    expect(sent).toEqual([
      { key: 'k', method: 'getGenesisHash' },
      { key: 'k', method: 'getSlot' },
      { key: 'k', method: 'getBlockHeight' },
    ])
    expect(new Set(timeout.mock.calls.flat())).toEqual(new Set([250]))
    isDown = true
    await expect(client.request({ method: 'getSlot' })).rejects.toMatchObject({ rpcCode: -32603 })
    expect(sent).toHaveLength(4)
    const endpoint = { network, urls: [url], customUrls: [{ url, config }] }
    await getBalances({ ...endpoint, address: visitor, tokens: [] }).catch(() => {})
    const controller = new AbortController()
    const waiting = waitForTransaction({
      ...endpoint,
      hash: base58.encode(new Uint8Array(64)),
      signal: controller.signal,
    })
    await vi.waitFor(() => expect(sent.at(-1)?.method).toBe('getSignatureStatuses'))
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    expect(new Set(sent.map(({ key }) => key))).toEqual(new Set(['k']))
  })
})

describe('formatUnits', () => {
  test.each([
    [0n, 9, '0'],
    [1n, 9, '0.000000001'],
    [1_000_000_000n, 9, '1'],
    [1_230_000_000n, 9, '1.23'],
    [5n, 0, '5'],
    [12_345n, 2, '123.45'],
  ])('behavior: %s at %s decimals', (amount, decimals, text) => {
    expect(formatUnits(amount, decimals)).toBe(text)
  })
})
