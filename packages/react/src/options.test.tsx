// @vitest-environment jsdom
import {
  connect,
  createSIWEConfig,
  type Endpoint,
  getEndpoint,
  isUnsupported,
  type Kit,
  type KitOptions,
} from '@portico/core'
import { pickShownBalance } from '@portico/core/data'
import { startEmbedded } from '@portico/core/embedded'
import { connectLayout, hasEmbedded } from '@portico/core/internal'
import { isProviderUrl, prepareSwap } from '@portico/core/money'
import { ada, fakeNamespace, fakeSIWX, fakeWallet, testKit } from '@portico/core/testing'
import { de } from '@portico/i18n/de'
import * as client from '@portico/walletconnect'
import { describe, expect, test, vi } from 'vitest'
import { applyTheme } from './applyTheme.ts'
import { AppKitNetworkButton } from './buttons/AppKitNetworkButton.tsx'
import { text } from './copy.ts'
import { createAppKit } from './createAppKit.ts'
import { createAppKitInstance } from './createAppKitInstance.ts'
import { setDefaultAppKit } from './defaultKit.ts'
import { language } from './language/language.ts'
import { placeModal } from './modal/inline/placeModal.ts'
import { loadModal } from './modal/loadModal.ts'
import { openRequested } from './modal/openRequested.ts'
import { currentView, type View } from './modal/router.ts'
import { base, mainnet, solana } from './networks.ts'
import type { AppKitOptions } from './options.ts'
import {
  gatewayUrl,
  legal,
  type Options,
  prepareOptions,
  type Scene,
  walletConnect,
  walletUrl,
} from './testing/prepareOptions.tsx'
import { toView } from './views.ts'
import { getMobileLink } from './walletConnect/getMobileLink.ts'
import { startPairing } from './walletConnect/pairing.ts'
import { startWalletConnect } from './walletConnect/startWalletConnect.ts'

vi.mock('@portico/walletconnect', { spy: true })

/** Shows what an option changes. */
type Effect = () => void | Promise<void>

const { stops, make, draw, layoutOf, expectRemoved, expectCollapsed } = prepareOptions()

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
  onrampHosts: () => {
    const check = (options: Options) =>
      isProviderUrl('https://buy.example.com/', {
        provider: 'own',
        allowed: make(options).kit.options.onrampHosts,
      })
    expect(check({ onrampHosts: ['buy.example.com'] })).toBe(true)
    expect(check({})).toBe(false)
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
  coinbasePreference: () => expectReport({ coinbasePreference: 'all' }, 'coinbasePreference'),
  universalProvider: () => expectReport({ universalProvider: {} }, 'universalProvider'),
  showWallets: () => expectCollapsed({ showWallets: false }),
  experimental_preferUniversalLinks: () => {
    const wallet = { id: 'a', name: 'A', mobile_link: 'a://', link_mode: 'https://a.test' }
    expect(getMobileLink(make().kit, wallet)).toBe('a://')
    const { kit } = make({ experimental_preferUniversalLinks: true })
    expect(getMobileLink(kit, wallet)).toBe('https://a.test')
    expect(getMobileLink(kit, { ...wallet, link_mode: undefined })).toBe('a://')
  },
  swapRouters: async () => {
    const routers = [{ address: '0x2222222222222222222222222222222222222222', kind: 'v2' }] as const
    const { kit } = make({ swapRouters: { 'eip155:1': routers } })
    const given: unknown[] = []
    const prepare = async (parameters: { routers: unknown }) => {
      given.push(parameters.routers)
      return {}
    }
    const namespace = kit.namespaces.get('eip155')
    kit.namespaces.set('eip155', { ...namespace, swaps: async () => ({ prepare }) } as never)
    const asset = { symbol: 'ETH', decimals: 18, isListed: true }
    const swap = { from: asset, to: asset, amount: 1n, slippage: 100 }
    const quotes = [{ toAmount: '1' }] as never
    for (const networkId of ['eip155:1', 'eip155:8453'] as const)
      await prepareSwap(kit, { wish: { ...swap, subject: { address: ada, networkId } }, quotes })
    expect(given).toEqual([routers, undefined])
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
    const isDisabled = async (scene: Scene) => {
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
  language: () => {
    createAppKitInstance({ projectId: 'x', networks: [mainnet], language: de })
    expect(language.getState()).toMatchObject({ tag: 'de', dir: 'ltr' })
    createAppKitInstance({ projectId: 'x', networks: [mainnet], language: 'en' })
    expect(language.getState()).toMatchObject({ tag: 'en', dir: undefined })
  },
  texts: () => {
    createAppKitInstance({ projectId: 'x', networks: [mainnet], texts: { 'title.connect': 'Log in' } })
    expect(text('title.connect')).toBe('Log in')
    createAppKitInstance({ projectId: 'x', networks: [mainnet], texts: {} })
    expect(text('title.connect')).toBe('Connect Wallet')
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

/** Expects the modal to open on the QR code with the option, and on Connect without it. */
/** An option of AppKit without effect is accepted, and the kit says so. */
function expectReport(options: Options, name: string) {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  make({ ...options, logLevel: 'error' })
  expect(warn).toHaveBeenCalledWith('[portico]', expect.stringMatching(`^.${name}. has no effect`))
}

async function expectCodeFirst(option: Options): Promise<void> {
  const opened = async (options: Options) => {
    const { scope } = make({ walletConnect, ...options })
    await openRequested(scope, {})
    return currentView(scope.router.store.getState()).name
  }
  expect([await opened({}), await opened(option)]).toEqual(['connect', 'connecting-wallet-connect-basic'])
}

describe('AppKitOptions', () => {
  test.each(Object.entries(effects))('param: %s', async (_, effect) => {
    await effect()
  })
})
