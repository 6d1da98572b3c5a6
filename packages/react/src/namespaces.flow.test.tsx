// @vitest-environment jsdom

import { activateNamespace, connect, disconnect, type Kit, signIn } from '@portico/core'
import { ada, fakeSIWX, namespaceIds, threeNamespaces, until } from '@portico/core/testing'
import type { NamespaceId } from '@portico/protocol'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createInstance } from './appKit.ts'
import { setDefaultAppKit } from './defaultKit.ts'
import { useAppKitAccount } from './hooks/useAppKitAccount.ts'
import { useAppKitNetwork } from './hooks/useAppKitNetwork.ts'
import { useAppKitProvider } from './hooks/useAppKitProvider.ts'
import { useAppKitState } from './hooks/useAppKitState.ts'
import { useDisconnect } from './hooks/useDisconnect.ts'
import { useWalletInfo } from './hooks/useWalletInfo.ts'
import { watchEffects } from './modal/effects.ts'
import { goBack, openModal } from './modal/modalActions.ts'
import { createRouter, currentView } from './modal/router.ts'
import { base, solana, solanaDevnet } from './networks.ts'
import { createTheme } from './theme.ts'

const stops: (() => void)[] = []
afterEach(() => {
  cleanup()
  setDefaultAppKit(undefined)
  for (const stop of stops.splice(0)) stop()
})

const ids = { eip155: 'io.poly', solana: 'Polyglot', bip122: 'Polyglot' } as const
const solanaAccount = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'

function setup(options: Parameters<typeof threeNamespaces>[0] = {}) {
  const made = threeNamespaces(options)
  const scope = { kit: made.kit, router: createRouter(), theme: createTheme({}) }
  const appKit = createInstance(scope)
  setDefaultAppKit(appKit)
  stops.push(watchEffects(scope), () => made.kit.destroy())
  const shown = () => {
    const state = scope.router.store.getState()
    return state.open ? currentView(state) : undefined
  }
  return { ...made, scope, appKit, shown }
}
const connectWallet = (kit: Kit, namespace: NamespaceId) =>
  connect(kit, { namespace, connectorId: ids[namespace] })

describe('hooks and methods with several namespaces', () => {
  test('behavior: each namespace has its own account; without a namespace, hooks return the active one', async () => {
    const { kit, wallets, appKit } = setup()
    const { result } = renderHook(() => ({
      active: useAppKitAccount(),
      solana: useAppKitAccount({ namespace: 'solana' }),
      bitcoin: useAppKitAccount({ namespace: 'bip122' }),
      network: useAppKitNetwork(),
      provider: useAppKitProvider('solana'),
      wallet: useWalletInfo('bip122'),
      activeChain: useAppKitState().activeChain,
      solanaDisconnect: useDisconnect({ namespace: 'solana' }),
    }))
    await act(() => connectWallet(kit, 'eip155'))
    await act(() => connectWallet(kit, 'solana'))
    expect(result.current).toMatchObject({
      active: { address: solanaAccount, status: 'connected' },
      solana: {
        allAccounts: [
          {
            namespace: 'solana',
            address: solanaAccount,
            caipAddress: `${solana.caipNetworkId}:${solanaAccount}`,
          },
        ],
      },
      bitcoin: { status: 'disconnected', allAccounts: [] },
      network: { caipNetworkId: solana.caipNetworkId },
      provider: { walletProvider: wallets.solana },
      wallet: { walletInfo: undefined },
      activeChain: 'solana',
    })
    act(() => activateNamespace(kit, { namespace: 'eip155' }))
    expect(result.current).toMatchObject({
      active: { address: ada },
      solana: { address: solanaAccount },
      activeChain: 'eip155',
    })
    expect([appKit.getAddress('solana'), appKit.getAddress(), appKit.getProvider('solana')]).toEqual([
      solanaAccount,
      ada,
      wallets.solana,
    ])
    await act(() => result.current.solanaDisconnect.disconnect())
    expect(result.current).toMatchObject({ active: { isConnected: true }, solana: { isConnected: false } })
  })

  test('behavior: open with a namespace shows its account if connected, otherwise its wallets', async () => {
    const { kit, appKit, shown } = setup()
    await appKit.open({ view: 'Connect', namespace: 'solana' })
    expect(shown()).toEqual({ name: 'connect', namespace: 'solana' })
    await connectWallet(kit, 'eip155')
    for (const view of [undefined, 'Account', 'Connect']) {
      await appKit.open({ view, namespace: 'solana' })
      expect(shown()).toEqual({ name: 'connect', namespace: 'solana' })
    }
    expect(appKit.getActiveChainNamespace()).toBe('eip155')
    await connectWallet(kit, 'solana')
    await appKit.open({ namespace: 'eip155' })
    expect([shown()?.name, appKit.getActiveChainNamespace()]).toEqual(['account', 'eip155'])
    await appKit.open({ view: 'ProfileWallets' })
    expect(shown()?.name).toBe('profile-wallets')
  })

  test('behavior: switchNetwork to a namespace without a wallet asks to connect and stores the network', async () => {
    const { kit, appKit, shown, wallets } = setup()
    await connectWallet(kit, 'eip155')
    await appKit.switchNetwork(solanaDevnet)
    expect(shown()).toEqual({ name: 'switch-active-chain', networkId: solanaDevnet.caipNetworkId })
    expect(appKit.getCaipNetworkId()).toBe('eip155:1')
    await connectWallet(kit, 'solana')
    expect(wallets.solana.networkId).toBe(solanaDevnet.caipNetworkId)
    expect(shown()).toBeUndefined()
    await appKit.switchNetwork(base)
    expect([appKit.getActiveChainNamespace(), shown()]).toEqual(['eip155', undefined])
  })
})

describe('the modal with several namespaces', () => {
  test('behavior: goes back to Connect of a second namespace, and closes when that is connected', async () => {
    const { kit, scope, shown } = setup()
    await connectWallet(kit, 'eip155')
    openModal(scope, { name: 'connect', namespace: 'solana' })
    scope.router.push({ name: 'connecting-external', connectorId: 'Polyglot', namespace: 'solana' })
    goBack(scope)
    expect(shown()).toEqual({ name: 'connect', namespace: 'solana' })
    scope.router.push({ name: 'connecting-multi-chain', connectorId: 'io.poly' })
    await connectWallet(kit, 'solana')
    expect(shown()).toBeUndefined()
  })

  test('behavior: each namespace signs in separately; disconnecting one keeps the other', async () => {
    const { kit, shown, appKit } = setup({ siwx: fakeSIWX() })
    await connectWallet(kit, 'eip155')
    await until(kit, (state) => state.signIn.status === 'needed')
    expect(shown()?.name).toBe('sign-message')
    await signIn(kit)
    await vi.waitFor(() => expect(shown()).toBeUndefined())
    await connectWallet(kit, 'solana')
    await until(kit, (state) => state.signIn.status === 'needed')
    expect(shown()?.name).toBe('sign-message')
    await disconnect(kit, { namespace: 'solana' })
    await until(kit, (state) => state.signIn.status === 'signed-in')
    expect([appKit.getAddress(), shown()?.name]).toEqual([ada, undefined])
  })

  test('error: a sign-in that cannot start shows a message, although another namespace is signed in', async () => {
    const siwx = fakeSIWX()
    const { getSessions } = siwx
    siwx.getSessions = (chainId, address) =>
      chainId.startsWith('solana') ? Promise.reject(new Error('broken')) : getSessions(chainId, address)
    const { kit, scope, shown } = setup({ siwx })
    await connectWallet(kit, 'eip155')
    await until(kit, (state) => state.signIn.status === 'needed')
    await signIn(kit)
    openModal(scope, { name: 'connect', namespace: 'solana' })
    await connectWallet(kit, 'solana')
    await until(kit, ({ signIn: now }) => now.status === 'signed-in' && now.networkId === 'eip155:1')
    expect(shown()).toEqual({ name: 'connect' })
    expect(scope.router.store.getState().snack?.text).toBe('notice.authInitFailed')
  })

  test('behavior: disconnecting closes the account view; the list of wallets stays open', async () => {
    const { kit, scope, shown } = setup()
    for (const namespace of namespaceIds) await connectWallet(kit, namespace)
    openModal(scope, { name: 'profile-wallets' })
    await disconnect(kit, { namespace: 'bip122' })
    expect(shown()?.name).toBe('profile-wallets')
    openModal(scope, { name: 'account' })
    await disconnect(kit, { namespace: 'eip155' })
    expect(shown()).toBeUndefined()
    openModal(scope, { name: 'profile-wallets' })
    await disconnect(kit)
    expect(shown()).toBeUndefined()
  })
})
