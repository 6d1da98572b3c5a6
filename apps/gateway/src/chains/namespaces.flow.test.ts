import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startBitcoin, startSolanaNode } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import type { FeesResponse, HistoryResponse, UtxosResponse } from '@portico/protocol/gateway'
import fc from 'fast-check'
import { formatUnits } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../testing/createTestApp.ts'
import { startUpstream } from '../testing/startUpstream.ts'

const { solana, bitcoin } = devnetManifest
const visitor = solana.accounts[0].address
const { payment, ordinals } = bitcoin.accounts[0]
const emptyAccount = '11111111111111111111111111111112'

let nodes: { solana: string; bitcoin: string; esplora: string; mine: () => Promise<unknown> }
const ends: (() => Promise<void>)[] = []
beforeAll(async () => {
  const [one, other] = await Promise.all([
    startSolanaNode({ port: 0 }),
    startBitcoin({ port: 0, esploraPort: 0, mineAfter: null }),
  ])
  ends.push(one.close, other.close)
  nodes = { solana: one.url, bitcoin: other.rpcUrl, esplora: other.esploraUrl, mine: other.mine }
}, 60_000)
afterAll(async () => void (await Promise.all(ends.map((end) => end()))))

const start = ({ solanaUrls = [nodes.solana], esploraUrls = [nodes.esplora] } = {}) =>
  createTestApp({
    rpcUrls: { [solana.caip2]: solanaUrls, [bitcoin.caip2]: [nodes.bitcoin] },
    env: { ESPLORA_URLS: JSON.stringify({ [bitcoin.caip2]: esploraUrls }) },
  })
type App = Awaited<ReturnType<typeof start>>

async function json<Body>(app: App, path: string): Promise<Body> {
  const response = await app.get(path)
  const body = await response.json()
  expect([response.status, body]).toEqual([200, body])
  return body as Body
}

async function walk(app: App, account: string, limit: number) {
  const found: HistoryResponse['data'] = []
  let cursor = ''
  for (let count = 0; count < 60; count++) {
    const page: HistoryResponse = await json(
      app,
      `/v1/account/${account}/history?limit=${limit}&cursor=${cursor}`,
    )
    found.push(...page.data)
    if (page.next === null) return found
    cursor = page.next
  }
  throw new Error('the list does not end')
}

async function call(app: App, chain: string, method: string, params: unknown): Promise<unknown> {
  const response = await app.app.request(`/v1?chainId=${chain}&projectId=local`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  })
  return response.json()
}

describe('Solana through the gateway', () => {
  test('behavior: SOL, SPL and Token-2022 tokens by name, without NFTs', async () => {
    const app = await start()
    const { balances } = await json<{ balances: { symbol: string; name: string; address?: string }[] }>(
      app,
      `/v1/account/${visitor}/balance`,
    )
    const [dusd, pbbl] = solana.tokens
    expect(balances).toMatchObject([
      { symbol: 'SOL', chainId: solana.caip2, quantity: { decimals: '9', numeric: '1247.04996' } },
      {
        symbol: 'DUSD',
        name: 'Dev Dollar',
        address: `${solana.caip2}:${dusd.mint}`,
        quantity: { numeric: '2431.25' },
      },
      {
        symbol: 'PBBL',
        name: 'Pebble',
        address: `${solana.caip2}:${pbbl.mint}`,
        quantity: { numeric: '38.5' },
      },
    ])
    expect(balances).toHaveLength(3)
    expect(await json(app, `/v1/account/${solana.caip2}:${emptyAccount}/balance`)).toMatchObject({
      balances: [{ symbol: 'SOL', quantity: { numeric: '0' } }],
    })
  })

  test('behavior: NFTs with name, collection and image', async () => {
    const app = await start()
    const { data } = await json<{ data: unknown[] }>(
      app,
      `/v1/account/${visitor}/nfts?chainId=${solana.caip2}`,
    )
    expect(data).toMatchObject([
      {
        tokenId: solana.nft.mint,
        standard: 'metaplex',
        name: 'Arch #1',
        collection: { name: 'Local Arches' },
        image: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      },
    ])
  })

  test('behavior: activity of the account and its token accounts, the same in pages of any size', async () => {
    const app = await start()
    const all = await walk(app, visitor, 100)
    expect(all.map(({ metadata }) => metadata.operationType)).toEqual(
      expect.arrayContaining(['send', 'receive', 'mint', 'execute']),
    )
    const times = all.map(({ metadata }) => metadata.minedAt)
    expect(times).toEqual(times.toSorted().toReversed())
    const shown = all.map(({ metadata, transfers }) => [
      metadata.operationType,
      metadata.status,
      transfers?.map(({ direction, quantity, fungible_info, nft_info }) =>
        [direction, quantity.numeric, fungible_info?.symbol ?? nft_info?.name].join(' '),
      ),
    ])
    expect(shown).toEqual(
      expect.arrayContaining([
        ['send', 'confirmed', ['out 1.2 SOL']],
        ['receive', 'confirmed', ['in 1800 DUSD']],
        ['receive', 'confirmed', ['in 1 Arch #1']],
        ['mint', 'confirmed', ['in 1000 DUSD']],
        ['execute', 'failed', []],
      ]),
    )
    for (const limit of [1, 3, 7]) expect(await walk(app, visitor, limit)).toEqual(all)
  })

  test('error: a cursor of another account', async () => {
    const app = await start()
    const { next } = await json<HistoryResponse>(app, `/v1/account/${visitor}/history?limit=1`)
    const response = await app.get(`/v1/account/${solana.accounts[1].address}/history?limit=1&cursor=${next}`)
    expect(response.status).toBe(400)
  })

  test('behavior: allowed methods are forwarded, others and oversized requests are refused', async () => {
    const app = await start()
    expect(await call(app, solana.caip2, 'getGenesisHash', [])).toMatchObject({ result: solana.genesisHash })
    for (const method of ['getProgramAccounts', 'setLogFilter', 'eth_chainId', 'toString'])
      expect(await call(app, solana.caip2, method, [])).toMatchObject({ error: { code: -32601 } })
    for (const [method, params] of [
      ['getMultipleAccounts', [Array(101).fill(visitor)]],
      ['getSignaturesForAddress', [visitor, { limit: 1001 }]],
      ['sendTransaction', ['A'.repeat(2000)]],
      ['getBalance', { account: visitor }],
    ] as const)
      expect(await call(app, solana.caip2, method, params)).toMatchObject({ error: { code: -32602 } })
  })

  test('error: fails over from upstreams that are wrong, dead or malformed, else 503', async () => {
    const wrong = await startUpstream({
      behave: () => ({ result: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' }),
    })
    const app = await start({ solanaUrls: [wrong.url, 'http://127.0.0.1:1', nodes.solana] })
    expect((await app.get(`/v1/account/${visitor}/balance`)).status).toBe(200)
    const lies = [null, 1, 'x', [], {}, { context: { slot: -1 }, value: 'many' }, { value: -5 }]
    for (const lie of lies) {
      const liar = await startUpstream({
        behave: ({ method }) => ({ result: method === 'getGenesisHash' ? solana.genesisHash : lie }),
      })
      const { get } = await start({ solanaUrls: [liar.url] })
      for (const list of ['balance', 'history', 'nfts'])
        expect((await get(`/v1/account/${visitor}/${list}`)).status).toBe(503)
    }
  }, 60_000)
})

describe('Bitcoin through the gateway', () => {
  test('behavior: confirmed and pending balances of both address types', async () => {
    const app = await start()
    expect(await json(app, `/v1/account/${payment.address}/balance`)).toMatchObject({
      balances: [
        { symbol: 'BTC', chainId: bitcoin.caip2, quantity: { decimals: '8', numeric: '2.7972916' } },
      ],
    })
    // Upper case, as in QR codes, is the same address.
    expect(await json(app, `/v1/account/${ordinals.address.toUpperCase()}/balance`)).toMatchObject({
      balances: [{ quantity: { numeric: '0.6500958' } }],
    })
    expect(await json(app, `/v1/account/${payment.address}/nfts`)).toEqual({ data: [], next: null })
  })

  test('behavior: activity without change outputs, pending first, the same in pages of any size', async () => {
    const app = await start()
    const all = await walk(app, payment.address, 100)
    const shown = all.map(({ metadata, transfers }) => [
      metadata.operationType,
      metadata.status,
      transfers?.[0]?.direction,
      transfers?.[0]?.quantity.numeric,
    ])
    expect(shown[0]).toEqual(['receive', 'pending', 'in', '0.0123'])
    expect(shown).toContainEqual(['send', 'confirmed', 'out', '0.35'])
    expect(all.at(-1)?.metadata.sentTo).toBe(payment.address)
    for (const limit of [1, 3])
      expect((await walk(app, payment.address, limit)).map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  })

  test('behavior: reads and sending are forwarded, wallet and operator methods are refused', async () => {
    const app = await start()
    expect(await call(app, bitcoin.caip2, 'getblockcount', [])).toMatchObject({ result: expect.any(Number) })
    for (const method of ['getnewaddress', 'stop', 'dumpprivkey', 'scantxoutset', 'generatetoaddress'])
      expect(await call(app, bitcoin.caip2, method, [])).toMatchObject({ error: { code: -32601 } })
    expect(await call(app, bitcoin.caip2, 'getblock', ['00', 3])).toMatchObject({ error: { code: -32602 } })
    expect(await call(app, bitcoin.caip2, 'sendrawtransaction', ['00'])).toMatchObject({
      error: { code: expect.any(Number) },
    })
  })

  test('error: fails over from a dead server; malformed responses are 503', async () => {
    const app = await start({ esploraUrls: ['http://127.0.0.1:1', nodes.esplora] })
    expect((await app.get(`/v1/account/${payment.address}/balance`)).status).toBe(200)
    const { get } = await start({ esploraUrls: [nodes.solana] })
    for (const list of ['balance', 'history'])
      expect((await get(`/v1/account/${payment.address}/${list}`)).status).toBe(503)
  })
})

describe('unspent outputs and fee rates', () => {
  const utxos = `/v1/account/${payment.address}/utxos?chainId=${bitcoin.caip2}`
  const fees = `/v1/fees?chainId=${bitcoin.caip2}`

  /** Starts an Esplora server of this network with the given responses. */
  async function startEsplora(answer: (path: string) => unknown): Promise<string> {
    const server = createServer(({ url = '' }, response) => {
      response.end(
        url === '/block-height/0' ? bitcoin.genesisHash : (JSON.stringify(answer(url)) ?? 'no such thing'),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test('behavior: confirmed and pending outputs add up to the balance', async () => {
    const app = await start()
    const { data } = await json<UtxosResponse>(app, utxos)
    const { balances } = await json<{ balances: { quantity: { numeric: string } }[] }>(
      app,
      `/v1/account/${payment.address}/balance`,
    )
    const sum = data.reduce((total, { value }) => total + BigInt(value), 0n)
    expect(formatUnits(sum, 8)).toBe(balances[0]?.quantity.numeric)
    expect(data).toContainEqual({
      txid: expect.stringMatching(/^[0-9a-f]{64}$/),
      vout: expect.any(Number),
      value: '1230000',
      confirmed: false,
    })
    expect(data[0]).toMatchObject({ confirmed: true, height: expect.any(Number) })
    // The network of a CAIP-10 account, without `chainId`.
    expect(await json(app, `/v1/account/${bitcoin.caip2}:${payment.address}/utxos`)).toEqual({ data })
  })

  test('behavior: fee rates are ascending and at least 1', async () => {
    const { data } = await json<FeesResponse>(await start(), fees)
    expect(data.slow).toBeGreaterThanOrEqual(1)
    for (const [estimates, expected] of [
      [
        { 1: 12.5, 6: 4.25, 144: 2, 1008: 1 },
        { slow: 2, standard: 4.25, fast: 12.5 },
      ],
      [
        { 1: 0.2, 6: 3, 144: 0 },
        { slow: 1, standard: 3, fast: 3 },
      ],
    ] as const) {
      const app = await start({ esploraUrls: [await startEsplora(() => estimates)] })
      expect(await json(app, fees)).toEqual({ data: expected })
    }
  })

  test('behavior: returns the largest 1000 outputs, largest first', async () => {
    const all = Array.from({ length: 1200 }, (_, index) => ({
      txid: 'ab'.repeat(32),
      vout: index,
      value: index,
      status: { confirmed: true, block_height: 7 },
    }))
    const app = await start({ esploraUrls: [await startEsplora(() => all)] })
    const { data } = await json<UtxosResponse>(app, utxos)
    expect([data.length, data[0]?.value, data.at(-1)?.value]).toEqual([1000, '1199', '200'])
  })

  test('error: malformed server responses are 503', async () => {
    const coin = { txid: 'ab'.repeat(32), vout: 0, value: 1, status: { confirmed: true } }
    const wrong = [
      { ...coin, txid: '../x' },
      { ...coin, vout: -1 },
      { ...coin, value: 21e14 + 1 },
      { ...coin, value: '1' },
      { ...coin, status: null },
    ].map((one) => [coin, one])
    const rates = [{ 1: 1 }, { 1: '9', 6: 1, 144: 1 }, { 1: 1e6, 6: 1, 144: 1 }, { 1: -1, 6: 1, 144: 1 }]
    for (const lie of [undefined, null, 1, 'x', {}, [null], ...wrong, ...rates]) {
      const { get } = await start({ esploraUrls: [await startEsplora(() => lie)] })
      for (const path of [utxos, fees]) {
        const response = await get(path)
        const { code } = (await response.json()) as { code: string }
        expect([path, lie, response.status, code]).toEqual([path, lie, 503, 'upstream-unavailable'])
      }
    }
  })

  test.each([
    [
      `/v1/account/${visitor}/utxos`,
      'chain-not-supported',
      `${solana.caip2} is not a Bitcoin network, so it has no unspent outputs`,
    ],
    [
      `/v1/account/0x${'a'.repeat(40)}/utxos`,
      'chain-not-supported',
      'eip155:31337 is not a Bitcoin network, so it has no unspent outputs',
    ],
    [
      `/v1/fees?chainId=${solana.caip2}`,
      'chain-not-supported',
      `${solana.caip2} is not a Bitcoin network, so it has no unspent outputs`,
    ],
    [
      '/v1/fees?chainId=eip155:31337',
      'chain-not-supported',
      'eip155:31337 is not a Bitcoin network, so it has no unspent outputs',
    ],
    ['/v1/fees?chainId=cosmos:cosmoshub-3', 'chain-not-supported', 'no upstream'],
    ['/v1/fees', 'invalid-request', 'Required'],
    ['/v1/fees?chainId=__proto__', 'invalid-request', 'Required'],
    ['/v1/account/tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx/utxos', 'invalid-request', 'several networks'],
  ])('error: %s is %s', async (path, code, reason) => {
    const urls = ['http://127.0.0.1:1']
    const { get } = await createTestApp({
      rpcUrls: { 'eip155:31337': urls, [solana.caip2]: urls },
      env: {
        ESPLORA_URLS: JSON.stringify({
          'bip122:000000000933ea01ad0ee984209779ba': urls,
          'bip122:00000008819873e925422c1ff0f99f7c': urls,
        }),
      },
    })
    const response = await get(path)
    const body = (await response.json()) as { code: string; detail: string }
    expect([response.status, body.code, body.detail]).toEqual([400, code, expect.stringContaining(reason)])
  })
})

describe('live updates of both', () => {
  test('behavior: incoming coins emit balance and transaction events', async () => {
    const app = await start()
    const guest = solana.accounts[1].address
    const miner = bitcoin.accounts[2].payment.address
    const accounts = [`${solana.caip2}:${guest}`, `${bitcoin.caip2}:${miner}`]
    const topics = accounts.flatMap((account) => [`balances:${account}`, `activity:${account}`])
    const response = await app.get(`/v1/stream?topics=${topics.join()}`)
    expect(response.status).toBe(200)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    let text = ''
    const waitForEvents = async (...events: string[]) => {
      while (!events.every((event) => text.includes(event))) {
        const { value, done } = await reader.read()
        if (done) throw new Error(`the stream has ended: ${text}`)
        text += Buffer.from(value).toString('utf8')
      }
    }
    await waitForEvents(...topics.map((topic) => `"topic":"${topic}"`))
    await call(app, solana.caip2, 'requestAirdrop', [guest, 1_500_000_000])
    await nodes.mine()
    await waitForEvents(
      `"asset":"${solana.caip2}/slip44:501"`,
      '"delta":"1.5"',
      `"asset":"${bitcoin.caip2}/slip44:0"`,
      `event: transfer.confirmed\ndata: {"topic":"activity:${accounts[0]}"`,
      `event: transfer.confirmed\ndata: {"topic":"activity:${accounts[1]}"`,
    )
    await reader.cancel()
  }, 60_000)

  test('error: a topic whose address is invalid on its network', async () => {
    const app = await start()
    for (const account of [`${solana.caip2}:${payment.address}`, `${solana.caip2}:${visitor.toLowerCase()}`])
      expect((await app.get(`/v1/stream?topics=balances:${account}`)).status).toBe(400)
  })
})

describe('fuzzing', () => {
  test('behavior: never 500, for any request and any upstream response', async () => {
    let lie: unknown = null
    const liar = await startUpstream({
      behave: ({ method }) => {
        if (method === 'getGenesisHash') return { result: solana.genesisHash }
        return method === 'getblockhash' ? { result: bitcoin.genesisHash } : { result: lie }
      },
    })
    const app = await start({ solanaUrls: [liar.url], esploraUrls: [liar.url] })
    const text = fc.oneof(
      fc.string({ maxLength: 100 }),
      fc.base64String({ maxLength: 60 }),
      fc.constantFrom(visitor, payment.address, ordinals.address, solana.caip2, bitcoin.caip2, emptyAccount),
    )
    const inContext = fc.record({ context: fc.record({ slot: fc.nat() }), value: fc.jsonValue() })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.jsonValue(), inContext),
        fc.oneof(
          text,
          fc.tuple(text, text).map((parts) => parts.join(':')),
        ),
        fc.constantFrom('balance', 'portfolio', 'history', 'nfts', 'utxos', 'identity'),
        fc.option(text),
        fc.option(text),
        fc.constantFrom('getBalance', 'getTransaction', 'sendTransaction', 'getblock', 'constructor'),
        fc.jsonValue(),
        async (answer, account, list, chain, cursor, method, params) => {
          lie = answer
          const query = new URLSearchParams({ chainId: chain ?? '', cursor: cursor ?? '' })
          const path = `/v1/account/${encodeURIComponent(account)}/${list}?${query}`
          expect([path, (await app.get(path)).status]).not.toEqual([path, 500])
          const topic = await app.get(`/v1/stream?topics=balances:${encodeURIComponent(account)}`)
          expect(topic.status).not.toBe(500)
          await topic.body?.cancel()
          for (const id of [solana.caip2, bitcoin.caip2])
            expect(await call(app, id, method, params)).toBeTypeOf('object')
        },
      ),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 150) },
    )
  }, 120_000)
})

describe('readAccount', () => {
  test.each([
    [`${visitor}x`, 'invalid-request'],
    [`${visitor.slice(0, -1)}0`, 'invalid-request'],
    [`${payment.address.slice(0, -1)}q`, 'invalid-request'],
    [`${bitcoin.caip2}:${visitor}`, 'invalid-request'],
    [`${bitcoin.caip2}:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq`, 'invalid-request'],
    [`${solana.caip2}:${payment.address}`, 'invalid-request'],
    [`${visitor}?chainId=${bitcoin.caip2}`, 'invalid-request'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'chain-not-supported'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'chain-not-supported'],
    ['cosmos:cosmoshub-3:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0', 'chain-not-supported'],
    [`0x${'a'.repeat(40)}`, 'chain-not-supported'],
  ])('error: %s is %s', async (path, code) => {
    const app = await start()
    const [account, query = ''] = path.split('?')
    for (const list of ['balance', 'history', 'nfts']) {
      const response = await app.get(`/v1/account/${account}/${list}?${query}`)
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, code])
    }
  })
})
