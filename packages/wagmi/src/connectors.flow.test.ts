// @vitest-environment jsdom
import { type Connector, type ConnectorEvent, createEmitter, disconnect, switchNetwork } from '@portico/core'
import { connect } from '@portico/core/connect'
import { addConnectors, connectPaired } from '@portico/core/internal'
import { createEvmWallet, memoryStorage } from '@portico/testkit'
import type { CreateConnectorFn } from '@wagmi/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { majors } from './testing/majors.ts'
import { createBrowser, describeBoth, type OpenPageParameters, openPage } from './testing/openPage.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
})

const ada = '0x00000000000000000000000000000000000000Ad'
const chains = [{ chainId: 31_337 }, { chainId: 31_338 }]

/** A connector that discovery does not find: its wallet stays connected in `browser`, as a session would. */
function remote(
  type: 'WALLET_CONNECT' | 'AUTH',
  browser: ReturnType<typeof createBrowser>,
): Connector & { emit(event: ConnectorEvent): void } {
  const events = createEmitter<ConnectorEvent>()
  const id = type === 'AUTH' ? 'ID_AUTH' : 'walletConnect'
  let networkId: `eip155:${string}` = 'eip155:31337'
  const getAccounts = () =>
    browser.storage.getItem('session')
      ? [{ address: ada, type: type === 'AUTH' ? ('smartAccount' as const) : ('eoa' as const) }]
      : []
  return {
    id,
    name: id,
    type,
    namespace: 'eip155',
    async connect({ silent, ...parameters }) {
      if (!silent) {
        ;(parameters as { onUri?: (uri: string) => void }).onUri?.('wc:1@2')
        browser.storage.setItem('session', 'yes')
      }
      return { accounts: getAccounts(), networkId }
    },
    async disconnect() {
      browser.storage.removeItem('session')
    },
    async switchNetwork({ network }) {
      networkId = network.caipNetworkId as typeof networkId
    },
    signMessage: async () => '0x00',
    getProvider: () => undefined,
    subscribe: events.on,
    emit: events.emit,
  }
}

describe.each(majors)('connectors with wagmi $major', ({ core }) => {
  function open(parameters: Partial<OpenPageParameters> = {}) {
    const page = openPage({ core, ...parameters })
    ends.push(page.close)
    return page
  }
  type Page = ReturnType<typeof open>
  const expectBoth = (page: Page, expected: object) =>
    vi.waitFor(() => expect(describeBoth(page)).toMatchObject({ kit: expected, wagmi: expected }), {
      interval: 5,
      timeout: 10_000,
    })
  const untilSettled = (page: Page) =>
    vi.waitFor(() => expect(page.config.state.status).not.toMatch(/connecting/), { interval: 1 })
  const find = (page: Page, id: string) => {
    const connector = page.config.connectors.find((listed) => listed.id === id)
    if (!connector) throw new Error(`${id} is not listed in wagmi.`)
    return connector
  }

  test.each([true, false])(
    'behavior: a wallet that is announced late is restored; mounted: %s',
    async (isMounted) => {
      const storage = memoryStorage()
      const create = () => createEvmWallet({ chains, storage, info: { rdns: 'dev.late', name: 'Late' } })
      const before = open()
      const stop = create().announce()
      await connect(before.kit, { connectorId: 'dev.late' })
      before.close()
      stop()
      const page = open({ browser: before.browser, isMounted })
      await untilSettled(page)
      expect(describeBoth(page).wagmi).not.toHaveProperty('accounts')
      ends.push(create().announce())
      await expectBoth(page, { connectorId: 'dev.late' })
    },
  )

  test('behavior: a wallet that wagmi connected in another kit is restored, one that it disconnected is not', async () => {
    const wallet = createEvmWallet({ chains, authorized: true, info: { rdns: 'dev.one', name: 'One' } })
    ends.push(wallet.announce())
    const browser = createBrowser()
    browser.storage.setItem('wagmi.recentConnectorId', '"dev.one"')
    const page = open({ browser })
    await expectBoth(page, { connectorId: 'dev.one', accounts: wallet.accounts })
    page.close()
    const other = createBrowser()
    other.storage.setItem('wagmi.recentConnectorId', '"dev.one"')
    other.storage.setItem('wagmi.dev.one.disconnected', 'true')
    const after = open({ browser: other })
    await untilSettled(after)
    expect(after.config.state.status).toBe('disconnected')
  })

  test("behavior: the kit's stored wallet does not beat the one that wagmi restores", async () => {
    for (const rdns of ['dev.one', 'dev.two'])
      ends.push(createEvmWallet({ chains, authorized: true, info: { rdns, name: rdns } }).announce())
    const browser = createBrowser()
    browser.storage.setItem('wagmi.recentConnectorId', '"dev.two"')
    browser.storage.setItem('@appkit/connection_status', 'connected')
    browser.storage.setItem('@appkit/connected_namespaces', 'eip155')
    browser.storage.setItem('@appkit/eip155:connected_connector_id', 'dev.one')
    await expectBoth(open({ browser }), { connectorId: 'dev.two' })
  })

  test('behavior: WalletConnect pairs in the modal, and is restored', async () => {
    const page = open()
    const own = remote('WALLET_CONNECT', page.browser)
    addConnectors(page.kit, [own])
    const pair = async () => {
      page.browser.storage.setItem('session', 'yes')
      return { namespaces: ['eip155' as const], proofs: [] }
    }
    await connectPaired(page.kit, { connectorId: 'walletConnect', pair, method: 'qrcode' })
    await expectBoth(page, { connectorId: 'walletConnect', accounts: [ada] })
    expect(find(page, 'walletConnect').type).toBe('walletConnect')
    page.close()
    const after = open({ browser: page.browser })
    await untilSettled(after)
    addConnectors(after.kit, [remote('WALLET_CONNECT', page.browser)])
    await expectBoth(after, { connectorId: 'walletConnect', accounts: [ada] })
    await switchNetwork(after.kit, { network: 31_338 })
    await expectBoth(after, { networkId: 'eip155:31338' })
    await disconnect(after.kit)
    await expectBoth(after, { networkId: 'eip155:31338' })
    expect(page.browser.storage.getItem('session')).toBeNull()
  })

  test('behavior: a connector that replaces one with its ID is listed once', async () => {
    const browser = createBrowser()
    const page = open({ browser })
    for (let time = 0; time < 2; time++) addConnectors(page.kit, [remote('WALLET_CONNECT', browser)])
    await vi.waitFor(() =>
      expect(page.config.connectors.filter(({ id }) => id === 'walletConnect')).toHaveLength(1),
    )
    await Promise.resolve()
    expect(page.config.connectors.filter(({ id }) => id === 'walletConnect')).toHaveLength(1)
  })

  test('behavior: WalletConnect gives applications the URI to pair with', async () => {
    const page = open()
    addConnectors(page.kit, [remote('WALLET_CONNECT', page.browser)])
    await vi.waitFor(() => find(page, 'walletConnect'))
    const connector = find(page, 'walletConnect')
    const messages: unknown[] = []
    connector.emitter.on('message', ({ type, data }) => messages.push({ type, data }))
    await core.connect(page.config, { connector })
    expect(messages).toContainEqual({ type: 'display_uri', data: 'wc:1@2' })
    await expectBoth(page, { connectorId: 'walletConnect', accounts: [ada] })
  })

  test('behavior: the embedded wallet connects with its account type, and logs out', async () => {
    const page = open()
    const own = remote('AUTH', page.browser)
    addConnectors(page.kit, [own])
    await connect(page.kit, { connectorId: 'ID_AUTH' })
    await expectBoth(page, { connectorId: 'ID_AUTH', accounts: [ada] })
    const getTypes = () => {
      const connection = page.kit.store.getState().connections.eip155
      return connection?.status === 'connected' && connection.accounts.map(({ type }) => type)
    }
    expect(getTypes()).toEqual(['smartAccount'])
    own.emit({ type: 'accounts', accounts: [{ address: ada, type: 'eoa' }] })
    await vi.waitFor(() => expect(getTypes()).toEqual(['eoa']))
    await core.disconnect(page.config)
    await expectBoth(page, { networkId: 'eip155:31337' })
    expect(page.browser.storage.getItem('session')).toBeNull()
  })

  const mock = (properties: object = {}): CreateConnectorFn =>
    ((config: Parameters<CreateConnectorFn>[0]) => ({
      ...core.mock({ accounts: [ada], features: { reconnect: true } })(config),
      ...properties,
    })) as CreateConnectorFn

  test("behavior: the application's own connectors are listed in the modal", async () => {
    const page = open({ adapter: { connectors: [mock()] } })
    expect(page.kit.store.getState().connectors).toMatchObject([{ id: 'mock', type: 'EXTERNAL' }])
    await connect(page.kit, { connectorId: 'mock' })
    await expectBoth(page, { connectorId: 'mock', accounts: [ada] })
    await switchNetwork(page.kit, { network: 31_338 })
    await expectBoth(page, { networkId: 'eip155:31338' })
    await disconnect(page.kit)
    await expectBoth(page, { networkId: 'eip155:31338' })
    await core.connect(page.config, { connector: find(page, 'mock') })
    await expectBoth(page, { connectorId: 'mock', accounts: [ada] })
  })

  test('behavior: of an announced wallet and a connector with its rdns, the connector is listed', () => {
    ends.push(createEvmWallet({ chains, info: { rdns: 'dev.one', name: 'One' } }).announce())
    const page = open({ adapter: { connectors: [mock({ id: 'own', rdns: 'dev.one' })] } })
    expect(page.kit.store.getState().connectors.map(({ id }) => id)).toEqual(['own'])
    expect(page.config.connectors.map(({ id }) => id)).toEqual(['own'])
  })

  test('behavior: a connector that was not configured is connected in the kit too', async () => {
    const page = open()
    await core.connect(page.config, { connector: mock({ id: 'unlisted' }) })
    await expectBoth(page, { connectorId: 'unlisted', accounts: [ada] })
    await disconnect(page.kit)
    await expectBoth(page, { networkId: 'eip155:31337' })
  })

  test('param: multiInjectedProviderDiscovery: false lists no announced wallets', () => {
    ends.push(createEvmWallet({ chains, info: { rdns: 'dev.one', name: 'One' } }).announce())
    const page = open({ adapter: { multiInjectedProviderDiscovery: false } })
    expect(page.config.connectors).toEqual([])
  })

  test('param: ssr: wallets are listed in wagmi once it is hydrated', async () => {
    ends.push(createEvmWallet({ chains, info: { rdns: 'dev.one', name: 'One' } }).announce())
    const page = open({ adapter: { ssr: true }, isMounted: false })
    expect(page.config.connectors).toEqual([])
    expect(page.kit.store.getState().connectors).toHaveLength(1)
    void core.hydrate(page.config, { reconnectOnMount: true }).onMount()
    await vi.waitFor(() => find(page, 'dev.one'))
    await connect(page.kit, { connectorId: 'dev.one' })
    await expectBoth(page, { connectorId: 'dev.one' })
    page.close()
    const after = open({ browser: page.browser, adapter: { ssr: true } })
    await expectBoth(after, { connectorId: 'dev.one' })
  })

  test('param: ssr: without a WagmiProvider, the kit has the config hydrated after 1.5 s', async () => {
    const wallet = createEvmWallet({ chains, info: { rdns: 'dev.one', name: 'One' } })
    ends.push(wallet.announce())
    const before = open()
    await connect(before.kit, { connectorId: 'dev.one' })
    before.close()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    ends.push(() => vi.useRealTimers())
    const page = open({ browser: before.browser, adapter: { ssr: true }, isMounted: false })
    await import('./bridge/followConfig.ts')
    await vi.advanceTimersByTimeAsync(1_499)
    expect(page.config.state.status).toBe('disconnected')
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await expectBoth(page, { connectorId: 'dev.one', accounts: wallet.accounts })
  })
})
