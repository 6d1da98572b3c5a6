import { InfiniteQueryObserver } from '@tanstack/query-core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { testKit } from '../testing/testKit.ts'
import { connectLayout } from '../wallets/connectLayout.ts'
import { getQueryClient } from './getQueryClient.ts'
import { identifyConnectors } from './identifyConnectors.ts'
import { walletsQuery } from './walletsQuery.ts'

const gatewayUrl = 'https://gateway.example'
const wallet = (id: string, rdns?: string) => ({
  id,
  name: id,
  homepage: 'https://w.example',
  order: 1,
  rdns,
})

/** Starts a gateway with these wallets that records requests. */
function serve(all: ReturnType<typeof wallet>[]) {
  const requests: URL[] = []
  vi.stubGlobal('fetch', async (url: URL) => {
    requests.push(url)
    const [page, entries] = ['page', 'entries'].map((name) => Number(url.searchParams.get(name)))
    const start = ((page ?? 1) - 1) * (entries ?? 40)
    return Response.json({ count: all.length, data: all.slice(start, start + (entries ?? 40)) })
  })
  return requests
}

afterEach(() => vi.unstubAllGlobals())

describe('walletsQuery', () => {
  test('behavior: fetches all pages, for the namespaces of the networks', async () => {
    const requests = serve(Array.from({ length: 5 }, (_, index) => wallet(`w${index}`)))
    const { kit } = testKit({ gatewayUrl })
    const observer = new InfiniteQueryObserver(
      getQueryClient(kit),
      walletsQuery(kit, { search: 'fox', include: ['a', 'b'], entries: 2 }),
    )
    const stop = observer.subscribe(() => {})
    await vi.waitFor(() => expect(observer.getCurrentResult().data?.pages).toHaveLength(1))
    await observer.fetchNextPage()
    const { data, hasNextPage } = await observer.fetchNextPage()
    stop()
    expect(data?.pages.flatMap((page) => page.data.map(({ id }) => id))).toEqual([
      'w0',
      'w1',
      'w2',
      'w3',
      'w4',
    ])
    expect(hasNextPage).toBe(false)
    expect(requests[0]?.pathname).toBe('/getWallets')
    expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
      search: 'fox',
      include: 'a,b',
      chains: 'eip155:8453',
      entries: '2',
      page: '1',
    })
  })

  test.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 'ios'],
    ['Mozilla/5.0 (Linux; Android 16)', 'android'],
    ['Mozilla/5.0 (X11; Linux x86_64)', undefined],
  ])('behavior: on %s it asks for what runs there', async (userAgent, platform) => {
    const requests = serve([])
    vi.stubGlobal('navigator', { userAgent })
    const { kit } = testKit({ gatewayUrl })
    await getQueryClient(kit).fetchInfiniteQuery(walletsQuery(kit) as never)
    expect(requests[0]?.searchParams.get('platform') ?? undefined).toBe(platform)
  })

  test('error: a link with an unsafe scheme is rejected', async () => {
    serve([{ ...wallet('a'), homepage: 'javascript:alert(1)' }])
    const { kit } = testKit({ gatewayUrl })
    const query = { ...walletsQuery(kit), retry: false }
    await expect(getQueryClient(kit).fetchInfiniteQuery(query as never)).rejects.toThrow()
  })

  test('behavior: disabled without a gateway', () => {
    expect(walletsQuery(testKit().kit).enabled).toBe(false)
  })
})

describe('identifyConnectors', () => {
  const connectors = [
    { id: 'io.fox', name: 'Fox', rdns: 'io.fox', type: 'ANNOUNCED', namespace: 'eip155' },
    { id: 'io.new', name: 'New', rdns: 'io.new', type: 'ANNOUNCED', namespace: 'eip155' },
  ] as const

  test('behavior: installed wallets get the explorer IDs that an exclude list contains', async () => {
    const requests = serve([wallet('f0f0', 'io.fox')])
    const { kit } = testKit({ gatewayUrl, excludeWalletIds: ['f0f0'] })
    kit.store.setState({ connectors })
    await identifyConnectors(kit)
    expect(requests.map((url) => url.searchParams.get('rdns'))).toEqual(['io.fox,io.new'])
    expect(kit.store.getState().connectors.map(({ explorerId }) => explorerId)).toEqual(['f0f0', undefined])
  })

  const standard = { id: 'Phantom', name: 'Phantom', type: 'ANNOUNCED', namespace: 'solana' } as const

  test('behavior: a wallet without a reverse domain name is identified by its name', async () => {
    const requests: URL[] = []
    vi.stubGlobal('fetch', async (url: URL) => {
      requests.push(url)
      const phantom = { ...wallet('a797'), name: 'Phantom' }
      return Response.json({ count: 1, data: url.searchParams.get('names') ? [phantom] : [] })
    })
    const { kit } = testKit({ gatewayUrl, includeWalletIds: ['a797'] })
    const commas = { ...standard, id: 'A, B', name: 'A, B' }
    kit.store.setState({ connectors: [...connectors, standard, commas] })
    expect(connectLayout(kit.store.getState()).hasInstalled).toBe(false)
    await identifyConnectors(kit)
    // A list cannot contain a name with a comma.
    expect(requests.map((url) => url.searchParams.get('names'))).toEqual([null, 'Phantom'])
    expect(requests.map((url) => url.searchParams.get('rdns'))).toEqual(['io.fox,io.new', null])
    expect(kit.store.getState().connectors[2]?.explorerId).toBe('a797')
    expect(connectLayout(kit.store.getState()).hasInstalled).toBe(true)
    kit.store.setState(({ settings }) => ({
      settings: { ...settings, includeWalletIds: [], excludeWalletIds: ['a797'] },
    }))
    const { groups } = connectLayout(kit.store.getState())
    expect(groups.flatMap((group) => group.connectors.map(({ id }) => id))).toEqual([
      'io.fox',
      'io.new',
      'A, B',
    ])
  })

  test('behavior: once identified, nothing is requested or changed again', async () => {
    const requests = serve([wallet('f0f0', 'io.fox')])
    const { kit } = testKit({ gatewayUrl, excludeWalletIds: ['f0f0'] })
    kit.store.setState({ connectors })
    await identifyConnectors(kit)
    const before = kit.store.getState()
    await identifyConnectors(kit)
    expect(requests).toHaveLength(1)
    expect(kit.store.getState()).toBe(before)
  })

  test('behavior: sends no request without such a list', async () => {
    const requests = serve([wallet('f0f0', 'io.fox')])
    const { kit } = testKit({ gatewayUrl })
    kit.store.setState({ connectors })
    await identifyConnectors(kit)
    expect(requests).toEqual([])
  })
})
