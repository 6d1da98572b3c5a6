// @vitest-environment jsdom

import { connect, getConnected, type TrackEvent } from '@portico/core'
import { ada, bob, fakeNamespace, fakeSIWX, fakeWallet, testKit, until } from '@portico/core/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createInstance } from './appKit.ts'
import { createRouter } from './modal/router.ts'
import { base, mainnet, sepolia } from './networks.ts'
import { createTheme } from './theme.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})
function setup(options: Parameters<typeof testKit>[0] = {}) {
  const made = testKit(options)
  stops.push(() => made.kit.destroy())
  const appKit = createInstance({ kit: made.kit, router: createRouter(), theme: createTheme({}) })
  return { ...made, appKit }
}
async function setupConnected(options: Parameters<typeof testKit>[0] = {}) {
  const made = setup(options)
  await connect(made.kit, { connectorId: 'dev.fake' })
  return made
}

describe('createInstance', () => {
  test('behavior: getters before a wallet is connected', async () => {
    const { appKit } = setup()
    await appKit.ready()
    expect(appKit.getState()).toEqual({
      loading: false,
      open: false,
      selectedNetworkId: 'eip155:1',
      activeChain: 'eip155',
      initialized: true,
      connectingWallet: undefined,
    })
    expect(appKit.getAccount()).toEqual({
      allAccounts: [],
      caipAddress: undefined,
      address: undefined,
      isConnected: false,
      status: 'disconnected',
      embeddedWalletInfo: undefined,
    })
    expect([appKit.getAddress(), appKit.getWalletInfo(), appKit.getProvider('eip155')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(appKit.getConnectors()).toMatchObject([{ id: 'dev.fake', type: 'ANNOUNCED' }])
  })

  test('behavior: getters with a connected wallet', async () => {
    const { appKit, wallet } = await setupConnected()
    const caipAddress = `eip155:1:${ada}`
    expect(appKit.getAccount()).toMatchObject({
      allAccounts: [{ address: ada, type: 'eoa', namespace: 'eip155', caipAddress, chainId: '1' }],
      caipAddress,
      status: 'connected',
      isConnected: true,
    })
    expect(appKit.getCaipAddress('eip155')).toBe(caipAddress)
    expect(appKit.getAddressByChainNamespace('solana')).toBeUndefined()
    expect(appKit.getIsConnectedState()).toBe(true)
    expect(appKit.getWalletInfo()).toMatchObject({ name: 'Fake', type: 'ANNOUNCED' })
    expect(appKit.getProvider('eip155')).toBe(wallet)
    expect(appKit.getWalletProvider()).toBe(wallet)
    expect([appKit.getProviderType('eip155'), appKit.getWalletProviderType()]).toEqual([
      'ANNOUNCED',
      'ANNOUNCED',
    ])
    expect([appKit.getChainId(), appKit.getCaipNetworkId()]).toEqual([1, 'eip155:1'])
    expect(appKit.getCaipNetwork('eip155', 8453)?.name).toBe('Base')
    expect(appKit.getCaipNetworks('solana')).toEqual([])
    expect(appKit.getCaipNetworks().map(({ id }) => id)).toEqual([1, 8453])
  })

  test('behavior: returns whether a request waits for approval', () => {
    const { appKit, kit } = setup()
    expect(appKit.isTransactionStackEmpty()).toBe(true)
    const embedded = {
      email: undefined,
      login: { step: 'none' },
      surface: { view: 'none', height: 0 },
    } as const
    kit.store.setState({ embedded: { ...embedded, requests: [{ id: '1', method: 'personal_sign' }] } })
    expect(appKit.isTransactionStackEmpty()).toBe(false)
    kit.store.setState({ embedded: { ...embedded, requests: [] } })
    expect(appKit.isTransactionStackEmpty()).toBe(true)
  })

  test('behavior: subscribeShouldUpdateToAddress calls back when the address changes', async () => {
    const { appKit, wallet } = await setupConnected()
    const addresses: unknown[] = []
    appKit.subscribeShouldUpdateToAddress((address) => addresses.push(address))
    wallet.emit({ type: 'network', networkId: 'eip155:8453' })
    wallet.emit({ type: 'accounts', accounts: [{ address: bob, type: 'eoa' }] })
    await appKit.disconnect()
    expect(addresses).toEqual([bob, undefined])
  })

  test('behavior: getEvent returns the latest event as subscribeEvents reported it', async () => {
    const { appKit, kit } = setup()
    const reported: unknown[] = []
    appKit.subscribeEvents((event) => reported.push(event))
    await connect(kit, { connectorId: 'dev.fake' })
    expect(appKit.getEvent()).toMatchObject({
      timestamp: expect.any(Number),
      data: { type: 'track', event: 'CONNECT_SUCCESS' },
      reportedErrors: {},
    })
    expect(reported.at(-1)).toEqual(appKit.getEvent())
    kit.events.emit({ type: 'signed-in' })
    expect(reported.at(-1)).toEqual(appKit.getEvent())
  })

  test('behavior: open shows the given view; by default the account if connected, Connect if not', async () => {
    const { appKit, kit } = setup()
    const currentName = () => appKit.scope.router.store.getState().stack[0].name
    await appKit.open()
    expect([appKit.isOpen(), currentName()]).toEqual([true, 'connect'])
    await appKit.close()
    expect(appKit.isOpen()).toBe(false)
    await appKit.open({ view: 'Networks' })
    expect(currentName()).toBe('networks')
    await connect(kit, { connectorId: 'dev.fake' })
    await appKit.open({ view: 'a view of a later release' })
    expect(currentName()).toBe('account')
    expect(appKit.getEvent()?.data).toMatchObject({ event: 'MODAL_OPEN', address: ada })
  })

  test('behavior: while a required session is missing, neither close nor another view leaves the sign-in', async () => {
    const { appKit, kit } = await setupConnected({ siwx: fakeSIWX({ required: true }) })
    const names = () => appKit.scope.router.store.getState().stack.map(({ name }) => name)
    await until(kit, ({ signIn }) => signIn.status === 'needed')
    await appKit.open()
    await appKit.close()
    expect([appKit.isOpen(), names()]).toEqual([true, ['sign-message']])
    await appKit.redirect('WhatIsAWallet')
    await appKit.replace('Networks')
    expect(names()).toEqual(['sign-message'])
    await appKit.disconnect()
    await appKit.close()
    expect(appKit.isOpen()).toBe(false)
  })

  test('behavior: getEvent returns the last event for the application, whatever happens inside the kit', async () => {
    const { appKit, kit } = setup()
    expect(appKit.getEvent()).toBeUndefined()
    await connect(kit, { connectorId: 'dev.fake' })
    kit.events.emit({ type: 'notice', notice: 'signature-declined' })
    expect(appKit.getEvent()?.data).toMatchObject({ event: 'CONNECT_SUCCESS' })
  })

  test('behavior: the application may close an optional sign-in', async () => {
    const { appKit, kit } = await setupConnected({ siwx: fakeSIWX({ required: false }) })
    await until(kit, ({ signIn }) => signIn.status === 'needed')
    await appKit.open()
    await appKit.close()
    expect(appKit.isOpen()).toBe(false)
  })

  test('behavior: switchNetwork raises an alert for an unknown network; throws with throwOnFailure', async () => {
    const { appKit, wallet, kit } = await setupConnected()
    await appKit.switchNetwork(base)
    expect(appKit.getChainId()).toBe(8453)
    expect(wallet.calls).toContain('switch eip155:8453')
    await appKit.switchNetwork(sepolia)
    expect(kit.store.getState().alert?.id).toBe('switch-network-not-found')
    await expect(appKit.switchNetwork(sepolia, { throwOnFailure: true })).rejects.toThrow(
      'Network with ID eip155:11155111 not found',
    )
  })

  test('behavior: switchNetwork logs that the wallet refused to switch; throws with throwOnFailure', async () => {
    const { appKit, wallet, kit } = await setupConnected()
    const logged = vi.spyOn(kit.logger, 'error')
    const refusal = new Error('no')
    wallet.switchTo = () => Promise.reject(refusal)
    await appKit.switchNetwork(base)
    expect(logged.mock.calls).toEqual([['Switching the network failed.', refusal]])
    expect(appKit.getChainId()).toBe(1)
    await expect(appKit.switchNetwork(base, { throwOnFailure: true })).rejects.toThrow('no')
    // An unknown network is an alert instead.
    await appKit.switchNetwork(sepolia)
    expect(logged).toHaveBeenCalledTimes(1)
  })

  test('behavior: adds and removes networks and adapters; disconnects', async () => {
    const { appKit } = await setupConnected()
    appKit.addNetwork('eip155', sepolia)
    appKit.removeNetwork('eip155', mainnet.id)
    expect(appKit.getCaipNetworks().map(({ id }) => id)).toEqual([8453, 11155111])
    await expect(appKit.removeAdapter('eip155')).rejects.toThrow('An adapter cannot be removed')
    await appKit.disconnect()
    expect(appKit.getIsConnectedState()).toBe(false)
    await appKit.removeAdapter('eip155')
    expect(appKit.getConnectors()).toEqual([])
  })

  test('behavior: setters change one setting and keep the others', () => {
    const { appKit, kit } = setup({ features: { email: false } })
    appKit.setThemeMode('dark')
    appKit.setThemeVariables({ '--apkt-accent': 'red' })
    appKit.setThemeVariables({ '--apkt-z-index': 7 })
    expect([appKit.getThemeMode(), appKit.getThemeVariables()]).toEqual([
      'dark',
      { '--apkt-accent': 'red', '--apkt-z-index': 7 },
    ])
    appKit.setTermsConditionsUrl('https://app.test/terms')
    appKit.setPrivacyPolicyUrl('https://app.test/privacy')
    appKit.setConnectMethodsOrder(['wallet'])
    appKit.setWalletFeaturesOrder(['send'])
    appKit.setCollapseWallets(true)
    appKit.setSocialsOrder(['github'])
    appKit.updateFeatures({ history: false, swaps: undefined } as never)
    appKit.updateOptions({ debug: false })
    expect(appKit.getConnectMethodsOrder()).toEqual(['wallet'])
    expect(kit.store.getState().settings).toMatchObject({
      termsConditionsUrl: 'https://app.test/terms',
      privacyPolicyUrl: 'https://app.test/privacy',
      debug: false,
      enableWallets: true,
      features: {
        email: false,
        history: false,
        swaps: true,
        collapseWallets: true,
        socials: ['github'],
        walletFeaturesOrder: ['send'],
      },
    })
  })

  test('behavior: subscriptions call back once per change until unsubscribed', async () => {
    const { appKit, kit, wallet } = setup()
    const calls: Record<string, unknown[]> = {}
    const record =
      (name: string) =>
      (value: unknown): void => {
        calls[name] = [...(calls[name] ?? []), value]
      }
    const unsubscribers = [
      appKit.subscribeAccount((account) => record('account')(account.address)),
      appKit.subscribeNetwork((network) => record('network')(network.chainId)),
      appKit.subscribeCaipNetworkChange((network) => record('caip')(network?.name)),
      appKit.subscribeWalletInfo((info) => record('wallet')(info?.name)),
      appKit.subscribeProviders((providers) => record('provider')(providers.eip155)),
      appKit.subscribeState((state) => record('state')(state.open)),
      appKit.subscribeTheme((theme) => record('theme')(theme.themeMode)),
      appKit.subscribeEvents(({ data }: { data: TrackEvent }) => record('event')(data.event)),
    ]
    await connect(kit, { connectorId: 'dev.fake' })
    wallet.emit({ type: 'accounts', accounts: [{ address: bob, type: 'eoa' }] })
    wallet.emit({ type: 'network', networkId: 'eip155:8453' })
    appKit.setThemeMode('light')
    await appKit.open()
    expect(calls).toMatchObject({
      network: [8453],
      caip: ['Base'],
      wallet: ['Fake'],
      theme: ['light'],
      event: ['SELECT_WALLET', 'CONNECT_SUCCESS', 'MODAL_OPEN'],
    })
    expect(calls.account?.filter(Boolean)).toEqual([ada, bob, bob])
    expect(calls.provider?.at(-1)).toBe(wallet)
    expect(calls.state?.at(-1)).toBe(true)
    for (const unsubscribe of unsubscribers) unsubscribe()
    const before = JSON.stringify(Object.keys(calls).map((name) => calls[name]?.length))
    await appKit.close()
    await appKit.disconnect()
    appKit.setThemeMode('dark')
    expect(JSON.stringify(Object.keys(calls).map((name) => calls[name]?.length))).toBe(before)
  })

  test('behavior: messages and loading', () => {
    const { appKit } = setup()
    appKit.showSuccessMessage('Saved')
    expect(appKit.scope.router.store.getState().snack).toMatchObject({ kind: 'success', text: 'Saved' })
    appKit.showErrorMessage('Lost')
    expect(appKit.scope.router.store.getState().snack).toMatchObject({ kind: 'error', text: 'Lost' })
    appKit.setLoading(true)
    expect(appKit.getState().loading).toBe(true)
  })

  test('behavior: replace and redirect change the view; unknown names change nothing', async () => {
    const { appKit } = setup()
    const names = () => appKit.scope.router.store.getState().stack.map(({ name }) => name)
    await appKit.open()
    appKit.scope.router.push({ name: 'what-is-a-wallet' })
    await appKit.replace('Networks')
    expect(names()).toEqual(['connect', 'networks'])
    await appKit.replace('Nowhere' as never)
    expect(names()).toEqual(['connect', 'networks'])
    await appKit.redirect('WhatIsANetwork')
    expect(names()).toEqual(['what-is-a-network'])
  })

  test('behavior: approved networks, account type and images', async () => {
    const { appKit, kit } = await setupConnected({
      defaultAccountTypes: { bip122: 'ordinal' },
      connectorImages: { 'dev.fake': 'https://app.test/fake.png' },
    })
    expect(appKit.getApprovedCaipNetworkIds()).toBeUndefined()
    kit.store.setState(({ connectors }) => ({
      connectors: connectors.map((details) => ({
        ...details,
        approvedNetworkIds: ['eip155:1'],
        supportsAllNetworks: false,
      })),
    }))
    expect(appKit.getApprovedCaipNetworkIds()).toEqual(['eip155:1'])
    expect([appKit.getPreferredAccountType('eip155'), appKit.getPreferredAccountType('bip122')]).toEqual([
      'eoa',
      'ordinal',
    ])
    expect(appKit.getConnectorImage({ id: 'dev.fake', icon: 'own' })).toBe('https://app.test/fake.png')
    expect(appKit.getConnectorImage({ id: 'other', icon: 'own' })).toBe('own')
    expect(appKit.getConnectorImage({ id: 'other', rdns: 'dev.fake', icon: 'own' })).toBe(
      'https://app.test/fake.png',
    )
  })

  test('behavior: a connector has its reverse domain name in info as well', () => {
    const { appKit, kit } = setup()
    expect(appKit.getConnectors()).toMatchObject([{ id: 'dev.fake', info: { name: 'Fake' } }])
    kit.store.setState(({ connectors }) => ({
      connectors: connectors.map((details) => ({ ...details, rdns: 'dev.fake' })),
    }))
    expect(appKit.getConnectors()).toMatchObject([{ info: { rdns: 'dev.fake' } }])
  })

  test.each([
    ['eip155', 'smartAccount'],
    ['bip122', 'payment'],
    ['solana', 'eoa'],
  ] as const)('behavior: the preferred account type of %s is %s by default', (namespace, type) => {
    expect(setup().appKit.getPreferredAccountType(namespace)).toBe(type)
  })

  test('behavior: the order of the connect methods follows the installed wallets unless it is set', async () => {
    const computed = (options: Parameters<typeof testKit>[0]) =>
      setup(options).appKit.getConnectMethodsOrder()
    expect(computed({})).toEqual(['wallet', 'email', 'social'])
    expect(computed({ adapters: [] })).toEqual(['email', 'social', 'wallet'])
    expect(computed({ features: { connectMethodsOrder: ['email', 'wallet'] } })).toEqual(['email', 'wallet'])
  })

  test('behavior: remote features fill what the application left unset', async () => {
    const { appKit } = setup({ features: { email: false } })
    const calls: boolean[] = []
    appKit.subscribeRemoteFeatures(({ activity }) => calls.push(activity))
    expect(appKit.getRemoteFeatures()).toMatchObject({ email: false, activity: true, headless: false })
    await appKit.updateRemoteFeatures({ email: true, activity: false })
    expect(appKit.getRemoteFeatures()).toMatchObject({ email: false, activity: false })
    expect(calls).toEqual([false])
  })

  test('behavior: reads the identity and the balance of any account; without WalletConnect there is no provider', async () => {
    const balance = {
      ...{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:8453', price: 0, iconUrl: '' },
      quantity: { decimals: '18', numeric: '2' },
    }
    const asked: string[] = []
    const { namespace } = fakeNamespace([fakeWallet()], {
      getBalances: async ({ address, network }) => {
        asked.push(`${network.caipNetworkId}:${address}`)
        return [balance]
      },
    })
    const { appKit } = setup({ adapters: [{ namespace }] })
    expect(await appKit.fetchIdentity({ address: ada })).toEqual({ name: null, avatar: null })
    expect(await appKit.getReownName(ada)).toBe('')
    await appKit.syncIdentity({ address: ada, chainId: 1, chainNamespace: 'eip155' })
    expect(await appKit.updateNativeBalance(bob, 8453, 'eip155')).toMatchObject({ symbol: 'ETH' })
    expect(asked).toEqual([`eip155:8453:${bob}`])
    await expect(appKit.updateNativeBalance()).rejects.toThrow('CaipNetwork or CaipAddress is undefined')
    expect(await appKit.getUniversalProvider()).toBeUndefined()
  })

  test('behavior: getDisabledCaipNetworks returns the networks that the wallet has not approved', async () => {
    const { appKit, kit } = await setupConnected()
    expect(appKit.getDisabledCaipNetworks()).toEqual([])
    const approved = { supportsAllNetworks: false, approvedNetworkIds: ['eip155:1'] as const }
    kit.store.setState(({ connectors }) => ({
      connectors: connectors.map((details) => ({ ...details, ...approved })),
    }))
    expect(appKit.getDisabledCaipNetworks().map(({ caipNetworkId }) => caipNetworkId)).toEqual([
      'eip155:8453',
    ])
  })

  test('behavior: popTransactionStack leaves the view of the pending requests, which rejects them', async () => {
    const { appKit, kit } = await setupConnected()
    const { router } = appKit.scope
    const surface = { view: undefined }
    kit.store.setState({ embedded: { requests: [{ id: 'a', method: 'personal_sign' }], surface } as never })
    expect(appKit.isTransactionStackEmpty()).toBe(false)
    router.open({ name: 'account' })
    router.push({ name: 'approve-transaction' })
    await appKit.popTransactionStack('success')
    expect(router.store.getState()).toMatchObject({ open: true, stack: [{ name: 'account' }] })
    // Only that view is left.
    await appKit.popTransactionStack()
    expect(router.store.getState()).toMatchObject({ open: true, stack: [{ name: 'account' }] })
    router.open({ name: 'approve-transaction' })
    await appKit.popTransactionStack('error')
    expect(appKit.isOpen()).toBe(false)
    // A required session is still missing: the modal stays open for it.
    const { address, networkId } = getConnected(kit.store.getState()) ?? {}
    kit.store.setState({ signIn: { status: 'needed', required: true, address, networkId } as never })
    router.open({ name: 'approve-transaction' })
    await appKit.popTransactionStack('error')
    expect(router.store.getState()).toMatchObject({ open: true, stack: [{ name: 'sign-message' }] })
  })

  test('behavior: handleUnsafeRPCRequest shows the pending requests, over a view that is open', async () => {
    const { appKit, kit } = await setupConnected()
    const { router } = appKit.scope
    const request = (ids: readonly string[]) => {
      const requests = ids.map((id) => ({ id, method: 'personal_sign' }))
      kit.store.setState({ embedded: { requests, surface: { view: undefined } } as never })
    }
    await appKit.handleUnsafeRPCRequest()
    expect(appKit.isOpen()).toBe(false)
    request(['a'])
    await appKit.handleUnsafeRPCRequest()
    expect(router.store.getState()).toMatchObject({ open: true, stack: [{ name: 'approve-transaction' }] })
    // It is shown once, however many requests there are.
    request(['a', 'b'])
    await appKit.handleUnsafeRPCRequest()
    expect(router.store.getState().stack).toEqual([{ name: 'approve-transaction' }])
    router.open({ name: 'account' })
    await appKit.handleUnsafeRPCRequest()
    expect(router.store.getState().stack).toEqual([{ name: 'account' }, { name: 'approve-transaction' }])
    request([])
    router.open({ name: 'account' })
    await appKit.handleUnsafeRPCRequest()
    expect(router.store.getState().stack).toEqual([{ name: 'account' }])
  })
})
