// @vitest-environment jsdom
import type { EmbeddedProvider } from '@portico/embedded'
import { createEvmWallet } from '@portico/testkit'
import type { CreateConnectorFn } from '@wagmi/core'
import { describe, expect, test, vi } from 'vitest'
import { authConnector } from './authConnector.ts'
import { createProviderConnector } from './bridge/createProviderConnector.ts'
import { majors } from './testing/majors.ts'

const options = { walletUrl: 'https://wallet.example.org', projectId: 'test', name: 'Example wallet' }
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const chain = (id: number) => ({
  ...{ id, name: `Chain ${id}`, nativeCurrency: ether },
  rpcUrls: { default: { http: ['http://node.test'] } },
})
const chains = [chain(31_337), chain(31_338)] as const

describe.each(majors)('authConnector with wagmi $major', ({ core }) => {
  /** Makes a config whose wallet is a test wallet, which can log out, as the embedded one can. */
  function setup() {
    const wallet = createEvmWallet({ chains: [{ chainId: 31_337 }, { chainId: 31_338 }] })
    const own = wallet.provider as unknown as EmbeddedProvider
    const provider: EmbeddedProvider = {
      request: (call) => own.request(call),
      on(event, listener) {
        own.on(event, listener)
        return provider
      },
      removeListener(event, listener) {
        own.removeListener(event, listener)
        return provider
      },
      disconnect: async () => wallet.disconnect(),
    }
    const createProvider = vi.fn<() => EmbeddedProvider>(() => provider)
    const info = { name: 'Example wallet', icon: 'data:image/svg+xml,x', rdns: 'org.example.wallet' }
    const config = core.createConfig({
      chains,
      connectors: [createProviderConnector({ ...info, createProvider }) as unknown as CreateConnectorFn],
      transports: { 31337: core.http(), 31338: core.http() },
      storage: null,
    })
    const [connector] = config.connectors
    if (!connector) throw new Error('The config has one connector.')
    return { config, connector, wallet, createProvider }
  }

  test('behavior: listed once by its domain name; nothing is opened until it is used', async () => {
    const config = core.createConfig({
      chains,
      connectors: [authConnector(options) as unknown as CreateConnectorFn],
      transports: { 31337: core.http(), 31338: core.http() },
      storage: null,
    })
    expect(config.connectors).toMatchObject([
      { id: 'org.example.wallet', name: 'Example wallet', rdns: 'org.example.wallet', type: 'embedded' },
    ])
    expect(await core.reconnect(config)).toEqual([])
    expect(await config.connectors[0]?.getChainId()).toBe(31_337)
    expect(document.querySelector('dialog, iframe')).toBeNull()
  })

  test('behavior: connects on the wanted chain, follows the wallet, and disconnects from either side', async () => {
    const { config, connector, wallet, createProvider } = setup()
    const { accounts, chainId } = await core.connect(config, { connector, chainId: 31_338 })
    expect([accounts.length, chainId]).toEqual([2, 31_338])
    wallet.switchChain(31_337)
    await vi.waitFor(() => expect(core.getAccount(config).chainId).toBe(31_337))
    wallet.switchAccount(1)
    await vi.waitFor(() => expect(core.getAccount(config).address).not.toBe(accounts[0]))
    await core.switchChain(config, { chainId: 31_338 })
    expect(core.getAccount(config).chainId).toBe(31_338)
    await expect(core.switchChain(config, { chainId: 1 as never })).rejects.toThrow(/chain/i)
    expect(createProvider).toHaveBeenCalledOnce()

    await core.disconnect(config)
    expect(core.getAccount(config).status).toBe('disconnected')
    await core.connect(config, { connector })
    wallet.disconnect()
    await vi.waitFor(() => expect(core.getAccount(config).status).toBe('disconnected'))
  })

  test('error: closing the login is the rejection that applications know', async () => {
    const { config, connector, wallet } = setup()
    wallet.setPolicy('reject')
    await expect(core.connect(config, { connector })).rejects.toMatchObject({
      ...{ name: 'UserRejectedRequestError', code: 4001 },
    })
    expect(core.getAccount(config).status).toBe('disconnected')
  })
})
