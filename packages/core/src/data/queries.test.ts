import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TokenBalance } from '@portico/protocol/gateway'
import { InfiniteQueryObserver } from '@tanstack/query-core'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '../actions/connect.ts'
import { addConnectors } from '../connectors/addConnectors.ts'
import type { ConnectorType } from '../connectors/connector.ts'
import type { Namespace, NamespaceAssets } from '../namespace.ts'
import type { KitOptions } from '../options.ts'
import { deferred } from '../testing/deferred.ts'
import { ada, fakeNamespace, fakeWallet } from '../testing/fakeNamespace.ts'
import { memoryStorage } from '../testing/memoryStorage.ts'
import { testKit } from '../testing/testKit.ts'
import { activityQuery } from './activityQuery.ts'
import { fetchIdentity } from './fetchIdentity.ts'
import { getQueryClient } from './getQueryClient.ts'
import { identityQuery } from './identityQuery.ts'
import { namesQuery } from './namesQuery.ts'
import { nftsQuery } from './nftsQuery.ts'
import { peekIdentity } from './peekIdentity.ts'
import { pickShownBalance, portfolioQuery } from './portfolioQuery.ts'

const subject = { address: ada, networkId: 'eip155:1' } as const
const balance = (name: string, more: Partial<TokenBalance> = {}): TokenBalance => ({
  name,
  symbol: name.toUpperCase(),
  chainId: 'eip155:1',
  price: 0,
  quantity: { decimals: '18', numeric: '1' },
  iconUrl: '',
  ...more,
})

const servers: Server[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

/** Starts a gateway that answers every path from a table and records requests. */
async function gateway(answers: Record<string, unknown>) {
  const requests: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://gateway')
    requests.push(url)
    const key = `${decodeURIComponent(url.pathname)}?${url.searchParams.get('cursor') ?? ''}`.replace(
      /\?$/,
      '',
    )
    const body = answers[key]
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': 'application/json',
      connection: 'close',
    })
    response.end(JSON.stringify(body ?? {}))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function make(
  options: Partial<KitOptions> = {},
  assets: Partial<NamespaceAssets> = {},
  getWalletBalances?: Namespace['getWalletBalances'],
) {
  const { namespace } = fakeNamespace([fakeWallet()], assets, getWalletBalances)
  const storage = memoryStorage()
  const { kit } = testKit({
    storage,
    adapters: [{ namespace: { ...namespace, hasNames: true } }],
    ...options,
  })
  const client = getQueryClient(kit)
  const read = () => client.fetchQuery(portfolioQuery(kit, subject) as never)
  return { kit, client, storage, read }
}

/** Creates a kit that is connected through a wallet of a type. */
async function connected(options: Partial<KitOptions>, type: ConnectorType) {
  const made = make(options)
  const { kit } = made
  const { connector } = fakeWallet()
  addConnectors(kit, [{ ...connector, type }])
  await connect(kit, { connectorId: connector.id })
  return made
}

const copy = ({ entries }: ReturnType<typeof memoryStorage>) => Object.fromEntries(entries)

describe('portfolioQuery', () => {
  const path = `/v1/account/${ada}/balance`

  test('behavior: uses the balances of the wallet first, without tokens that have no decimals', async () => {
    const { url, requests } = await gateway({ [path]: { balances: [balance('gateway')] } })
    const { read } = make({ gatewayUrl: url }, {}, async () => [
      balance('wallet'),
      balance('nft', { quantity: { decimals: '0', numeric: '3' } }),
    ])
    expect(await read()).toMatchObject([{ name: 'wallet' }])
    expect(requests).toEqual([])
  })

  test('behavior: of coins and tokens that a wallet reports without an icon, the native coin gets the gateway’s', async () => {
    const token = balance('eth', { address: 'eip155:1:0x00000000000000000000000000000000000000aa' })
    const own = balance('own', { iconUrl: 'data:image/png;base64,AAAA' })
    const report = async () => [balance('Any name'), token, own]
    expect(await make({ gatewayUrl: 'https://gateway.test' }, {}, report).read()).toEqual([
      { ...balance('Any name'), iconUrl: '/public/getTokenImage/ETH' },
      token,
      own,
    ])
    expect(await make({}, {}, report).read()).toEqual(await report())
  })

  test('behavior: uses the gateway if the wallet reports nothing valid', async () => {
    const zero = balance('zero', { quantity: { decimals: '0', numeric: '3' } })
    const { url, requests } = await gateway({ [path]: { balances: [balance('gateway'), zero] } })
    const { read } = make({ gatewayUrl: url }, {}, async () => undefined)
    expect(await read()).toMatchObject([{ name: 'gateway' }])
    expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
      chainId: 'eip155:1',
      currency: 'usd',
    })
  })

  test('behavior: uses RPC without a gateway, with the application’s token', async () => {
    const requests: unknown[] = []
    const tokens = { 'eip155:1': { address: '0xToken' } }
    const { read } = make(
      { tokens },
      {
        async getBalances(parameters) {
          requests.push(parameters)
          return [balance('rpc')]
        },
      },
    )
    expect(await read()).toMatchObject([{ name: 'rpc' }])
    expect(requests).toMatchObject([{ address: ada, tokens: ['0xToken'], network: { id: 1 } }])
  })

  test('behavior: balances are cached for 30 s, also over a reload', async () => {
    const start = 1_800_000_000_000
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const getBalances = vi.fn(async () => [balance('rpc')])
    const { read, storage } = make({}, { getBalances })
    await read()
    await read()
    expect(getBalances).toHaveBeenCalledTimes(1)
    vi.setSystemTime(start + 29_999)
    const reloaded = make({ storage }, { getBalances })
    expect(portfolioQuery(reloaded.kit, subject)).toMatchObject({
      staleTime: 30_000,
      initialDataUpdatedAt: start,
    })
    await reloaded.read()
    expect(getBalances).toHaveBeenCalledTimes(1)
    vi.setSystemTime(start + 30_001)
    await read()
    await make({ storage }, { getBalances }).read()
    expect(getBalances).toHaveBeenCalledTimes(2)
  })

  test('behavior: the cache is per account and network', async () => {
    const { read, kit } = make({}, { getBalances: async () => [balance('rpc')] })
    await read()
    expect(portfolioQuery(kit, subject).initialData).toBeDefined()
    expect(portfolioQuery(kit, { ...subject, networkId: 'eip155:8453' }).initialData).toBeUndefined()
  })

  test('behavior: the balance of the account button is cached separately', async () => {
    const { read, storage } = make({}, { getBalances: async () => [balance('rpc')] })
    await read()
    expect(storage.entries.get('@appkit/native_balance_cache')).toContain('"rpc"')
  })

  test('behavior: a network the kit does not list has no balances', async () => {
    const { kit, client } = make()
    const query = portfolioQuery(kit, { ...subject, networkId: 'eip155:999' })
    expect(await client.fetchQuery(query as never)).toEqual([])
  })
})

describe('tokens', () => {
  const token = balance('usdc', { address: 'eip155:1:0xABCD', iconUrl: '/public/getTokenImage/a.png' })
  const read = (image: string | undefined) =>
    make(
      { tokens: { 'eip155:1': { address: '0xabcd', image } } },
      { getBalances: async () => [balance('eth'), token] },
    ).read()

  test('behavior: the image of the application replaces the icon of its token', async () => {
    const image = 'https://app.example/usdc.png'
    expect(await read(image)).toEqual([balance('eth'), { ...token, iconUrl: image }])
    expect(await read(undefined)).toEqual([balance('eth'), token])
  })

  test('behavior: a path is on the page, not on the gateway', async () => {
    vi.stubGlobal('location', { href: 'https://app.example/wallet/' })
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(await read('/usdc.png')).toMatchObject([{}, { iconUrl: 'https://app.example/usdc.png' }])
    expect(await read('usdc.png')).toMatchObject([{}, { iconUrl: 'https://app.example/wallet/usdc.png' }])
  })

  test('error: an image that is not a URL is ignored', async () => {
    expect(await read('https://')).toEqual([balance('eth'), token])
  })
})

describe('pickShownBalance', () => {
  const native = balance('eth')
  const token = balance('usdc', { address: 'eip155:1:0xABCD' })

  test('behavior: the native balance, unless the application configured a token', () => {
    expect(pickShownBalance(make().kit, subject, [token, native])).toBe(native)
    const { kit } = make({ tokens: { 'eip155:1': { address: '0xabcd' } } })
    expect(pickShownBalance(kit, subject, [native, token])).toBe(token)
    expect(pickShownBalance(kit, { ...subject, networkId: 'eip155:8453' }, [token, native])).toBe(native)
  })

  test('behavior: undefined if the account does not hold the token, or has no balances', () => {
    const { kit } = make({ tokens: { 'eip155:1': { address: '0xabcd' } } })
    expect(pickShownBalance(kit, subject, [native])).toBeUndefined()
    expect(pickShownBalance(make().kit, subject, [])).toBeUndefined()
  })
})

describe('identityQuery', () => {
  const path = `/v1/identity/${ada}`
  const namesPath = `/v1/profile/reverse/eip155:1:${ada}`
  const start = 1_800_000_000_000
  const identity = { name: 'ada.test', avatar: '/v1/image?url=a', resolvedAt: '2027-01-15T08:00:00Z' }
  const record = (name: string) => ({
    name,
    registered_at: '2027-01-15T08:00:00Z',
    updated_at: '2027-01-15T08:00:00Z',
    attributes: {},
    addresses: {},
  })
  const names = (requests: URL[]) => requests.filter(({ pathname }) => pathname.includes('reverse')).length

  test('behavior: is fetched once in five minutes, regardless of reloads and letter case', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const { url, requests } = await gateway({ [path]: identity })
    const { kit, storage } = make({ gatewayUrl: url })
    const named = { name: 'ada.test', avatar: '/v1/image?url=a' }
    expect(await fetchIdentity(kit, subject)).toEqual(named)
    vi.setSystemTime(start + 299_999)
    const again = make({ gatewayUrl: url, storage }).kit
    expect(await fetchIdentity(again, { ...subject, address: ada.toLowerCase() })).toEqual(named)
    expect(await fetchIdentity(kit, subject)).toEqual(named)
    expect(requests).toHaveLength(1)
    expect(requests[0]?.searchParams.get('chainId')).toBe('eip155:1')
    vi.setSystemTime(start + 300_001)
    await fetchIdentity(kit, subject)
    expect(requests).toHaveLength(2)
    await fetchIdentity(make({ gatewayUrl: url }).kit, subject)
    expect(requests).toHaveLength(3)
  })

  test('behavior: the time for which the gateway has cached it counts, also over a reload', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    // The gateway has read the name 200 s ago.
    const { url, requests } = await gateway({ [path]: { ...identity, maxAge: 100 } })
    const { kit, storage } = make({ gatewayUrl: url })
    await fetchIdentity(kit, subject)
    for (const [age, count] of [
      [99_999, 1],
      [100_001, 2],
    ] as const) {
      vi.setSystemTime(start + age)
      // A copy, because a request writes.
      await fetchIdentity(make({ gatewayUrl: url, storage: memoryStorage(copy(storage)) }).kit, subject)
      expect(requests).toHaveLength(count)
    }
    await fetchIdentity(kit, subject)
    expect(requests).toHaveLength(3)
  })

  test.each([
    ['negative', -5],
    ['longer than the lifetime', 1e9],
  ])('error: a %s `maxAge` is not taken as it is', async (_, maxAge) => {
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const { url, requests } = await gateway({ [path]: { ...identity, maxAge } })
    const { kit, storage } = make({ gatewayUrl: url })
    await fetchIdentity(kit, subject)
    vi.setSystemTime(start + 300_001)
    await fetchIdentity(kit, subject)
    await fetchIdentity(make({ gatewayUrl: url, storage }).kit, subject)
    expect(requests.length).toBeGreaterThan(1)
  })

  test.each([
    'ada\u200b.test',
    'a\u202eda.test',
    'ada .test',
    'ada\u3164.test',
    'ada\u{e0061}.test',
    'ada\ufe0f.test',
  ])('error: the name %j, which has hidden characters, is not shown', async (name) => {
    const { url } = await gateway({ [path]: { ...identity, name }, [namesPath]: [record(name)] })
    const { kit } = make({ gatewayUrl: url })
    expect(await fetchIdentity(kit, subject)).toEqual({ name: null, avatar: '/v1/image?url=a' })
    expect(await getQueryClient(kit).fetchQuery(namesQuery(kit, subject) as never)).toEqual([])
  })

  test('error: a name that is too long is not shown', async () => {
    const { url } = await gateway({ [path]: { ...identity, name: 'a'.repeat(256) } })
    expect((await fetchIdentity(make({ gatewayUrl: url }).kit, subject)).name).toBeNull()
  })

  test('behavior: the registered name of an embedded wallet without a name is looked up, once in five minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const { url, requests } = await gateway({
      [path]: { ...identity, name: null },
      [namesPath]: [record('ada.portico'), record('other.portico')],
    })
    const { kit, storage } = await connected({ gatewayUrl: url }, 'AUTH')
    expect(await fetchIdentity(kit, subject)).toMatchObject({ name: 'ada.portico' })
    expect(JSON.parse(storage.entries.get('@appkit/ens_cache') ?? '')).toEqual({
      [ada.toLowerCase()]: { timestamp: start, value: ['ada.portico', 'other.portico'] },
    })
    expect(names(requests)).toBe(1)
    vi.setSystemTime(start + 299_999)
    const entries = copy(storage)
    const { '@appkit/identity_cache': _, ...withoutIdentity } = entries
    const again = await connected({ gatewayUrl: url, storage: memoryStorage(withoutIdentity) }, 'AUTH')
    expect(await fetchIdentity(again.kit, subject)).toMatchObject({ name: 'ada.portico' })
    expect(names(requests)).toBe(1)
    // The identity contains the name of five minutes ago, so it is not kept for another five minutes.
    vi.setSystemTime(start + 300_001)
    await fetchIdentity(again.kit, subject)
    expect(names(requests)).toBe(2)
  })

  test('behavior: other wallets, and accounts with a name, cause no lookup of registered names', async () => {
    const answers = { [path]: { ...identity, name: null }, [namesPath]: [record('ada.portico')] }
    const { url, requests } = await gateway(answers)
    const other = await connected({ gatewayUrl: url }, 'EXTERNAL')
    expect((await fetchIdentity(other.kit, subject)).name).toBeNull()
    const named = await gateway({ ...answers, [path]: identity })
    const embedded = await connected({ gatewayUrl: named.url }, 'AUTH')
    expect((await fetchIdentity(embedded.kit, subject)).name).toBe('ada.test')
    expect([names(requests), names(named.requests)]).toEqual([0, 0])
  })

  test('error: the identity is complete if the registered names cannot be read', async () => {
    const { url } = await gateway({ [path]: { ...identity, name: null } })
    const { kit } = await connected({ gatewayUrl: url }, 'AUTH')
    expect(await fetchIdentity(kit, subject)).toEqual({ name: null, avatar: '/v1/image?url=a' })
  })

  test('behavior: an observed name is read again when its lifetime ends, or soon if it could not be read', () => {
    const { kit } = make({ gatewayUrl: 'https://gateway.example' })
    const interval = identityQuery(kit, subject).refetchInterval as (query: object) => number
    const after = (maxAge?: number) =>
      interval({ state: { status: 'success', data: { ...identity, maxAge } } })
    expect([after(), after(100), after(0)]).toEqual([300_000, 100_000, 60_000])
  })

  test('param: without a gateway, or in a namespace without names, there is no identity and no request', async () => {
    expect(await fetchIdentity(make().kit, subject)).toEqual({ name: null, avatar: null })
    const { url, requests } = await gateway({ [path]: identity })
    const solana = { address: ada, networkId: 'solana:abc' } as const
    expect(await fetchIdentity(make({ gatewayUrl: url }).kit, solana)).toEqual({ name: null, avatar: null })
    expect(requests).toEqual([])
  })

  test('behavior: NFTs are unavailable, not empty, in a namespace whose NFTs the gateway does not index', () => {
    const { kit } = make({ gatewayUrl: 'https://gateway.test' })
    expect(nftsQuery(kit, subject).enabled).toBe(true)
    const namespace = kit.namespaces.get('eip155')
    if (namespace) kit.namespaces.set('eip155', { ...namespace, hasNfts: false })
    expect(nftsQuery(kit, subject).enabled).toBe(false)
  })

  test('param: disabled without a gateway', () => {
    const { kit } = make()
    for (const query of [identityQuery, namesQuery, activityQuery, nftsQuery]) {
      expect(query(kit, subject)).toMatchObject({ enabled: false })
    }
  })
})

describe('peekIdentity', () => {
  const now = 1_800_000_000_000
  const key = ada.toLowerCase()
  const peek = (stored: unknown) => {
    const text = typeof stored === 'string' ? stored : JSON.stringify(stored)
    return peekIdentity(make({ storage: memoryStorage({ '@appkit/identity_cache': text }) }).kit, ada, now)
  }

  test('behavior: returns what the last visit has stored, until its lifetime ends', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now })
    const { url } = await gateway({
      [`/v1/identity/${ada}`]: { name: 'ada.test', avatar: null, resolvedAt: '2027-01-15T08:00:00Z' },
    })
    const { kit } = make({ gatewayUrl: url })
    expect(peekIdentity(kit, ada)).toBeUndefined()
    await fetchIdentity(kit, subject)
    expect(peekIdentity(kit, ada, now + 300_000)).toEqual({ name: 'ada.test', avatar: null })
    expect(peekIdentity(kit, ada, now + 300_001)).toBeUndefined()
    expect(peekIdentity(kit, ada, now - 1)).toBeUndefined()
  })

  test.each([
    '{',
    'null',
    '[]',
    { [key]: null },
    { [key]: { timestamp: 'x', value: { name: 'a', avatar: null } } },
    { [key]: { timestamp: now, value: { name: 1, avatar: null } } },
    { [key]: { timestamp: now, value: { name: 'a' } } },
    { [key]: { timestamp: now, identity: { name: 'a', avatar: null } } },
  ])('error: %j in the storage is ignored', (stored) => {
    expect(peek(stored)).toBeUndefined()
  })
})

const transaction = (id: string) => ({
  id,
  metadata: {
    operationType: 'send',
    hash: id,
    minedAt: '2027-01-15T08:00:00Z',
    sentFrom: ada,
    sentTo: ada,
    status: 'confirmed',
    nonce: 0,
    chain: 'eip155:1',
  },
  transfers: null,
})
const nft = (id: string) => ({
  id,
  chainId: 'eip155:1',
  contractAddress: `eip155:1:${ada}`,
  tokenId: id,
  standard: 'erc721',
  name: id,
  description: null,
  collection: { name: 'Art', symbol: 'ART' },
  image: null,
  quantity: '1',
})

describe.each([
  ['activityQuery', activityQuery, `/v1/account/${ada}/history`, transaction],
  ['nftsQuery', nftsQuery, `/v1/account/eip155:1:${ada}/nfts`, nft],
] as const)('%s', (_, query, path, entry) => {
  test('behavior: continues with the cursor of the last page until the end', async () => {
    const { url, requests } = await gateway({
      [path]: { data: [entry('a')], next: 'second page' },
      [`${path}?second page`]: { data: [entry('b')], next: null },
    })
    const { kit, client } = make({ gatewayUrl: url })
    const observer = new InfiniteQueryObserver(client, {
      ...query(kit, subject),
      refetchInterval: false,
    } as never)
    const first = await observer.fetchNextPage()
    expect(first.hasNextPage).toBe(true)
    const second = await observer.fetchNextPage()
    const { pages } = second.data as unknown as { pages: { data: { id: string }[] }[] }
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(['a', 'b'])
    expect(second.hasNextPage).toBe(false)
    expect(requests.map(({ searchParams }) => searchParams.get('cursor'))).toEqual([null, 'second page'])
    observer.destroy()
  })
})

describe('watchTransactions', () => {
  const sent = { type: 'transaction', namespace: 'eip155', hash: '0x1', networkId: 'eip155:1' } as const

  test('behavior: invalidates account data once a sent transaction is in a block', async () => {
    const mined = deferred()
    const waited: unknown[] = []
    const { kit, client, read } = make(
      {},
      {
        getBalances: async () => [balance('rpc')],
        async waitForTransaction({ hash, network }) {
          waited.push([hash, network.caipNetworkId])
          await mined.promise
        },
      },
    )
    await read()
    const isOutdated = () => client.getQueryState(['portfolio', `eip155:1:${ada}`])?.isInvalidated
    kit.events.emit(sent)
    await vi.waitFor(() => expect(waited).toEqual([['0x1', 'eip155:1']]))
    expect(isOutdated()).toBe(false)
    mined.resolve()
    await vi.waitFor(() => expect(isOutdated()).toBe(true))
  })

  test('error: a lost transaction, or one of an unknown network, is ignored', async () => {
    const { kit, client, read } = make(
      {},
      {
        getBalances: async () => [balance('rpc')],
        waitForTransaction: () => Promise.reject(new Error('lost')),
      },
    )
    await read()
    kit.events.emit(sent)
    kit.events.emit({ ...sent, networkId: 'eip155:999' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(client.getQueryState(['portfolio', `eip155:1:${ada}`])?.isInvalidated).toBe(false)
  })
})
