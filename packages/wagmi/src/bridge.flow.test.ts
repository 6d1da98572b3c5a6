// @vitest-environment jsdom
import {
  cancelConnect,
  disconnect as disconnectKit,
  getConnector,
  switchConnection,
  switchNetwork,
} from '@portico/core'
import { connect as connectKit } from '@portico/core/connect'
import { createEvmWallet, type EvmWallet, memoryStorage } from '@portico/testkit'
import { verifyMessage } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { majors } from './testing/majors.ts'
import { describeBoth, type OpenPageParameters, openPage, two } from './testing/openPage.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
})

const chains = [{ chainId: 31_337 }, { chainId: 31_338 }]

function install(rdns = 'dev.one', options: Partial<Parameters<typeof createEvmWallet>[0]> = {}): EvmWallet {
  const wallet = createEvmWallet({ chains, info: { rdns, name: rdns }, ...options })
  ends.push(wallet.announce())
  return wallet
}

describe.each(majors)('the bridge to wagmi $major', ({ core }) => {
  function open(parameters: Partial<OpenPageParameters> = {}) {
    const page = openPage({ core, ...parameters })
    ends.push(page.close)
    return page
  }
  type Page = ReturnType<typeof open>

  /** Waits until both sides say the same, and that it is `expected`. */
  const expectBoth = (page: Page, expected: object) =>
    vi.waitFor(() => expect(describeBoth(page)).toMatchObject({ kit: expected, wagmi: expected }), {
      interval: 5,
      timeout: 10_000,
    })

  const expectSettled = (page: Page) =>
    vi.waitFor(() => {
      expect(page.config.state.status).not.toMatch(/connecting/)
      expect(page.kit.store.getState().connections.eip155?.status).not.toBe('reconnecting')
    })

  async function openConnected(parameters: Partial<OpenPageParameters> = {}) {
    const wallet = install()
    const page = open(parameters)
    await connectKit(page.kit, { connectorId: 'dev.one' })
    await expectBoth(page, { connectorId: 'dev.one', accounts: wallet.accounts })
    return { wallet, page }
  }

  test('behavior: the kit connects, and wagmi has the connection', async () => {
    const { page, wallet } = await openConnected()
    expect(core.getAccount(page.config)).toMatchObject({
      status: 'connected',
      address: wallet.accounts[0],
      chainId: 31_337,
    })
  })

  test('behavior: wagmi connects, and the kit has the connection', async () => {
    const wallet = install()
    const page = open()
    const [connector] = page.config.connectors
    if (!connector) throw new Error('No connector is listed.')
    await core.connect(page.config, { connector })
    await expectBoth(page, { connectorId: 'dev.one', accounts: wallet.accounts })
  })

  test('behavior: the kit disconnects', async () => {
    const { page, wallet } = await openConnected()
    await disconnectKit(page.kit)
    await expectBoth(page, { networkId: 'eip155:31337' })
    expect(core.getAccount(page.config).status).toBe('disconnected')
    expect(wallet.connected).toBe(false)
  })

  test('behavior: wagmi disconnects', async () => {
    const { page, wallet } = await openConnected()
    await core.disconnect(page.config)
    await expectBoth(page, { networkId: 'eip155:31337' })
    await vi.waitFor(() => expect(wallet.connected).toBe(false))
  })

  test('behavior: messages are signed through both', async () => {
    const { page, wallet } = await openConnected()
    const address = wallet.accounts[0] as `0x${string}`
    const signature = await core.signMessage(page.config, { message: 'hello' })
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
    const fromKit = await getConnector(page.kit, 'eip155')?.signMessage({ message: 'hello', address })
    expect(fromKit).toBe(signature)
  })

  test('behavior: the wallet switches its account', async () => {
    const { page, wallet } = await openConnected()
    wallet.switchAccount(1)
    await expectBoth(page, { accounts: wallet.accounts.toReversed() })
  })

  test('behavior: another account is chosen in the modal', async () => {
    const { page, wallet } = await openConnected()
    await switchConnection(page.kit, { connectorId: 'dev.one', address: wallet.accounts[1] })
    await expectBoth(page, { accounts: wallet.accounts.toReversed() })
  })

  test('behavior: the wallet switches its network, also to one that neither side lists', async () => {
    const { page, wallet } = await openConnected()
    wallet.switchChain(31_338)
    await expectBoth(page, { networkId: 'eip155:31338' })
    wallet.switchChain(31_339)
    await expectBoth(page, { networkId: 'eip155:31339' })
  })

  test('behavior: wagmi switches the network', async () => {
    const { page, wallet } = await openConnected()
    await core.switchChain(page.config, { chainId: 31_338 })
    await expectBoth(page, { networkId: 'eip155:31338' })
    expect(wallet.chainId).toBe(31_338)
  })

  test('behavior: the kit switches the network', async () => {
    const { page, wallet } = await openConnected()
    await switchNetwork(page.kit, { network: 'eip155:31338' })
    await expectBoth(page, { networkId: 'eip155:31338' })
    expect(wallet.chainId).toBe(31_338)
  })

  test('behavior: the connection is restored after a reload', async () => {
    const storage = memoryStorage()
    const wallet = install('dev.one', { storage })
    const before = open()
    await connectKit(before.kit, { connectorId: 'dev.one' })
    before.close()
    const page = open({ browser: before.browser })
    await expectBoth(page, { connectorId: 'dev.one', accounts: wallet.accounts })
    await disconnectKit(page.kit)
    page.close()
    const after = open({ browser: before.browser })
    await expectSettled(after)
    await expectBoth(after, { networkId: 'eip155:31337' })
    expect(core.getAccount(after.config).status).toBe('disconnected')
  })

  test('behavior: without a connection, the network is the same on both sides', async () => {
    const page = open()
    await expectBoth(page, { networkId: 'eip155:31337' })
    await switchNetwork(page.kit, { network: 'eip155:31338' })
    await expectBoth(page, { networkId: 'eip155:31338' })
    await core.switchChain(page.config, { chainId: 31_337 })
    await expectBoth(page, { networkId: 'eip155:31337' })
    await core.switchChain(page.config, { chainId: 31_338 })
    page.close()
    await expectBoth(open({ browser: page.browser }), { networkId: 'eip155:31338' })
  })

  test("behavior: the kit's default network is wagmi's", async () => {
    await expectBoth(open({ kit: { defaultNetwork: two } }), { networkId: 'eip155:31338' })
  })

  test('error: the visitor rejects', async () => {
    const { wallet, page } = await openConnected()
    const other = install('dev.two', { policy: 'reject' })
    // The wallet that was connected stays connected in wagmi, and therefore in the kit.
    await expect(connectKit(page.kit, { connectorId: 'dev.two' })).rejects.toMatchObject({ rpcCode: 4001 })
    await expectBoth(page, { connectorId: 'dev.one', accounts: wallet.accounts })
    const connector = page.config.connectors.find(({ id }) => id === 'dev.two')
    if (!connector) throw new Error('The wallet is not listed.')
    const rejecting = core.connect(page.config, { connector })
    await expect(rejecting).rejects.toMatchObject({ name: 'UserRejectedRequestError', code: 4001 })
    await expectBoth(page, { connectorId: 'dev.one' })
    wallet.setPolicy('reject')
    const switching = core.switchChain(page.config, { chainId: 31_338 })
    await expect(switching).rejects.toMatchObject({ name: 'UserRejectedRequestError' })
    await expect(switchNetwork(page.kit, { network: 31_338 })).rejects.toMatchObject({ rpcCode: 4001 })
    await expectBoth(page, { networkId: 'eip155:31337' })
    expect(other.connected).toBe(false)
  })

  test('behavior: the wallet withdraws its permission', async () => {
    const { page, wallet } = await openConnected()
    wallet.disconnect()
    await expectBoth(page, { networkId: 'eip155:31337' })
    expect(core.getAccount(page.config).status).toBe('disconnected')
  })

  test('behavior: a late answer to a cancelled attempt connects neither side', async () => {
    const wallet = install('dev.one', { policy: 'ask' })
    const page = open()
    const connecting = connectKit(page.kit, { connectorId: 'dev.one' })
    await wallet.waitForRequest({ method: 'eth_requestAccounts' })
    cancelConnect(page.kit)
    await expect(connecting).rejects.toThrow()
    expect(page.config.state.status).toBe('disconnected')
    wallet.setPolicy('approve')
    await vi.waitFor(() => expect(wallet.connected).toBe(true))
    await expectSettled(page)
    await expectBoth(page, { networkId: 'eip155:31337' })
    expect(core.getAccount(page.config).status).toBe('disconnected')
  })

  test("behavior: the kit hears of transactions that wagmi's actions send", async () => {
    const hash = `0x${'ab'.repeat(32)}`
    const answers: Record<string, unknown> = {
      eth_requestAccounts: ['0x00000000000000000000000000000000000000ad'],
      eth_accounts: ['0x00000000000000000000000000000000000000ad'],
      eth_chainId: '0x7a69',
      eth_sendTransaction: hash,
    }
    const provider = { request: async ({ method }: { method: string }) => answers[method], on() {} }
    const info = {
      uuid: crypto.randomUUID(),
      name: 'Sender',
      icon: 'data:image/png;base64,AA==',
      rdns: 'dev.sender',
    }
    const page = open()
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
    const heard: unknown[] = []
    ends.push(page.kit.events.on((event) => event.type === 'transaction' && heard.push(event)))
    const connector = page.config.connectors.find(({ id }) => id === 'dev.sender')
    if (!connector) throw new Error('The wallet is not listed.')
    await core.connect(page.config, { connector })
    await expectBoth(page, { connectorId: 'dev.sender' })
    await core.sendTransaction(page.config, { to: '0x00000000000000000000000000000000000000ad', gas: null })
    await vi.waitFor(() =>
      expect(heard).toMatchObject([{ type: 'transaction', hash, networkId: 'eip155:31337' }]),
    )
  })
})
