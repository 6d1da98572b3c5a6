// @vitest-environment jsdom
import {
  connect,
  createKit,
  createSIWEConfig,
  type Endpoint,
  type Features,
  getConnected,
  getEndpoint,
  isUnsupported,
  type Kit,
  type KitOptions,
  type TrackEvent,
} from '@portico/core'
import { pickShownBalance } from '@portico/core/data'
import { startEmbedded } from '@portico/core/embedded'
import { connectLayout, hasEmbedded } from '@portico/core/internal'
import { ada, fakeNamespace, fakeSIWX, fakeWallet, testKit, threeNamespaces } from '@portico/core/testing'
import type { NamespaceId } from '@portico/protocol'
import * as client from '@portico/walletconnect'
import { act, cleanup, render, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createInstance } from './appKit.ts'
import { applyTheme } from './applyTheme.ts'
import { AppKitNetworkButton } from './buttons/AppKitNetworkButton.tsx'
import { loadViewCopy } from './copy.ts'
import { createAppKit } from './createAppKit.ts'
import { setDefaultAppKit } from './defaultKit.ts'
import { useAppKitWallets } from './hooks/useAppKitWallets.ts'
import { KitContext } from './kit/KitContext.ts'
import { placeModal } from './modal/inline/placeModal.ts'
import { loadModal } from './modal/loadModal.ts'
import { openRequested } from './modal/openRequested.ts'
import { Card } from './modal/parts/Card.tsx'
import { createRouter, currentView, type View } from './modal/router.ts'
import { base, mainnet, solana } from './networks.ts'
import type { AppKitOptions } from './options.ts'
import { installBrowserMethods } from './testing/installBrowserMethods.ts'
import { createTheme } from './theme.ts'
import { toView } from './views.ts'
import { getMobileLink } from './walletConnect/getMobileLink.ts'
import { startPairing } from './walletConnect/pairing.ts'
import { startWalletConnect } from './walletConnect/startWalletConnect.ts'

vi.mock('@portico/walletconnect', { spy: true })

/** Shows what an option changes. A text instead says which part of the product, not built yet, will read the option. */
type Effect = (() => void | Promise<void>) | `later: ${string}`

type Options = Parameters<typeof threeNamespaces>[0]

const stops: (() => void)[] = []
beforeAll(async () => {
  installBrowserMethods()
  await loadViewCopy()
})
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ count: 0, data: [] }))
})
afterEach(() => {
  cleanup()
  setDefaultAppKit(undefined)
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function make(options: Options = {}) {
  const made = threeNamespaces(options)
  stops.push(() => made.kit.destroy())
  const scope = { kit: made.kit, router: createRouter(), theme: createTheme({}) }
  return { ...made, scope, appKit: createInstance(scope) }
}

const walletUrl = 'https://wallet.test'
const gatewayUrl = 'https://gateway.test'
const walletConnect = { relayUrl: 'wss://relay.test' }

/** Renders the modal on a view, or a component, and returns the test IDs and the text of what is drawn. */
async function draw({
  options,
  view = { name: 'connect' },
  isConnected = false,
  prepare,
  children,
}: {
  options?: Options
  view?: View
  isConnected?: boolean
  prepare?: (kit: Kit) => void
  children?: ReactNode
}) {
  cleanup()
  const { kit, scope, appKit } = make(options)
  setDefaultAppKit(appKit)
  if (isConnected) await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
  prepare?.(kit)
  scope.router.open(view)
  await act(async () => {
    render(<KitContext value={scope}>{children ?? <Card setLabel={() => {}} />}</KitContext>)
  })
  await act(() => vi.dynamicImportSettled())
  // React delays what replaces a placeholder.
  await waitFor(() => expect(document.querySelector('ul > li.bone')).toBeNull())
  const elements = listElements(document)
  const ids = elements.flatMap((element) => element.getAttribute('data-testid') ?? [])
  return {
    kit,
    ids,
    elements,
    images: elements.flatMap((element) => element.getAttribute('src') ?? []),
    links: elements.flatMap((element) => element.getAttribute('href') ?? []),
    get: (id: string) => elements.find((element) => element.getAttribute('data-testid') === id),
  }
}

function listElements(root: ParentNode): Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    element,
    ...(element.shadowRoot ? listElements(element.shadowRoot) : []),
  ])
}

const layoutOf = (options: Options) => {
  const { kit } = make(options)
  const { customWallets } = kit.options
  return connectLayout(kit.store.getState(), { customWallets, hasList: true })
}
const installedIds = (options: Options) =>
  layoutOf(options).groups.flatMap(({ connectors }) => connectors.map(({ id }) => id))

/** Does what `<appkit-modal>` does in a page, and returns the element. */
async function place(options: Options): Promise<HTMLElement> {
  const { appKit, scope } = make(options)
  setDefaultAppKit(appKit)
  const element = document.createElement('div')
  document.body.append(element)
  const remove = placeModal(element)
  stops.push(remove, () => element.remove())
  await loadModal(scope)
  await vi.dynamicImportSettled()
  return element
}

/** Expects a part of a view to be there by default, and to be gone with the option. */
async function expectRemoved(
  id: string,
  options: Options,
  scene: Omit<Parameters<typeof draw>[0], 'options'>,
) {
  const shared = { gatewayUrl, walletUrl }
  expect((await draw({ ...scene, options: shared })).ids).toContain(id)
  expect((await draw({ ...scene, options: { ...shared, ...options } })).ids).not.toContain(id)
}

/** Returns the events that the application's listeners receive while a wallet connects. */
async function listen(options: Options): Promise<readonly TrackEvent['event'][]> {
  const { kit, appKit } = make(options)
  const heard: TrackEvent['event'][] = []
  appKit.subscribeEvents(({ data }) => heard.push(data.event))
  await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
  return heard
}

/** Starts WalletConnect and returns the options of the client, and the parameters of a connection. */
async function pair(options: Options) {
  const connecting = vi.fn<client.WalletConnect['connect']>(() => new Promise(() => {}))
  vi.mocked(client.walletConnect).mockReturnValue({
    connectors: {},
    connect: connecting,
    subscribe: () => () => {},
  } as Partial<Record<keyof client.WalletConnect, unknown>> as client.WalletConnect)
  const { scope } = make({ walletConnect, ...options })
  scope.router.open({ name: 'connect' })
  startPairing(scope, { method: 'qrcode' })
  await vi.waitFor(() => expect(connecting).toHaveBeenCalled())
  scope.router.close()
  const { lastCall } = vi.mocked(client.walletConnect).mock
  return { kit: scope.kit, options: lastCall?.[0], ...connecting.mock.lastCall?.[0] }
}

/** Returns the address of the embedded wallet's frame. */
async function frameUrl(options: Options): Promise<URL> {
  const { kit } = make({ walletUrl, ...options })
  vi.spyOn(console, 'debug').mockReturnValue()
  const address = await new Promise<string>((resolve) => {
    const embedded = startEmbedded(kit, { mount: ({ src }) => resolve(src) })
    embedded?.logIn('ada@example.org').catch(() => {})
  })
  return new URL(address)
}

/** Returns the parameters with which an adapter starts discovery. */
function discovery(options: Partial<KitOptions>) {
  const { namespace } = fakeNamespace([fakeWallet()])
  const discover = vi.spyOn(namespace, 'discover')
  const { kit } = testKit({ ...options, adapters: [{ namespace }] })
  stops.push(() => kit.destroy())
  return discover.mock.lastCall?.[0]
}

const legal = {
  termsConditionsUrl: 'https://app.test/terms',
  privacyPolicyUrl: 'https://app.test/privacy',
}

/** Every option of `createAppKit`. A new option without an entry does not compile. */
const effects: { [option in keyof Required<AppKitOptions>]: Effect } = {
  projectId: () => {
    expect(make({ projectId: '' }).kit.store.getState().alert?.id).toBe('project-id-not-configured')
    expect(make().kit.store.getState().alert).toBeUndefined()
  },
  networks: () => {
    expect(make({ networks: [base] }).appKit.getCaipNetworks()).toMatchObject([{ id: base.id }])
  },
  adapters: async () => {
    expect(make({ adapters: [] }).kit.namespaces.size).toBe(0)
    expect(make().kit.namespaces.size).toBe(3)
    const { scope } = make({ adapters: [], walletConnect })
    await openRequested(scope, {})
    expect(currentView(scope.router.store.getState()).name).toBe('connecting-wallet-connect-basic')
  },
  defaultNetwork: () => {
    expect(make().appKit.getCaipNetworkId()).toBe('eip155:1')
    expect(make({ defaultNetwork: base }).appKit.getCaipNetworkId()).toBe('eip155:8453')
  },
  metadata: () => {
    expect(make({ metadata: { name: 'Shop' } }).kit.metadata.name).toBe('Shop')
  },
  gatewayUrl: () => {
    expect(getEndpoint(make({ gatewayUrl }).kit, 'eip155:1')?.urls[0]).toMatch(
      /^https:\/\/gateway\.test\/v1\//,
    )
  },
  walletConnect: () => {
    expect(startWalletConnect(make().scope)).toBeUndefined()
    expect(startWalletConnect(make({ walletConnect }).scope)).toBeDefined()
  },
  enableWalletConnect: () => {
    expect(startWalletConnect(make({ walletConnect, enableWalletConnect: false }).scope)).toBeUndefined()
  },
  universalProviderConfigOverride: async () => {
    const methods = { eip155: ['personal_sign'] }
    const events = { eip155: ['chainChanged'] }
    const proposed = await pair({
      universalProviderConfigOverride: {
        ...{ methods, events, defaultChain: 'eip155:8453' },
        chains: { eip155: ['eip155:8453'], bip122: [] },
        rpcMap: { 'eip155:1': 'https://rpc.test' },
      },
    })
    expect(proposed.options).toMatchObject({ methods, events })
    expect(proposed.options?.networks()[0]?.caipNetworkId).toBe('eip155:8453')
    expect(proposed.chains).toEqual(['eip155:8453', solana.caipNetworkId, expect.stringMatching(/^solana:/)])
    // A namespace whose client returns the URLs it was created for.
    const namespace = proposed.kit.namespaces.get('eip155')
    const assets = async () => ({ createClient: ({ urls }: Endpoint) => ({ request: async () => urls }) })
    if (namespace) proposed.kit.namespaces.set('eip155', { ...namespace, assets } as never)
    const request = { networkId: 'eip155:1', method: 'eth_blockNumber', params: [] } as const
    expect(await proposed.options?.rpc?.(request)).toEqual(['https://rpc.test'])
    expect((await pair({})).chains).toBeUndefined()
  },
  manualWCControl: () => expectCodeFirst({ manualWCControl: true }),
  basic: () => expectCodeFirst({ basic: true }),
  showWallets: () => expectCollapsed({ showWallets: false }),
  experimental_preferUniversalLinks: () => {
    const wallet = { id: 'a', name: 'A', mobile_link: 'a://', link_mode: 'https://a.test' }
    expect(getMobileLink(make().kit, wallet)).toBe('a://')
    const { kit } = make({ experimental_preferUniversalLinks: true })
    expect(getMobileLink(kit, wallet)).toBe('https://a.test')
    expect(getMobileLink(kit, { ...wallet, link_mode: undefined })).toBe('a://')
  },
  walletUrl: () => {
    expect([hasEmbedded(make().kit), hasEmbedded(make({ walletUrl }).kit)]).toEqual([false, true])
  },
  enableAuthLogger: async () => {
    const logged = async (options: Options) => (await frameUrl(options)).searchParams.get('enableLogger')
    expect(await logged({ logLevel: 'debug' })).toBe('true')
    expect(await logged({ logLevel: 'debug', enableAuthLogger: false })).toBe('false')
  },
  customRpcUrls: () => {
    const urls = [{ url: 'https://rpc.test', config: { timeout: 1 } }]
    const endpoint = getEndpoint(make({ customRpcUrls: { 'eip155:1': urls } }).kit, 'eip155:1')
    expect(endpoint?.urls[0]).toBe('https://rpc.test')
    // What `config` does is tested in the package of the namespace.
    expect(endpoint?.customUrls).toBe(urls)
  },
  chainImages: async () => {
    const chainImages = { 1: '/ethereum.svg' }
    const scene = { view: { name: 'networks' } } as const
    expect((await draw({ ...scene, options: { chainImages } })).images).toContain(chainImages[1])
  },
  connectorImages: async () => {
    const connectorImages = { 'io.poly': '/poly.svg' }
    expect((await draw({ options: { connectorImages } })).images).toContain('/poly.svg')
    // By reverse domain name as well, in every view of the wallet.
    const prepare = ({ store }: Kit) =>
      store.setState(({ connectors }) => ({
        connectors: connectors.map((details) => ({ ...details, rdns: 'test.poly' })),
      }))
    const options = { connectorImages: { 'test.poly': '/poly.svg' } }
    const scenes: { view: View; isConnected?: boolean }[] = [
      { view: { name: 'connect' } },
      { view: { name: 'connecting-external', connectorId: 'io.poly' } },
      { view: { name: 'connecting-multi-chain', connectorId: 'io.poly' } },
      { view: { name: 'account-settings' }, isConnected: true },
    ]
    for (const scene of scenes)
      expect((await draw({ ...scene, options, prepare })).images, scene.view.name).toContain('/poly.svg')
  },
  tokens: () => {
    const address = '0x00000000000000000000000000000000000000aa'
    const balance = { name: 'x', symbol: 'x', chainId: 'eip155:1', price: 0, iconUrl: '' } as const
    const quantity = { decimals: '18', numeric: '1' }
    const balances = [
      { ...balance, quantity, symbol: 'ETH' },
      { ...balance, quantity, symbol: 'USDC', address: `eip155:1:${address}` as const },
    ]
    const account = { address: ada, networkId: 'eip155:1' } as const
    const shown = (options: Options) => pickShownBalance(make(options).kit, account, balances)?.symbol
    expect(shown({})).toBe('ETH')
    expect(shown({ tokens: { 'eip155:1': { address } } })).toBe('USDC')
  },
  features: () => {
    expect(make({ features: { history: false } }).kit.store.getState().settings.features.history).toBe(false)
  },
  siwx: () => {
    expect(make().kit.store.getState().signIn.status).toBe('off')
    expect(make({ siwx: fakeSIWX() }).kit.store.getState().signIn.status).toBe('idle')
  },
  siweConfig: () => {
    const siweConfig = createSIWEConfig({ getSession: async () => null } as never)
    expect(make({ siweConfig }).kit.store.getState().signIn.status).toBe('idle')
  },
  allWallets: async () => {
    await expectRemoved('all-wallets', { allWallets: 'HIDE' }, {})
    const isShown = async () =>
      (await draw({ options: { gatewayUrl, allWallets: 'ONLY_MOBILE' } })).ids.includes('all-wallets')
    expect(await isShown()).toBe(false)
    const touch = (query: string) => ({
      matches: query === '(pointer: coarse)',
      addEventListener() {},
      removeEventListener() {},
    })
    vi.stubGlobal('matchMedia', touch)
    expect(await isShown()).toBe(true)
  },
  includeWalletIds: () => {
    expect(installedIds({})).toEqual(['io.poly'])
    expect(installedIds({ includeWalletIds: ['another'] })).toEqual([])
  },
  excludeWalletIds: () => {
    expect(installedIds({ excludeWalletIds: ['io.poly'] })).toEqual([])
  },
  featuredWalletIds: () => {
    const { groups } = layoutOf({ featuredWalletIds: ['a', 'b'] })
    expect(groups).toContainEqual({ name: 'featured', connectors: [], wallets: [], places: 2 })
  },
  customWallets: () => {
    const customWallets = [{ id: 'mine', name: 'Mine' }]
    expect(layoutOf({ customWallets }).groups).toContainEqual(
      expect.objectContaining({ name: 'custom', wallets: customWallets }),
    )
  },
  defaultAccountTypes: async () => {
    const connected = async (options: Options) => {
      const { kit, wallets } = make(options)
      const accounts = (['payment', 'ordinal'] as const).map((type) => ({ address: type, type }))
      const { networkId } = wallets.bip122
      vi.spyOn(wallets.bip122.connector, 'connect').mockResolvedValue({ accounts, networkId })
      return (await connect(kit, { namespace: 'bip122', connectorId: 'Polyglot' })).address
    }
    expect(await connected({})).toBe('payment')
    expect(await connected({ defaultAccountTypes: { bip122: 'ordinal' } })).toBe('ordinal')
  },
  termsConditionsUrl: async () => {
    expect((await draw({ options: legal })).links).toContain(legal.termsConditionsUrl)
  },
  privacyPolicyUrl: async () => {
    expect((await draw({ options: legal })).links).toContain(legal.privacyPolicyUrl)
  },
  enableWallets: () => expectRemoved('wallet-selector-io.poly', { enableWallets: false }, {}),
  enableEIP6963: () => {
    expect([discovery({})?.announced, discovery({ enableEIP6963: false })?.announced]).toEqual([true, false])
  },
  enableInjected: () => {
    expect([discovery({})?.injected, discovery({ enableInjected: false })?.injected]).toEqual([true, false])
  },
  enableNetworkSwitch: async () => {
    const options = { enableNetworkSwitch: false }
    const settings = { view: { name: 'account-settings' }, isConnected: true } as const
    await expectRemoved('w3m-account-select-network', options, settings)
    const isDisabled = async (scene: Parameters<typeof draw>[0]) => {
      const { get } = await draw({ ...scene, isConnected: true, children: <AppKitNetworkButton /> })
      return (get('w3m-network-button') as HTMLButtonElement).disabled
    }
    expect(await isDisabled({})).toBe(false)
    expect(await isDisabled({ options })).toBe(true)
    expect(toView(make(options).kit, 'Networks')).toBeUndefined()
    expect(toView(make().kit, 'Networks')).toEqual({ name: 'networks' })
    // A visitor must still be able to leave a network that is not supported.
    const { kit, wallets, scope } = make(options)
    await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
    wallets.eip155.emit({ type: 'network', networkId: 'eip155:999' })
    await openRequested(scope, { view: 'Networks' })
    expect(currentView(scope.router.store.getState()).name).toBe('unsupported-chain')
    const { ids } = await draw({ options, view: { name: 'unsupported-chain' }, isConnected: true })
    expect(ids).toContain('w3m-network-switch-Base')
  },
  enableCoinbase: () => {
    expectHidden('com.coinbase.wallet', { enableCoinbase: false })
  },
  enableBaseAccount: () => {
    expectHidden('app.base.account', { enableBaseAccount: false })
  },
  enableReconnect: () => {
    const storage = () => ({
      getItem: (key: string) => (key.endsWith('eip155:connected_connector_id') ? 'io.poly' : null),
      setItem: () => {},
      removeItem: () => {},
    })
    const started = (options: Options) =>
      make({ ...options, storage: storage() }).kit.store.getState().connections.eip155?.status
    expect(started({})).toBe('reconnecting')
    expect(started({ enableReconnect: false })).toBeUndefined()
  },
  enableWalletGuide: async () => {
    const shows = async (options: Options) => {
      const { elements } = await draw({ options })
      return elements.some((element) => element.getAttribute('aria-label') === 'Help')
    }
    expect([await shows({}), await shows({ enableWalletGuide: false })]).toEqual([true, false])
  },
  enableMobileFullScreen: async () => {
    const isFull = async (options: Options) =>
      (await draw({ options })).get('w3m-modal-overlay')?.hasAttribute('data-fullscreen')
    expect([await isFull({}), await isFull({ enableMobileFullScreen: true })]).toEqual([false, true])
  },
  enableEmbedded: async () => {
    const isInPage = async (options: Options) =>
      (await place(options)).querySelector('[role=region]')?.shadowRoot != null
    expect([await isInPage({}), await isInPage({ enableEmbedded: true })]).toEqual([false, true])
  },
  disableAppend: async () => {
    const holdsDialog = async (options: Options) => (await place(options)).querySelector('dialog') !== null
    expect([await holdsDialog({}), await holdsDialog({ disableAppend: true })]).toEqual([false, true])
  },
  allowUnsupportedChain: async () => {
    const isStuck = async (options: Options) => {
      const { kit, wallets } = make(options)
      await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
      wallets.eip155.emit({ type: 'network', networkId: 'eip155:999' })
      return isUnsupported(kit.store.getState())
    }
    expect([await isStuck({}), await isStuck({ allowUnsupportedChain: true })]).toEqual([true, false])
  },
  debug: () => expectRemoved('wui-alertbar-text', { debug: false }, { prepare: raiseAlert }),
  logLevel: () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    make({ logLevel: 'error' }).kit.logger.warn('Not shown.')
    make({ logLevel: 'warn' }).kit.logger.warn('Shown.')
    expect(warn.mock.calls).toEqual([['[portico]', 'Shown.']])
  },
  storage: async () => {
    const { kit, storage } = make()
    await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
    expect(storage.entries.get('@appkit/connected_namespaces')).toBe('eip155')
  },
  themeMode: () => {
    const appKit = createAppKit({ projectId: 'x', networks: [mainnet], themeMode: 'dark' })
    const host = document.createElement('div')
    applyTheme(host, appKit.scope.theme.getState())
    expect(host.dataset.theme).toBe('dark')
  },
  themeVariables: () => {
    const themeVariables = { '--apkt-z-index': 7 }
    const appKit = createAppKit({ projectId: 'x', networks: [mainnet], themeVariables })
    const host = document.createElement('div')
    vi.stubGlobal('CSS', { supports: () => true })
    applyTheme(host, appKit.scope.theme.getState())
    expect(host.style.getPropertyValue('--p-z')).toBe('7')
  },
}

/** Every option of `features`. */
const featureEffects: { [feature in keyof Required<Features>]: Effect } = {
  email: () => expectRemoved('wui-email-input', { features: { email: false } }, {}),
  socials: 'later: social login',
  swaps: 'later: swapping',
  onramp: 'later: buying',
  send: 'later: sending',
  walletFeaturesOrder: 'later: sending, swapping and buying, which it orders',
  history: () =>
    expectRemoved(
      'tab-activity',
      { features: { history: false } },
      { view: { name: 'account' }, isConnected: true },
    ),
  receive: async () => {
    const options = { features: { receive: false } }
    const scene = { view: { name: 'account' }, isConnected: true } as const
    await expectRemoved('wallet-features-receive-button', options, scene)
    const opened = async (given: Options) => {
      const { kit, scope } = make(given)
      await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
      await openRequested(scope, { view: 'WalletReceive' })
      return currentView(scope.router.store.getState()).name
    }
    expect([await opened({}), await opened(options)]).toEqual(['receive', 'account'])
  },
  analytics: async () => {
    expect(await listen({})).toEqual(['SELECT_WALLET', 'CONNECT_SUCCESS'])
    expect(await listen({ features: { analytics: false } })).toEqual([])
  },
  allWallets: () => expectRemoved('all-wallets', { features: { allWallets: false } }, {}),
  emailShowWallets: () => expectCollapsed({ features: { emailShowWallets: false } }),
  collapseWallets: () => expectCollapsed({ features: { collapseWallets: true } }),
  legalCheckbox: async () => {
    expect((await draw({ options: legal })).ids).not.toContain('w3m-legal-checkbox')
    const options = { ...legal, features: { legalCheckbox: true } }
    expect((await draw({ options })).ids).toContain('w3m-legal-checkbox')
    // Also on the views that `open` shows without Connect.
    const searches = ({ elements }: Awaited<ReturnType<typeof draw>>) =>
      elements.some((element) => element.getAttribute('type') === 'search')
    const list = { view: { name: 'all-wallets' } } as const
    expect(searches(await draw({ ...list, options: { ...legal, gatewayUrl } }))).toBe(true)
    const locked = await draw({ ...list, options: { ...options, gatewayUrl } })
    expect(searches(locked)).toBe(false)
    await act(async () => (locked.get('w3m-legal-checkbox') as HTMLElement).click())
    expect(document.querySelector('input[type=search]')).not.toBeNull()
    vi.mocked(client.walletConnect).mockClear()
    for (const name of ['connecting-wallet-connect-basic', 'connecting-wallet-connect'] as const) {
      const { ids } = await draw({ view: { name }, options: { ...options, walletConnect } })
      expect(ids).toContain('w3m-legal-checkbox')
    }
    expect(client.walletConnect).not.toHaveBeenCalled()
    for (const name of ['connecting-external', 'connecting-multi-chain'] as const) {
      const connecting = await draw({ view: { name, connectorId: 'io.poly' }, options })
      expect(connecting.ids).toContain('w3m-legal-checkbox')
      expect(connecting.kit.store.getState().connections.eip155?.status ?? 'disconnected').toBe(
        'disconnected',
      )
      await act(async () => (connecting.get('w3m-legal-checkbox') as HTMLElement).click())
      await waitFor(() => expect(document.querySelector('input[type=checkbox]')).toBeNull())
    }
  },
  multiWallet: async () => {
    const others = async (features: Partial<Features>) => {
      const wallets = [fakeWallet(), fakeWallet({ id: 'dev.other', name: 'Other' })]
      const { kit } = testKit({ features }, wallets)
      stops.push(() => kit.destroy())
      for (const { id } of wallets) await connect(kit, { connectorId: id })
      expect(getConnected(kit.store.getState())?.connectorId).toBe('dev.other')
      return kit.store.getState().otherConnections?.eip155?.map(({ connectorId }) => connectorId)
    }
    expect(await others({ multiWallet: true })).toEqual(['dev.fake'])
    expect((await others({})) ?? []).toEqual([])
  },
  headless: () => {
    const list = (features: Partial<Features>) => {
      const { namespace } = fakeNamespace([fakeWallet()])
      createAppKit({ projectId: 'test', networks: [mainnet], adapters: [{ namespace }], features })
      const { result, unmount } = renderHook(() => useAppKitWallets())
      const names = result.current.wallets.map(({ name }) => name)
      unmount()
      setDefaultAppKit(undefined)
      return names
    }
    expect(list({ headless: true })).toEqual(['Fake'])
    expect(list({})).toEqual([])
  },
  names: async () => {
    const scene = { view: { name: 'account-settings' }, isConnected: true, prepare: addNames } as const
    const id = 'account-choose-name-button'
    expect((await draw({ ...scene, options: { gatewayUrl } })).ids).not.toContain(id)
    const options = { gatewayUrl, features: { names: true } }
    expect((await draw({ ...scene, options })).ids).toContain(id)
  },
  connectMethodsOrder: () => {
    expect(layoutOf({ features: { connectMethodsOrder: ['email', 'wallet'] } }).methods).toEqual([
      'email',
      'wallet',
    ])
  },
  connectorTypeOrder: () => {
    const customWallets = [{ id: 'mine', name: 'Mine' }]
    const order = (features: Partial<Features>) =>
      layoutOf({ customWallets, features }).groups.map(({ name }) => name)
    expect(order({}).slice(0, 2)).toEqual(['injected', 'custom'])
    expect(order({ connectorTypeOrder: ['custom'] }).slice(0, 2)).toEqual(['custom', 'injected'])
  },
}

/** Expects an installed wallet to be listed by default, and not with the option, which leaves the others. */
function expectHidden(rdns: string, options: Partial<KitOptions>): void {
  const listed = (given: Partial<KitOptions>) => {
    const wallets = [fakeWallet(), fakeWallet({ id: rdns, name: 'Vendor' })]
    const { kit } = testKit(given, wallets)
    stops.push(() => kit.destroy())
    const { groups } = connectLayout(kit.store.getState())
    return groups.flatMap(({ connectors }) => connectors.map(({ id }) => id)).sort()
  }
  expect(listed({})).toEqual([rdns, 'dev.fake'].sort())
  expect(listed(options)).toEqual(['dev.fake'])
}

function raiseAlert(kit: Kit): void {
  kit.store.setState({ alert: { id: 'session-expired' } })
}

function addNames(kit: Kit): void {
  const id: NamespaceId = 'eip155'
  const namespace = kit.namespaces.get(id)
  if (namespace) kit.namespaces.set(id, { ...namespace, hasNames: true })
}

/** Expects the modal to open on the QR code with the option, and on Connect without it. */
async function expectCodeFirst(option: Options): Promise<void> {
  const opened = async (options: Options) => {
    const { scope } = make({ walletConnect, ...options })
    await openRequested(scope, {})
    return currentView(scope.router.store.getState()).name
  }
  expect([await opened({}), await opened(option)]).toEqual(['connect', 'connecting-wallet-connect-basic'])
}

/** Expects a button instead of the wallets where e-mail is there too, and the wallets behind it. */
async function expectCollapsed(collapse: Options): Promise<void> {
  const [wallet, button] = ['wallet-selector-io.poly', 'w3m-collapse-wallets-button']
  const expanded = await draw({ options: { walletUrl } })
  expect(expanded.ids).toContain(wallet)
  expect(expanded.ids).not.toContain(button)
  const options = { walletUrl, ...collapse }
  const collapsed = await draw({ options })
  expect(collapsed.ids).not.toContain(wallet)
  expect(collapsed.get(button)?.textContent).toBe('Continue with a wallet')
  expect(collapsed.ids).toContain('wui-email-input')
  await act(async () => (collapsed.get(button) as HTMLElement).click())
  const ids = listElements(document).map((element) => element.getAttribute('data-testid'))
  expect(ids).toContain(wallet)
  expect(ids).not.toContain('wui-email-input')
  // Without another way to connect there is nothing to collapse the wallets for.
  expect((await draw({ options: collapse })).ids).toContain(wallet)
}

describe('AppKitOptions', () => {
  const all = [
    ...Object.entries(effects),
    ...Object.entries(featureEffects).map(([name, effect]) => [`features.${name}`, effect] as const),
  ]

  test.each(all.flatMap(([name, effect]) => (typeof effect === 'string' ? [] : [[name, effect] as const])))(
    'param: %s',
    async (_, effect) => {
      await effect()
    },
  )

  test('behavior: the options that nothing reads yet are those of parts that are not built', () => {
    const later = all.flatMap(([name, effect]) => (typeof effect === 'string' ? [name] : []))
    expect(later).toEqual([
      'features.socials',
      'features.swaps',
      'features.onramp',
      'features.send',
      'features.walletFeaturesOrder',
    ])
  })

  test('behavior: the kit itself has no option that is not listed here', () => {
    const { features } = createKit({ projectId: 'x', networks: [mainnet] }).store.getState().settings
    expect(Object.keys(featureEffects).sort()).toEqual(Object.keys(features).sort())
  })
})
