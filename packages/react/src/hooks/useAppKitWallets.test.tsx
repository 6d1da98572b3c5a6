// @vitest-environment jsdom

import { addConnectors } from '@portico/core/internal'
import { ada, deferred, fakeNamespace, fakeWallet, memoryStorage } from '@portico/core/testing'
import { RpcError } from '@portico/protocol'
import type { WalletConnect } from '@portico/walletconnect'
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAppKit } from '../createAppKit.ts'
import { getDefaultAppKit, setDefaultAppKit } from '../defaultKit.ts'
import { toListedItem } from '../headless/toWalletItem.ts'
import { mainnet } from '../networks.ts'
import type { AppKitOptions } from '../options.ts'
import { installBrowserMethods } from '../testing/installBrowserMethods.ts'
import { startWalletConnect } from '../walletConnect/startWalletConnect.ts'
import { useAppKitWallets } from './useAppKitWallets.ts'

// The code that is loaded on use can take longer than a second on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

vi.mock('../walletConnect/startWalletConnect.ts')

const listed = (name: string) => ({
  ...{ id: name.toLowerCase(), name, homepage: 'https://wallet.test', order: 1 },
  mobile_link: `${name.toLowerCase()}://`,
})
let requested: URLSearchParams[] = []
beforeAll(installBrowserMethods)
beforeEach(() => {
  requested = []
  vi.stubGlobal('fetch', async (input: unknown) => {
    const query = new URL(String(input)).searchParams
    requested.push(query)
    return Response.json({ count: 2, data: [listed(query.get('page') === '2' ? 'Trust' : 'Rainbow')] })
  })
})
afterEach(() => {
  cleanup()
  getDefaultAppKit()?.scope.kit.destroy()
  setDefaultAppKit(undefined)
  vi.unstubAllGlobals()
})

function setup(options: Partial<AppKitOptions> = {}) {
  const wallet = fakeWallet()
  const { namespace } = fakeNamespace([wallet])
  const appKit = createAppKit({
    projectId: 'test',
    networks: [mainnet],
    adapters: [{ namespace }],
    storage: memoryStorage(),
    logLevel: 'silent',
    gatewayUrl: 'https://gateway.test',
    walletConnect: { relayUrl: 'wss://relay.test' },
    features: { headless: true },
    ...options,
  })
  const { kit } = appKit.scope
  const answer = deferred<Awaited<ReturnType<WalletConnect['connect']>>>()
  const signals: (AbortSignal | undefined)[] = []
  vi.mocked(startWalletConnect).mockImplementation(() => {
    addConnectors(kit, [
      {
        ...{ id: 'walletConnect', name: 'WalletConnect', type: 'WALLET_CONNECT', namespace: 'eip155' },
        connect: async () => ({ accounts: [{ address: ada, type: 'eoa' }], networkId: 'eip155:1' }),
        disconnect: async () => {},
        switchNetwork: async () => {},
        signMessage: async () => '0x',
        getProvider: () => undefined,
        subscribe: () => () => {},
      },
    ])
    return {
      connect: ({ onUri, signal }) => {
        signals.push(signal)
        onUri('wc:1@2', { expiresAt: Date.now() + 60_000 })
        return answer.promise
      },
    } as Partial<WalletConnect> as WalletConnect
  })
  const { result } = renderHook(() => useAppKitWallets())
  return { appKit, kit, wallet, answer, signals, result }
}

describe('useAppKitWallets', () => {
  test('behavior: lists installed wallets and connects one without the modal', async () => {
    const { appKit, wallet, result } = setup()
    await waitFor(() =>
      expect(result.current).toMatchObject({ isInitialized: true, wcWallets: [], page: 0, count: 0 }),
    )
    expect(result.current.wallets).toMatchObject([
      {
        id: 'dev.fake',
        name: 'Fake',
        isInjected: true,
        connectors: [{ id: 'dev.fake', namespace: 'eip155' }],
      },
    ])
    const approval = deferred()
    wallet.connect = () => approval.promise
    const [first] = result.current.wallets
    if (!first) throw new Error('No wallet is listed.')
    let connecting: Promise<void> | undefined
    act(() => {
      connecting = result.current.connect(first)
    })
    await waitFor(() => expect(result.current.connectingWallet?.id).toBe('dev.fake'))
    approval.resolve()
    await act(async () => connecting)
    expect(appKit.getAddress()).toBe(ada)
    expect([result.current.connectingWallet, appKit.isOpen()]).toEqual([undefined, false])
  })

  test('behavior: images of the options, also on another host; those of lists only from the gateway', async () => {
    const other = 'https://images.test/a.png'
    const { kit, result } = setup({
      connectorImages: { 'dev.fake': '/fake.svg', 'me.rainbow': '/rainbow.svg' },
      customWallets: [{ id: 'mine', name: 'Mine', image_url: other }],
    })
    await waitFor(() =>
      expect(Object.fromEntries(result.current.wallets.map(({ id, imageUrl }) => [id, imageUrl]))).toEqual({
        'dev.fake': '/fake.svg',
        mine: other,
      }),
    )
    const wallet = { id: 'a1', name: 'Rainbow', image_url: 'https://images.test/b.png' }
    const imageOf = (rdns?: string) =>
      toListedItem(kit.store.getState(), { ...wallet, rdns }, { kit }).imageUrl
    expect([imageOf(), imageOf('me.rainbow')]).toEqual([undefined, '/rainbow.svg'])
  })

  test('behavior: fetches, searches and pages the gateway’s list', async () => {
    const { result } = setup()
    await act(() =>
      result.current.fetchWallets({ search: 'a', entries: 1, badge: 'certified', sort: 'name' }),
    )
    const sent = Object.fromEntries(requested[0] ?? [])
    expect(sent).toMatchObject({ search: 'a', entries: '1', badge: 'certified', sort: 'name', page: '1' })
    await act(() => result.current.fetchWallets({ search: 'a', entries: 1, page: 2 }))
    expect(result.current).toMatchObject({ page: 2, count: 2, isFetchingWallets: false })
    expect(result.current.wcWallets).toMatchObject([
      { name: 'Rainbow', isInjected: false, walletInfo: { deepLink: 'rainbow://' } },
      { name: 'Trust' },
    ])
    await act(() => result.current.fetchWallets({ query: 'b' }))
    expect(result.current.wcWallets).toHaveLength(1)
    expect(requested.at(-1)?.get('search')).toBe('b')
  })

  test('error: a list that cannot be fetched rejects and is not pending', async () => {
    const { result } = setup()
    vi.stubGlobal('fetch', async () => Response.json({}, { status: 400 }))
    await act(() => expect(result.current.fetchWallets()).rejects.toThrow())
    expect(result.current).toMatchObject({ isFetchingWallets: false, wcWallets: [] })
  })

  test('behavior: connects a wallet of the list with a pairing URI that the application shows', async () => {
    const { appKit, kit, answer, result } = setup()
    await act(() => result.current.fetchWallets())
    const [rainbow] = result.current.wcWallets
    if (!rainbow) throw new Error('No wallet was fetched.')
    let connecting: Promise<void> | undefined
    act(() => {
      connecting = result.current.connect(rainbow)
    })
    await waitFor(() => expect(result.current.wcUri).toBe('wc:1@2'))
    // A change of the modal, which stays closed, does not cancel the pairing.
    act(() => appKit.setLoading(true))
    expect(result.current).toMatchObject({ connectingWallet: { name: 'Rainbow' }, isFetchingWcUri: false })
    expect(result.current.wcClientId).toBe(kit.getClientId())
    answer.resolve({ namespaces: ['eip155'], proofs: [], wallet: { name: 'Rainbow' } })
    await act(async () => connecting)
    expect([appKit.getAddress(), appKit.isOpen()]).toEqual([ada, false])
    expect(result.current).toMatchObject({ wcUri: undefined, wcError: false, connectingWallet: undefined })
  })

  test('behavior: gets and resets a pairing URI', async () => {
    const { signals, result } = setup()
    await act(() => result.current.getWcUri())
    expect(result.current.wcUri).toBe('wc:1@2')
    act(() => result.current.resetWcUri())
    await waitFor(() => expect(result.current.wcUri).toBeUndefined())
    expect(signals[0]?.aborted).toBe(true)
    expect(result.current.wcError).toBe(false)
  })

  test('error: a wallet that rejects sets wcError', async () => {
    const { answer, result } = setup()
    await act(() => result.current.getWcUri())
    await act(async () => answer.reject(new RpcError({ rpcCode: 4001, message: 'Rejected.' })))
    await waitFor(() => expect(result.current).toMatchObject({ wcError: true, wcUri: undefined }))
  })

  test('error: without features.headless it lists nothing and raises an alert', async () => {
    const { kit, result } = setup({ features: {} })
    expect(result.current).toMatchObject({ wallets: [], isInitialized: false })
    expect(kit.store.getState().alert).toEqual({ id: 'headless-not-enabled' })
    await expect(result.current.fetchWallets()).rejects.toThrow('Set features.headless')
    expect(requested).toEqual([])
  })
})
