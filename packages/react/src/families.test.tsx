// @vitest-environment jsdom

import { activateNamespace, connect, disconnect, type Kit, signIn } from '@portico/core'
import { ada, fakeSIWX, families, threeFamilies, until } from '@portico/core/testing'
import type { NamespaceId } from '@portico/protocol'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
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

function make(options: Parameters<typeof threeFamilies>[0] = {}) {
  const made = threeFamilies(options)
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
const join = (kit: Kit, namespace: NamespaceId) => connect(kit, { namespace, connectorId: ids[namespace] })

describe('hooks and methods of several families', () => {
  test('behavior: each family has its own, and those without a name follow the one in use', async () => {
    const { kit, wallets, appKit } = make()
    const { result } = renderHook(() => ({
      own: useAppKitAccount(),
      solana: useAppKitAccount({ namespace: 'solana' }),
      bitcoin: useAppKitAccount({ namespace: 'bip122' }),
      network: useAppKitNetwork(),
      provider: useAppKitProvider('solana'),
      wallet: useWalletInfo('bip122'),
      active: useAppKitState().activeChain,
      leave: useDisconnect({ namespace: 'solana' }),
    }))
    await act(() => join(kit, 'eip155'))
    await act(() => join(kit, 'solana'))
    expect(result.current).toMatchObject({
      own: { address: solanaAccount, status: 'connected' },
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
      active: 'solana',
    })
    act(() => activateNamespace(kit, { namespace: 'eip155' }))
    expect(result.current).toMatchObject({
      own: { address: ada },
      solana: { address: solanaAccount },
      active: 'eip155',
    })
    expect([appKit.getAddress('solana'), appKit.getAddress(), appKit.getProvider('solana')]).toEqual([
      solanaAccount,
      ada,
      wallets.solana,
    ])
    await act(() => result.current.leave.disconnect())
    expect(result.current).toMatchObject({ own: { isConnected: true }, solana: { isConnected: false } })
  })

  test('behavior: open with a family: its account where connected, else its wallets, and nobody loses theirs', async () => {
    const { kit, appKit, shown } = make()
    await appKit.open({ view: 'Connect', namespace: 'solana' })
    expect(shown()).toEqual({ name: 'connect', namespace: 'solana' })
    await join(kit, 'eip155')
    for (const view of [undefined, 'Account', 'Connect']) {
      await appKit.open({ view, namespace: 'solana' })
      expect(shown()).toEqual({ name: 'connect', namespace: 'solana' })
    }
    expect(appKit.getActiveChainNamespace()).toBe('eip155')
    await join(kit, 'solana')
    await appKit.open({ namespace: 'eip155' })
    expect([shown()?.name, appKit.getActiveChainNamespace()]).toEqual(['account', 'eip155'])
    await appKit.open({ view: 'ProfileWallets' })
    expect(shown()?.name).toBe('profile-wallets')
  })

  test('behavior: switchNetwork to a family without a wallet asks for one, and remembers the network', async () => {
    const { kit, appKit, shown, wallets } = make()
    await join(kit, 'eip155')
    await appKit.switchNetwork(solanaDevnet)
    expect(shown()).toEqual({ name: 'switch-active-chain', networkId: solanaDevnet.caipNetworkId })
    expect(appKit.getCaipNetworkId()).toBe('eip155:1')
    await join(kit, 'solana')
    expect(wallets.solana.networkId).toBe(solanaDevnet.caipNetworkId)
    expect(shown()).toBeUndefined()
    await appKit.switchNetwork(base)
    expect([appKit.getActiveChainNamespace(), shown()]).toEqual(['eip155', undefined])
  })
})

describe('the modal with several families', () => {
  test('behavior: connecting a second family closes it; its views of Connect are gone back to', async () => {
    const { kit, scope, shown } = make()
    await join(kit, 'eip155')
    openModal(scope, { name: 'connect', namespace: 'solana' })
    scope.router.push({ name: 'connecting-external', connectorId: 'Polyglot', namespace: 'solana' })
    goBack(scope)
    expect(shown()).toEqual({ name: 'connect', namespace: 'solana' })
    scope.router.push({ name: 'connecting-multi-chain', connectorId: 'io.poly' })
    await join(kit, 'solana')
    expect(shown()).toBeUndefined()
  })

  test('behavior: each is asked to sign in, and a no sends that one away alone', async () => {
    const { kit, shown, appKit } = make({ siwx: fakeSIWX() })
    await join(kit, 'eip155')
    await until(kit, (state) => state.signIn.status === 'needed')
    expect(shown()?.name).toBe('sign-message')
    await signIn(kit)
    expect(shown()).toBeUndefined()
    await join(kit, 'solana')
    await until(kit, (state) => state.signIn.status === 'needed')
    expect(shown()?.name).toBe('sign-message')
    await disconnect(kit, { namespace: 'solana' })
    await until(kit, (state) => state.signIn.status === 'signed-in')
    expect([appKit.getAddress(), shown()?.name]).toEqual([ada, undefined])
  })

  test('error: a sign-in that cannot start is said, though another family is in order', async () => {
    const siwx = fakeSIWX()
    const { getSessions } = siwx
    siwx.getSessions = (chainId, address) =>
      chainId.startsWith('solana') ? Promise.reject(new Error('broken')) : getSessions(chainId, address)
    const { kit, scope, shown } = make({ siwx })
    await join(kit, 'eip155')
    await until(kit, (state) => state.signIn.status === 'needed')
    await signIn(kit)
    openModal(scope, { name: 'connect', namespace: 'solana' })
    await join(kit, 'solana')
    await until(kit, ({ signIn: now }) => now.status === 'signed-in' && now.networkId === 'eip155:1')
    expect(shown()).toEqual({ name: 'connect' })
    expect(scope.router.store.getState().snack?.text).toBe('notice.authInitFailed')
  })

  test('behavior: the account that is shown goes with its wallet; the list of wallets stays', async () => {
    const { kit, scope, shown } = make()
    for (const family of families) await join(kit, family)
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
