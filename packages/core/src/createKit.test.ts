// @vitest-environment jsdom
import { RpcError } from '@portico/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addNetwork } from './actions/addNetwork.ts'
import { cancelConnect } from './actions/cancelConnect.ts'
import { connect } from './actions/connect.ts'
import { disconnect } from './actions/disconnect.ts'
import { removeAdapter } from './actions/removeAdapter.ts'
import { removeNetwork } from './actions/removeNetwork.ts'
import { switchNetwork } from './actions/switchNetwork.ts'
import { createKit } from './createKit.ts'
import type { KitEvent } from './events/kitEvent.ts'
import { getEndpoint } from './getEndpoint.ts'
import type { Kit } from './kit.ts'
import { base, mainnet, sepolia } from './networks/evm.ts'
import { getNetwork, isUnsupported } from './selectors.ts'
import { createSIWEConfig } from './signIn/createSIWEConfig.ts'
import { ada, bob, fakeWallet } from './testing/fakeNamespace.ts'
import { memoryStorage } from './testing/memoryStorage.ts'
import { testKit, until } from './testing/testKit.ts'

const kits: Kit[] = []
const make = (...parameters: Parameters<typeof testKit>) => {
  const made = testKit(...parameters)
  kits.push(made.kit)
  return made
}
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
})
const connection = (kit: Kit) => kit.store.getState().connections.eip155

describe('createKit', () => {
  test('error: siwx and siweConfig cannot both be set', () => {
    const siweConfig = createSIWEConfig({} as never)
    expect(() => make({ siwx: {} as never, siweConfig })).toThrow(
      'Cannot set both `siweConfig` and `siwx` options',
    )
  })

  test.each(['localhost:4401', '/gateway', 'ftp://example.com', ''])(
    'error: rejects a gatewayUrl that is not a URL (%j)',
    (gatewayUrl) => {
      expect(() => make({ gatewayUrl })).toThrow('`gatewayUrl` is not a URL.')
    },
  )

  test('param: the path of gatewayUrl is kept', () => {
    const { kit } = make({ gatewayUrl: 'https://example.com/portico/' })
    expect(getEndpoint(kit, 'eip155:1')?.urls[0]).toMatch(/^https:\/\/example\.com\/portico\/v1\/\?/)
  })

  test('param: a missing project ID sets an alert instead of throwing', () => {
    expect(make({ projectId: '' }).kit.store.getState().alert).toEqual({ id: 'project-id-not-configured' })
  })

  test('param: logLevel: only errors by default', () => {
    const written = (['error', 'warn', 'info', 'debug'] as const).map((method) =>
      vi.spyOn(console, method).mockImplementation(() => {}),
    )
    const { logger } = make({ logLevel: undefined }).kit
    for (const method of ['error', 'warn', 'info', 'debug'] as const) logger[method]('text')
    const counts = written.map(({ mock }) => mock.calls.length)
    for (const spy of written) spy.mockRestore()
    expect(counts).toEqual([1, 0, 0, 0])
  })

  test('behavior: the stored network has precedence over the default, and the default over the first', () => {
    expect(make().kit.store.getState().activeNetworkIds.eip155).toBe('eip155:1')
    const preferred = make({ defaultNetwork: base })
    expect(preferred.kit.store.getState().activeNetworkIds.eip155).toBe('eip155:8453')
    const storage = memoryStorage({ '@appkit/active_caip_network_id': 'eip155:1' })
    expect(make({ defaultNetwork: base, storage }).kit.store.getState().activeNetworkIds.eip155).toBe(
      'eip155:1',
    )
  })

  test('behavior: without adapters, only a relay restores a connection', () => {
    const stored = () =>
      memoryStorage({
        '@appkit/eip155:connected_connector_id': 'walletConnect',
        '@appkit/solana:connected_connector_id': 'walletConnect',
        '@appkit/eip155:active_caip_network_id': 'eip155:8453',
      })
    const walletConnect = { relayUrl: 'wss://relay.test' }
    const { kit } = make({ adapters: [], walletConnect, storage: stored() })
    expect(kit.store.getState().connections).toEqual({
      eip155: { status: 'reconnecting', connectorId: 'walletConnect', attempt: expect.any(Number) },
    })
    expect(kit.store.getState().activeNetworkIds).toEqual({ eip155: 'eip155:8453' })
    expect(make({ adapters: [], storage: stored() }).kit.store.getState().connections).toEqual({})
  })

  test.each(['nonsense', 'eip155:424242', '', 'eip155:8453\u0000'])(
    'behavior: an unknown stored network (%j) is ignored',
    (stored) => {
      const storage = memoryStorage({ '@appkit/active_caip_network_id': stored })
      expect(make({ storage }).kit.store.getState().activeNetworkIds.eip155).toBe('eip155:1')
    },
  )

  test('behavior: falls back to memory when storage throws', async () => {
    const broken = () => {
      throw new Error('denied')
    }
    const { kit } = make({ storage: { getItem: broken, setItem: broken, removeItem: broken } })
    await connect(kit, { connectorId: 'dev.fake' })
    expect(connection(kit)?.status).toBe('connected')
    expect(kit.getClientId()).toBe(kit.getClientId())
  })

  test('behavior: destroy ends discovery', async () => {
    const { kit, wallet, fake } = make()
    await connect(kit, { connectorId: 'dev.fake' })
    kit.destroy()
    expect(fake.isListening).toBe(false)
    expect(wallet.calls).toEqual(['connect'])
  })
})

describe('connect', () => {
  test('behavior: writes and stores the connection and emits events', async () => {
    const { kit, storage } = make()
    const events: KitEvent[] = []
    kit.events.on((event) => events.push(event))
    await connect(kit, { connectorId: 'dev.fake' })
    expect(connection(kit)).toMatchObject({ status: 'connected', address: ada, networkId: 'eip155:1' })
    expect(Object.fromEntries(storage.entries)).toMatchObject({
      '@appkit/eip155:connected_connector_id': 'dev.fake',
      '@appkit/connected_namespaces': 'eip155',
      '@appkit/connection_status': 'connected',
      '@appkit/active_namespace': 'eip155',
      '@appkit/active_caip_network_id': 'eip155:1',
    })
    expect(events.map((event) => (event.type === 'track' ? event.track.event : event.type))).toEqual([
      'SELECT_WALLET',
      'connecting',
      'connected',
      'CONNECT_SUCCESS',
    ])
    expect(kit.events.last).toMatchObject({ track: { properties: { method: 'browser' } } })
  })

  test('error: a rejection disconnects and is tracked as USER_REJECTED', async () => {
    const { kit, wallet } = make()
    wallet.connect = async () => {
      throw new RpcError({ rpcCode: 4001, message: 'User rejected.' })
    }
    await expect(connect(kit, { connectorId: 'dev.fake' })).rejects.toMatchObject({ rpcCode: 4001 })
    expect(connection(kit)).toEqual({ status: 'disconnected' })
    expect(kit.events.last).toMatchObject({ track: { event: 'USER_REJECTED' } })
  })

  test('error: a wallet that shares no account does not connect', async () => {
    const { kit, wallet } = make()
    wallet.accounts = []
    await expect(connect(kit, { connectorId: 'dev.fake' })).rejects.toMatchObject({ code: 'no-accounts' })
    expect(connection(kit)?.status).toBe('disconnected')
  })

  test('error: an unknown connector', async () => {
    await expect(connect(make().kit, { connectorId: 'gone' })).rejects.toMatchObject({
      code: 'connector-not-found',
    })
    const walletConnect = connect(make().kit, { connectorId: 'walletConnect' })
    await expect(walletConnect).rejects.toThrow(/^WalletConnectConnector not found$/)
  })

  test('error: a namespace without an adapter', async () => {
    const connecting = connect(make().kit, { connectorId: 'dev.fake', namespace: 'solana' })
    await expect(connecting).rejects.toThrow(/^Adapter not found$/)
  })

  test('behavior: the status is stored while connecting, and after a failure', async () => {
    const { kit, wallet, storage } = make()
    const status = () => storage.entries.get('@appkit/connection_status')
    wallet.connect = async () => {
      throw new RpcError({ rpcCode: 4001 })
    }
    const connecting = connect(kit, { connectorId: 'dev.fake' })
    expect(status()).toBe('connecting')
    await expect(connecting).rejects.toThrow()
    expect(status()).toBe('disconnected')
  })

  test('behavior: a wallet that never answers can be asked again, and its late answer is ignored', async () => {
    const { kit, wallet } = make()
    let answer = () => {}
    wallet.connect = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    const first = connect(kit, { connectorId: 'dev.fake' })
    const late = answer
    wallet.connect = undefined
    wallet.accounts = [bob]
    await connect(kit, { connectorId: 'dev.fake' })
    late()
    await expect(first).rejects.toMatchObject({ code: 'connection-abandoned' })
    expect(connection(kit)).toMatchObject({ address: bob })
  })

  test('behavior: an answer after cancelConnect is ignored', async () => {
    const { kit, wallet } = make()
    let answer = () => {}
    wallet.connect = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    const connecting = connect(kit, { connectorId: 'dev.fake' })
    cancelConnect(kit)
    answer()
    await expect(connecting).rejects.toMatchObject({ code: 'connection-abandoned' })
    expect(connection(kit)?.status).toBe('disconnected')
  })

  test('behavior: follows the wallet’s events until it is disconnected', async () => {
    const { kit, wallet } = make()
    await connect(kit, { connectorId: 'dev.fake' })
    wallet.emit({ type: 'accounts', accounts: [{ address: bob, type: 'eoa' }] })
    expect(connection(kit)).toMatchObject({ address: bob })
    wallet.emit({ type: 'network', networkId: 'eip155:8453' })
    expect(kit.store.getState().activeNetworkIds.eip155).toBe('eip155:8453')
    expect(getNetwork(kit.store.getState())?.name).toBe('Base')
    wallet.emit({ type: 'network', networkId: 'eip155:999' })
    expect(isUnsupported(kit.store.getState())).toBe(true)
    expect(getNetwork(kit.store.getState())).toMatchObject({ id: 999, name: 'Unsupported Network' })
    wallet.emit({ type: 'disconnect' })
    expect(connection(kit)?.status).toBe('disconnected')
    expect(wallet.listenerCount).toBe(0)
  })
})

describe('disconnect', () => {
  test('behavior: is immediate, deletes the stored connector and notifies the wallet', async () => {
    const { kit, wallet, storage } = make()
    await connect(kit, { connectorId: 'dev.fake' })
    const done = disconnect(kit)
    expect(connection(kit)?.status).toBe('disconnected')
    await done
    expect(wallet.calls).toEqual(['connect', 'disconnect'])
    expect(storage.entries.get('@appkit/connection_status')).toBe('disconnected')
    expect(storage.entries.has('@appkit/eip155:connected_connector_id')).toBe(false)
  })
})

describe('reconnect', () => {
  test('behavior: the stored status decides whether the page starts from the stored connection', () => {
    const at = (status: string) =>
      connection(
        make({
          storage: memoryStorage({
            '@appkit/eip155:connected_connector_id': 'dev.fake',
            '@appkit/connection_status': status,
          }),
        }).kit,
      )?.status
    expect(at('connected')).toBe('reconnecting')
    expect(at('connecting')).toBe('reconnecting')
    expect(at('disconnected')).toBeUndefined()
  })

  const stored = { '@appkit/eip155:connected_connector_id': 'dev.fake' }

  test('behavior: is reconnecting from the start, and does not prompt the visitor', async () => {
    const wallet = fakeWallet()
    wallet.granted = true
    const { kit } = make({ storage: memoryStorage(stored) }, [wallet])
    expect(connection(kit)?.status).toBe('reconnecting')
    await until(kit, (state) => state.connections.eip155?.status === 'connected')
    expect(connection(kit)).toMatchObject({ restored: true })
    expect(wallet.calls).toEqual(['reconnect'])
  })

  test('behavior: waits for a wallet that announces itself later', async () => {
    const wallet = fakeWallet()
    wallet.granted = true
    const { kit, fake } = make({ storage: memoryStorage(stored) }, [fakeWallet({ id: 'other' })])
    fake.announce([wallet])
    await until(kit, (state) => state.connections.eip155?.status === 'connected')
  })

  test('behavior: a wallet that shares no account ends disconnected, but stays stored for the next load', async () => {
    const storage = memoryStorage(stored)
    const { kit } = make({ storage })
    await until(kit, (state) => state.connections.eip155?.status === 'disconnected')
    expect(storage.entries.get('@appkit/eip155:connected_connector_id')).toBe('dev.fake')
  })

  test('behavior: after a failed attempt the stored status is disconnected, and the next load tries again', async () => {
    const { storage, kit } = make()
    await connect(kit, { connectorId: 'dev.fake' })
    kit.destroy()
    const failing = make({ storage }).kit
    await until(failing, (state) => state.connections.eip155?.status === 'disconnected')
    expect(storage.entries.get('@appkit/connection_status')).toBe('disconnected')
    failing.destroy()
    const unlocked = fakeWallet()
    unlocked.granted = true
    const next = make({ storage }, [unlocked]).kit
    await until(next, (state) => state.connections.eip155?.status === 'connected')
    expect(storage.entries.get('@appkit/connection_status')).toBe('connected')
    await disconnect(next)
    expect(connection(make({ storage }, [unlocked]).kit)).toBeUndefined()
  })

  test('behavior: a page left while a wallet was connecting starts disconnected, in storage too', () => {
    const storage = memoryStorage({ '@appkit/connection_status': 'connecting' })
    expect(connection(make({ storage }).kit)).toBeUndefined()
    expect(storage.entries.get('@appkit/connection_status')).toBe('disconnected')
  })

  test('param: enableReconnect false leaves the stored connection alone', () => {
    const { kit } = make({ storage: memoryStorage(stored), enableReconnect: false })
    expect(connection(kit)).toBeUndefined()
  })

  test('behavior: follows the disconnect and connect of another tab', async () => {
    const { kit, wallet, storage } = make()
    await connect(kit, { connectorId: 'dev.fake' })
    const key = '@appkit/eip155:connected_connector_id'
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }))
    await until(kit, (state) => state.connections.eip155?.status === 'disconnected')
    storage.setItem(key, 'dev.fake')
    wallet.granted = true
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'dev.fake' }))
    await until(kit, (state) => state.connections.eip155?.status === 'connected')
  })
})

describe('switchNetwork', () => {
  test('behavior: switches the connected wallet', async () => {
    const { kit, wallet, storage } = make()
    await connect(kit, { connectorId: 'dev.fake' })
    await switchNetwork(kit, { network: base })
    expect(wallet.calls).toContain('switch eip155:8453')
    expect(connection(kit)).toMatchObject({ networkId: 'eip155:8453' })
    expect(storage.entries.get('@appkit/active_caip_network_id')).toBe('eip155:8453')
  })

  test('error: a rejection by the wallet changes nothing', async () => {
    const { kit, wallet } = make()
    await connect(kit, { connectorId: 'dev.fake' })
    wallet.switchTo = async () => {
      throw new RpcError({ rpcCode: 4001 })
    }
    await expect(switchNetwork(kit, { network: 8453 })).rejects.toMatchObject({ rpcCode: 4001 })
    expect(connection(kit)).toMatchObject({ networkId: 'eip155:1' })
  })

  test('error: an unknown network sets an alert', async () => {
    const { kit } = make()
    await expect(switchNetwork(kit, { network: 424242 })).rejects.toThrow('Network with ID 424242 not found')
    expect(kit.store.getState().alert).toEqual({ id: 'switch-network-not-found', detail: '424242' })
  })

  test('behavior: without a wallet the choice is stored', async () => {
    const { kit } = make()
    await switchNetwork(kit, { network: 'eip155:8453' })
    expect(getNetwork(kit.store.getState())?.name).toBe('Base')
  })
})

describe('addNetwork, removeNetwork, removeAdapter', () => {
  test('behavior: adds and removes networks', () => {
    const { kit } = make()
    addNetwork(kit, { namespace: 'eip155', network: sepolia })
    expect(kit.store.getState().networks.map(({ id }) => id)).toEqual([1, 8453, 11155111])
    removeNetwork(kit, { namespace: 'eip155', id: 1 })
    expect(kit.store.getState().activeNetworkIds.eip155).toBe('eip155:8453')
  })

  test('error: fixed messages', async () => {
    const { kit } = make({ networks: [mainnet] })
    expect(() => removeNetwork(kit, { namespace: 'eip155', id: 1 })).toThrow(
      'Cannot remove last network for a namespace',
    )
    expect(() => removeNetwork(kit, { namespace: 'eip155', id: 7 })).toThrow('Network with ID 7 not found')
    expect(() => addNetwork(kit, { namespace: 'solana', network: sepolia })).toThrow(
      "Adapter for namespace solana doesn't exist",
    )
    await connect(kit, { connectorId: 'dev.fake' })
    expect(() => removeAdapter(kit, { namespace: 'eip155' })).toThrow(
      'An adapter cannot be removed while a wallet is connected through it.',
    )
    await disconnect(kit)
    removeAdapter(kit, { namespace: 'eip155' })
    expect(kit.store.getState().connectors).toEqual([])
  })

  test('error: a kit without adapters or networks', () => {
    expect(() => createKit({ projectId: 'x', networks: [] as never })).toThrow(
      'No ActiveCaipNetwork or client found',
    )
  })
})
