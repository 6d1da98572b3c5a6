// @vitest-environment jsdom
import { connect } from '@portico/core'
import type { EmbeddedState } from '@portico/core/embedded'
import { ada, fakeNamespace, fakeWallet, testKit } from '@portico/core/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createInstance } from '../appKit.ts'
import { createRouter } from '../modal/router.ts'
import { mainnet, solana, solanaDevnet } from '../networks.ts'
import { installBrowserMethods } from '../testing/installBrowserMethods.ts'
import { createTheme } from '../theme.ts'
import { prepareWalletConnect } from '../walletConnect/prepareWalletConnect.ts'

installBrowserMethods()

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const walletConnect = { relayUrl: 'wss://relay.test' }
const sol = () => fakeNamespace([fakeWallet({ id: 'Sol', name: 'Sol', namespace: 'solana' })])

function setup(options: Parameters<typeof testKit>[0] = {}) {
  const made = testKit(options)
  stops.push(() => made.kit.destroy())
  const scope = { kit: made.kit, router: createRouter(), theme: createTheme({}) }
  const appKit = createInstance(scope)
  const connectorIds = () => appKit.getConnectors().map(({ namespace, id }) => `${namespace} ${id}`)
  return { ...made, scope, appKit, connectorIds }
}

describe('addAdapter', () => {
  test('behavior: adds a namespace with its networks and wallets, until it is removed', async () => {
    const { appKit, connectorIds } = setup({ networks: [mainnet] })
    const fake = sol()
    await appKit.addAdapter({ namespace: fake.namespace }, [solana, solanaDevnet])
    expect(appKit.getCaipNetworks('solana').map(({ name }) => name)).toEqual(['Solana', 'Solana Devnet'])
    expect(connectorIds()).toEqual(['eip155 dev.fake', 'solana Sol'])
    await appKit.removeAdapter('solana')
    expect([connectorIds(), fake.isListening]).toEqual([['eip155 dev.fake'], false])
    expect(appKit.getCaipNetworks('solana')).toEqual([])
  })

  test('error: rejects if the application lists no network of the namespace', async () => {
    const { appKit } = setup({ networks: [mainnet] })
    await expect(appKit.addAdapter({ namespace: sol().namespace }, [])).rejects.toThrow(
      'No ActiveCaipNetwork or client found',
    )
  })

  test('behavior: the namespace can be connected over WalletConnect, also if that was started before', async () => {
    const { appKit, scope, connectorIds } = setup({ networks: [mainnet], walletConnect })
    const wc = await prepareWalletConnect(scope)
    stops.push(() => wc?.destroy())
    expect(connectorIds()).not.toContain('solana walletConnect')
    await appKit.addAdapter({ namespace: sol().namespace }, [solana])
    expect(connectorIds()).toContain('solana walletConnect')
  })

  test('behavior: a stored connection over WalletConnect starts it', async () => {
    const { appKit, storage, connectorIds } = setup({ networks: [mainnet], walletConnect })
    storage.setItem('@appkit/solana:connected_connector_id', 'walletConnect')
    const statuses: unknown[] = []
    appKit.subscribeAccount(({ status }) => statuses.push(status), 'solana')
    await appKit.addAdapter({ namespace: sol().namespace }, [solana])
    expect(connectorIds()).toContain('solana walletConnect')
    // There is no session any more.
    await vi.waitFor(() => expect(statuses).toEqual(['reconnecting', 'disconnected']))
  })

  test('behavior: without adapters before, the other namespaces get the one for WalletConnect', async () => {
    const { appKit, kit, scope } = setup({ adapters: [], networks: [mainnet, solana], walletConnect })
    const { namespace } = sol()
    await appKit.addAdapter({ namespace }, [])
    const wc = await prepareWalletConnect(scope)
    stops.push(() => wc?.destroy())
    expect([...kit.namespaces.keys()].toSorted()).toEqual(['eip155', 'solana'])
    expect(kit.namespaces.get('solana')).toBe(namespace)
  })
})

describe('setEIP6963Enabled', () => {
  test('behavior: removes and lists the wallets that announce themselves', async () => {
    const { appKit, connectorIds } = setup()
    await appKit.setEIP6963Enabled(false)
    expect(connectorIds()).toEqual([])
    await appKit.setEIP6963Enabled(true)
    expect(connectorIds()).toEqual(['eip155 dev.fake'])
  })
})

describe('setPreferredAccountType', () => {
  test('behavior: has the connected wallet change the type of its account, if it has several', async () => {
    const { appKit, kit, wallet } = setup()
    const chosen: string[] = []
    await connect(kit, { connectorId: 'dev.fake' })
    await appKit.setPreferredAccountType('smartAccount')
    wallet.connector.setAccountType = async (type) => {
      chosen.push(type)
      return type
    }
    for (const type of ['smartAccount', 'eoa'] as const) await appKit.setPreferredAccountType(type, 'eip155')
    await appKit.setPreferredAccountType('smartAccount', 'solana')
    expect(chosen).toEqual(['smartAccount', 'eoa'])
  })

  test('behavior: on a network without smart accounts the preference is another than the type', async () => {
    const { appKit, kit } = setup()
    await connect(kit, { connectorId: 'dev.fake' })
    const embedded: EmbeddedState = {
      ...{ email: undefined, login: { step: 'none' }, requests: [] },
      surface: { view: 'none', height: 0 },
      accounts: { eip155: [{ address: ada, type: 'eoa' }] },
      preferredAccountTypes: { eip155: 'smartAccount' },
    }
    kit.store.setState({ embedded })
    // Another wallet has taken the place of the embedded one.
    expect(appKit.getPreferredAccountType('eip155')).toBe('eoa')
    kit.store.setState(({ connectors }) => ({
      connectors: connectors.map((details) => ({ ...details, type: 'AUTH' as const })),
    }))
    expect(appKit.getPreferredAccountType('eip155')).toBe('smartAccount')
    expect(appKit.getPreferredAccountType('solana')).toBe('eoa')
  })
})
