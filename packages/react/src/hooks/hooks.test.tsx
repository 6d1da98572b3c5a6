// @vitest-environment jsdom

import { connect, getDefaultKit } from '@portico/core'
import {
  ada,
  fakeNamespace,
  fakeSIWX,
  fakeWallet,
  memoryStorage,
  sessionOf,
  until,
} from '@portico/core/testing'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { createAppKit } from '../createAppKit.ts'
import { getDefaultAppKit, setDefaultAppKit } from '../defaultKit.ts'
import * as portico from '../index.ts'
import { base, mainnet } from '../networks.ts'
import type { AppKitOptions } from '../options.ts'
import { installBrowserMethods } from '../testing/installBrowserMethods.ts'

installBrowserMethods()

const {
  useAppKit,
  useAppKitAccount,
  useAppKitBalance,
  useAppKitEvents,
  useAppKitNetwork,
  useAppKitProvider,
  useAppKitSession,
  useAppKitSIWX,
  useAppKitState,
  useAppKitTheme,
  useDisconnect,
  useWalletInfo,
} = portico

afterEach(() => {
  cleanup()
  getDefaultAppKit()?.scope.kit.destroy()
  setDefaultAppKit(undefined)
})

function setup(options: Partial<AppKitOptions> = {}) {
  const wallet = fakeWallet()
  const balance = {
    ...{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', price: 0, iconUrl: '' },
    quantity: { decimals: '18', numeric: '1.5' },
  }
  const { namespace } = fakeNamespace([wallet], { getBalances: async () => [balance] })
  const appKit = createAppKit({
    projectId: 'test',
    networks: [mainnet, base],
    adapters: [{ namespace }],
    storage: memoryStorage(),
    logLevel: 'silent',
    ...options,
  })
  const { kit } = appKit.scope
  return { appKit, kit, wallet, connectWallet: () => act(() => connect(kit, { connectorId: 'dev.fake' })) }
}

describe('every hook', () => {
  const hooks = Object.entries(portico).filter(([name]) => name.startsWith('use'))

  test.each(hooks)('error: %s throws before createAppKit', (_, hook) => {
    expect(hooks.length).toBeGreaterThanOrEqual(12)
    expect(() => renderHook(() => (hook as (argument?: unknown) => unknown)(undefined))).toThrow(
      'Please call createAppKit before using a hook',
    )
  })
})

describe('createAppKit', () => {
  test('behavior: a second call returns the first instance', () => {
    const { appKit } = setup()
    expect(createAppKit({ projectId: 'other', networks: [base] })).toBe(appKit)
  })

  test('behavior: hooks of chain packages find its kit', () => {
    const { kit } = setup()
    expect(getDefaultKit()).toBe(kit)
  })

  test('error: siwx and siweConfig exclude each other, and no instance remains', () => {
    expect(() => setup({ siwx: {} as never, siweConfig: {} as never })).toThrow(
      'Cannot set both `siweConfig` and `siwx` options',
    )
    expect(getDefaultAppKit()).toBeUndefined()
  })
})

describe('useAppKit', () => {
  test('behavior: opens and closes the modal; the returned object is stable', async () => {
    const { appKit } = setup()
    const { result, rerender } = renderHook(() => useAppKit())
    const first = result.current
    rerender()
    expect(result.current).toBe(first)
    await act(() => result.current.open({ view: 'Networks' }))
    expect(appKit.isOpen()).toBe(true)
    await act(() => result.current.close())
    expect(appKit.isOpen()).toBe(false)
  })
})

describe('useAppKitAccount', () => {
  test('behavior: follows the connection and rerenders only when its value changes', async () => {
    const { kit, connectWallet } = setup()
    let renders = 0
    const { result } = renderHook(() => {
      renders += 1
      return useAppKitAccount()
    })
    expect(result.current).toMatchObject({ status: 'disconnected', isConnected: false })
    await connectWallet()
    expect(result.current).toMatchObject({
      status: 'connected',
      address: ada,
      caipAddress: `eip155:1:${ada}`,
    })
    const before = renders
    act(() => kit.store.setState({ gatewayReachable: false }))
    expect(renders).toBe(before)
    expect(renderHook(() => useAppKitAccount({ namespace: 'solana' })).result.current.isConnected).toBe(false)
  })
})

describe('useAppKitNetwork, useAppKitProvider, useWalletInfo, useDisconnect', () => {
  test('behavior: return the wallet’s network, provider and name until disconnected', async () => {
    const { wallet, connectWallet } = setup()
    const { result } = renderHook(() => ({
      network: useAppKitNetwork(),
      provider: useAppKitProvider<typeof wallet>('eip155'),
      wallet: useWalletInfo(),
      disconnect: useDisconnect(),
    }))
    expect(result.current.network).toMatchObject({ chainId: 1, caipNetworkId: 'eip155:1' })
    expect(result.current.provider).toEqual({ walletProvider: undefined, walletProviderType: undefined })
    await connectWallet()
    expect(result.current.provider).toEqual({ walletProvider: wallet, walletProviderType: 'ANNOUNCED' })
    expect(result.current.wallet.walletInfo).toMatchObject({ name: 'Fake' })
    await act(() => result.current.network.switchNetwork(base))
    expect(result.current.network.caipNetwork?.name).toBe('Base')
    wallet.switchTo = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
    await expect(result.current.network.switchNetwork(mainnet)).rejects.toThrow('no')
    await act(() => result.current.disconnect.disconnect())
    expect(result.current.provider.walletProvider).toBeUndefined()
    expect(result.current.wallet.walletInfo).toBeUndefined()
  })
})

describe('useDisconnect', () => {
  test('behavior: with an ID, disconnects only what is connected through this connector', async () => {
    const { appKit, connectWallet } = setup()
    const { result } = renderHook(() => useDisconnect())
    await connectWallet()
    await act(() => result.current.disconnect({ id: 'another' }))
    await act(() => result.current.disconnect({ id: 'dev.fake', namespace: 'solana' }))
    expect(appKit.getIsConnectedState()).toBe(true)
    await act(() => result.current.disconnect({ id: 'dev.fake' }))
    expect(appKit.getIsConnectedState()).toBe(false)
  })
})

describe('useAppKitState, useAppKitEvents, useAppKitTheme', () => {
  test('behavior: return the modal’s state, the latest event and the theme', async () => {
    const { appKit } = setup({ themeMode: 'light' })
    const { result } = renderHook(() => ({
      state: useAppKitState(),
      event: useAppKitEvents(),
      theme: useAppKitTheme(),
    }))
    expect(result.current.state).toEqual({
      loading: false,
      open: false,
      selectedNetworkId: 'eip155:1',
      activeChain: 'eip155',
      initialized: true,
      connectingWallet: undefined,
      email: true,
      socials: expect.any(Array),
      activity: true,
      multiWallet: false,
      headless: false,
    })
    expect(result.current.event).toEqual({
      timestamp: 0,
      data: { type: 'track', event: 'MODAL_CREATED' },
      reportedErrors: {},
    })
    await act(() => appKit.open())
    expect(result.current.state.open).toBe(true)
    expect(result.current.event.data).toMatchObject({ type: 'track', event: 'MODAL_OPEN' })
    expect(result.current.theme.themeMode).toBe('light')
    act(() => result.current.theme.setThemeMode('dark'))
    expect(result.current.theme.themeMode).toBe('dark')
  })
})

describe('useAppKitBalance', () => {
  test('behavior: fetches on demand; without an account it returns an error instead of throwing', async () => {
    const { connectWallet } = setup()
    const { result } = renderHook(() => useAppKitBalance())
    expect(await result.current.fetchBalance()).toMatchObject({ isError: true, isSuccess: false })
    await connectWallet()
    expect(await result.current.fetchBalance()).toEqual({
      data: { balance: '1.5', symbol: 'ETH', formatted: '1.5 ETH' },
      error: null,
      isSuccess: true,
      isError: false,
    })
  })
})

describe('useAppKitSession, useAppKitSIWX', () => {
  test('behavior: return the sign-in status and the configuration', async () => {
    const siwx = fakeSIWX()
    siwx.sessions.push(sessionOf(ada))
    const { kit, connectWallet } = setup({ siwx })
    const { result } = renderHook(() => ({ session: useAppKitSession(), siwx: useAppKitSIWX() }))
    expect(result.current).toEqual({ session: { status: 'idle', session: undefined }, siwx })
    await connectWallet()
    await act(() => until(kit, (state) => state.signIn.status === 'signed-in'))
    expect(result.current.session.session).toEqual({ address: ada, networkId: 'eip155:1' })
  })
})
