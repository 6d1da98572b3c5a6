// @vitest-environment jsdom

import { connect, type KitOptions } from '@portico/core'
import { ada, bob, deferred, fakeNamespace, fakeWallet, memoryStorage, until } from '@portico/core/testing'
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../copy.ts'
import { createAppKit } from '../createAppKit.ts'
import { getDefaultAppKit, setDefaultAppKit } from '../defaultKit.ts'
import { useAppKitConnection } from '../hooks/useAppKitConnection.ts'
import { useAppKitConnections } from '../hooks/useAppKitConnections.ts'
import { useDisconnect } from '../hooks/useDisconnect.ts'
import { KitContext } from '../kit/KitContext.ts'
import { requestConnection } from '../modal/attempts.ts'
import { watchEffects } from '../modal/effects.ts'
import { goBack, openModal } from '../modal/modalActions.ts'
import { currentView } from '../modal/router.ts'
import { ProfileWalletsView } from '../modal/views/profile-wallets/ProfileWalletsView.tsx'
import { base, mainnet } from '../networks.ts'
import { installBrowserMethods } from '../testing/installBrowserMethods.ts'

installBrowserMethods()
beforeAll(loadViewCopy)
const stops: (() => void)[] = []
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  getDefaultAppKit()?.scope.kit.destroy()
  setDefaultAppKit(undefined)
})

function setup(options: Partial<KitOptions> = {}) {
  const one = fakeWallet({ id: 'one', name: 'One' })
  const two = fakeWallet({ id: 'two', name: 'Two' })
  two.accounts = [bob, ada]
  const { namespace } = fakeNamespace([one, two])
  const appKit = createAppKit({
    projectId: 'test',
    networks: [mainnet, base],
    adapters: [{ namespace }],
    storage: memoryStorage(),
    logLevel: 'silent',
    features: { multiWallet: true },
    ...options,
  })
  const { kit, router } = appKit.scope
  const shown = () => (router.store.getState().open ? currentView(router.store.getState()).name : undefined)
  return { appKit, kit, one, two, shown, scope: appKit.scope }
}

async function setupConnected(options?: Partial<KitOptions>) {
  const made = setup(options)
  await listed(made)
  await connect(made.kit, { connectorId: 'one' })
  await connect(made.kit, { connectorId: 'two' })
  return made
}

/** Loads the code that lists the wallets, as opening the modal or connecting a wallet does. */
async function listed({ kit, scope }: Pick<ReturnType<typeof setup>, 'kit' | 'scope'>): Promise<void> {
  if (!kit.store.getState().settings.features.multiWallet) return
  stops.push(watchEffects(scope))
  await until(kit, () => scope.listConnections !== undefined)
}

const idsOf = (list: readonly { connectorId: string }[]) => list.map(({ connectorId }) => connectorId)

describe('useAppKitConnections', () => {
  test('behavior: lists connected wallets, the active one first, and recent ones', async () => {
    const { appKit } = await setupConnected({
      connectorImages: { one: 'https://app.test/one.png' },
      chainImages: { 1: 'https://app.test/eth.png' },
    })
    const { result } = renderHook(() => useAppKitConnections())
    await waitFor(() => expect(result.current.connections).toHaveLength(2))
    expect(result.current).toEqual({
      connections: [
        expect.objectContaining({ connectorId: 'two', name: 'Two' }),
        {
          ...{ connectorId: 'one', name: 'One', accounts: [{ address: ada, type: 'eoa' }] },
          ...{ icon: 'https://app.test/one.png', networkIcon: 'https://app.test/eth.png' },
          caipNetwork: expect.objectContaining({ caipNetworkId: 'eip155:1' }),
        },
      ],
      recentConnections: [],
    })
    await act(() => appKit.deleteConnection({ connectorId: 'two', address: bob }))
    expect(idsOf(result.current.connections)).toEqual(['one'])
    expect(renderHook(() => useAppKitConnections('solana')).result.current.connections).toEqual([])
  })

  test('error: without multiWallet the lists are empty and an alert is raised', async () => {
    const { kit, appKit } = setup({ features: {} })
    await connect(kit, { connectorId: 'one' })
    const { result } = renderHook(() => useAppKitConnections())
    expect(result.current).toEqual({ connections: [], recentConnections: [] })
    expect(kit.store.getState().alert).toEqual({ id: 'multi-wallet-not-enabled' })
    expect([appKit.getConnections(), appKit.getRecentConnections()]).toEqual([[], []])
  })
})

describe('useAppKitConnection', () => {
  test('behavior: switches to another wallet and account, and removes one', async () => {
    await setupConnected()
    const onSuccess = vi.fn()
    const { result } = renderHook(() => ({
      ...useAppKitConnection({ onSuccess }),
      ...useAppKitConnections(),
    }))
    await waitFor(() =>
      expect(result.current).toMatchObject({ connection: { connectorId: 'two' }, isPending: false }),
    )
    const [, other] = result.current.connections
    if (!other) throw new Error('There is no other connection.')
    await act(() => result.current.switchConnection({ connection: other }))
    expect(result.current.connection?.connectorId).toBe('one')
    const none = { hasSwitchedAccount: false, hasSwitchedWallet: false, hasDeletedWallet: false }
    const change = { ...none, namespace: 'eip155' }
    expect(onSuccess).toHaveBeenLastCalledWith({ ...change, address: ada, hasSwitchedWallet: true })
    await act(() => result.current.switchConnection({ connection: { connectorId: 'two' } }))
    await act(() => result.current.switchConnection({ connection: { connectorId: 'two' }, address: ada }))
    expect(onSuccess).toHaveBeenLastCalledWith({ ...change, address: ada, hasSwitchedAccount: true })
    await act(() => result.current.deleteConnection({ connectorId: 'one', address: ada }))
    expect(onSuccess).toHaveBeenLastCalledWith({ ...change, address: ada, hasDeletedWallet: true })
    expect(idsOf(result.current.connections)).toEqual(['two'])
    expect(result.current.recentConnections).toEqual([])
  })

  test('error: is pending while a wallet is asked, and passes its refusal to onError', async () => {
    const { appKit, two } = await setupConnected()
    two.emit({ type: 'disconnect' })
    expect(idsOf(appKit.getRecentConnections())).toEqual(['two'])
    const onError = vi.fn()
    const { result } = renderHook(() => useAppKitConnection({ onError }))
    const answer = deferred()
    two.connect = () => answer.promise
    let switching: Promise<void> | undefined
    act(() => {
      switching = result.current.switchConnection({ connection: { connectorId: 'two' } })
    })
    expect(result.current.isPending).toBe(true)
    await waitFor(() =>
      expect(appKit.getState()).toMatchObject({ loading: true, connectingWallet: { id: 'two' } }),
    )
    answer.reject(Object.assign(new Error('no'), { code: 4001 }))
    await act(async () => switching)
    await waitFor(() =>
      expect(result.current).toMatchObject({ isPending: false, connection: { connectorId: 'one' } }),
    )
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 4001 }))
  })
})

describe('useDisconnect', () => {
  test('param: id disconnects one wallet and no other', async () => {
    const { appKit, one, two } = await setupConnected()
    const { result } = renderHook(() => useDisconnect())
    await act(() => result.current.disconnect({ id: 'one' }))
    expect([idsOf(appKit.getConnections()), idsOf(appKit.getRecentConnections())]).toEqual([['two'], ['one']])
    expect([one.calls.at(-1), two.calls.at(-1)]).toEqual(['disconnect', 'connect'])
  })
})

describe('subscribeConnections', () => {
  test('behavior: calls back on every change until unsubscribed', async () => {
    const { appKit, kit, one } = setup()
    const listener = vi.fn()
    const unsubscribe = appKit.subscribeConnections(listener)
    await connect(kit, { connectorId: 'one' })
    await until(kit, () => listener.mock.calls.length > 0)
    await connect(kit, { connectorId: 'two' })
    one.emit({ type: 'disconnect' })
    expect(
      listener.mock.calls.map(([lists]) => [idsOf(lists.connections), idsOf(lists.recentConnections)]),
    ).toEqual([
      [['one'], []],
      [['two', 'one'], []],
      [['two'], ['one']],
    ])
    unsubscribe()
    await connect(kit, { connectorId: 'one' })
    expect(listener).toHaveBeenCalledTimes(3)
  })
})

describe('the modal', () => {
  test('behavior: closes when a further wallet is connected', async () => {
    const { kit, scope, shown } = setup()
    stops.push(watchEffects(scope))
    await connect(kit, { connectorId: 'one' })
    openModal(scope, { name: 'profile-wallets' })
    scope.router.push({ name: 'connect', namespace: 'eip155' })
    scope.router.push({ name: 'connecting-external', connectorId: 'two', namespace: 'eip155' })
    goBack(scope)
    expect(shown()).toBe('connect')
    await connect(kit, { connectorId: 'two' })
    expect(shown()).toBeUndefined()
  })

  test('behavior: goes back to the account while connected, without multiWallet', async () => {
    const { kit, scope, shown } = setup({ features: {} })
    await connect(kit, { connectorId: 'one' })
    openModal(scope, { name: 'connect', namespace: 'eip155' })
    scope.router.push({ name: 'connecting-external', connectorId: 'two', namespace: 'eip155' })
    goBack(scope)
    expect(shown()).toBe('account')
  })
})

describe('ProfileWalletsView', () => {
  async function show(options?: Partial<KitOptions>) {
    const made = await setupConnected(options)
    openModal(made.scope, { name: 'profile-wallets' })
    render(
      <KitContext value={made.scope}>
        <ProfileWalletsView />
      </KitContext>,
    )
    return made
  }

  test('behavior: uses another wallet, disconnects one, connects it again and removes it', async () => {
    const { appKit, kit, one, two, shown } = await show()
    expect(screen.getAllByTestId('active-connection')).toHaveLength(2)
    expect(screen.getByTestId('wui-active-profile-wallet-item').textContent).toContain('Two on Ethereum')
    fireEvent.click(screen.getByRole('button', { name: /One on Ethereum/ }))
    await act(() => until(kit, () => shown() === 'account'))
    expect(appKit.getAddress()).toBe(ada)
    expect(one.calls).toEqual(['connect', 'reconnect'])

    fireEvent.click(screen.getByRole('button', { name: /^Disconnect Two/ }))
    const recent = await screen.findByTestId('recent-connection')
    expect(screen.getAllByTestId('active-connection')).toHaveLength(1)
    fireEvent.click(within(recent).getByRole('button', { name: /Connect Two again/ }))
    await act(() => until(kit, () => appKit.getAddress() === bob))
    expect(two.calls).toEqual(['connect', 'disconnect', 'connect'])

    fireEvent.click(screen.getByRole('button', { name: /^Disconnect Two/ }))
    fireEvent.click(await screen.findByRole('button', { name: /^Forget Two/ }))
    await waitFor(() => expect(screen.queryByTestId('recent-connection')).toBeNull())
    expect([idsOf(appKit.getConnections()), appKit.getRecentConnections()]).toEqual([['one'], []])
  })

  test('behavior: offers a further wallet, and disconnects all', async () => {
    const { appKit, scope, one, two } = await show()
    fireEvent.click(screen.getByRole('button', { name: 'Connect another wallet' }))
    expect(currentView(scope.router.store.getState())).toEqual({ name: 'connect', namespace: 'eip155' })
    fireEvent.click(screen.getByRole('button', { name: 'Disconnect all' }))
    await waitFor(() => expect(appKit.getConnections()).toEqual([]))
    expect([one.calls.at(-1), two.calls.at(-1)]).toEqual(['disconnect', 'disconnect'])
    expect(idsOf(appKit.getRecentConnections())).toEqual(['two', 'one'])
  })

  test('error: says that a wallet did not connect, and keeps the one in use', async () => {
    const { appKit, scope, one } = await show()
    one.granted = false
    one.connect = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
    fireEvent.click(screen.getByRole('button', { name: /One on Ethereum/ }))
    await waitFor(() => expect(scope.router.store.getState().snack?.text).toBe('connections.switchFailed'))
    expect(appKit.getAddress()).toBe(bob)
  })

  test('behavior: without multiWallet only the connected wallet is listed', async () => {
    await show({ features: {} })
    expect(screen.getAllByTestId('active-connection')).toHaveLength(1)
    expect(screen.queryByTestId('add-connection-button')).toBeNull()
    expect(screen.queryByTestId('recent-connection')).toBeNull()
  })
})

describe('requestConnection', () => {
  test('behavior: a wallet that rejects leaves the connected one in use', async () => {
    const { appKit, kit, scope, two } = setup()
    await connect(kit, { connectorId: 'one' })
    two.connect = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
    const details = kit.store.getState().connectors.find(({ id }) => id === 'two')
    if (details) await requestConnection(scope, details)
    expect(appKit.getAccount()).toMatchObject({ address: ada, status: 'connected' })
  })
})
