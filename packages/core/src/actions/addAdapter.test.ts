// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import type { Kit } from '../kit.ts'
import { base, mainnet } from '../networks/evm.ts'
import { solana, solanaDevnet } from '../networks/solana.ts'
import type { KitOptions } from '../options.ts'
import { getConnected } from '../selectors.ts'
import { ada, fakeNamespace, fakeWallet } from '../testing/fakeNamespace.ts'
import { memoryStorage } from '../testing/memoryStorage.ts'
import { testKit, until } from '../testing/testKit.ts'
import { addAdapter } from './addAdapter.ts'
import { connect } from './connect.ts'
import { removeAdapter } from './removeAdapter.ts'
import { setEIP6963Enabled } from './setEIP6963Enabled.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
})

function make(options: Partial<KitOptions> = {}) {
  const made = testKit({ networks: [mainnet, base], ...options })
  kits.push(made.kit)
  const sol = fakeWallet({ id: 'Sol', name: 'Sol', namespace: 'solana' })
  const fakeSolana = fakeNamespace([sol])
  const add = (networks = [solana, solanaDevnet]) =>
    addAdapter(made.kit, { adapter: { namespace: fakeSolana.namespace }, networks })
  const state = () => made.kit.store.getState()
  const listed = () => state().connectors.map(({ id }) => id)
  return { ...made, sol, fakeSolana, add, state, listed }
}

describe('addAdapter', () => {
  test('behavior: adds networks and wallets, also those announced later, and a wallet connects', async () => {
    const { kit, add, state, listed, sol, fakeSolana } = make()
    add()
    expect(state().networks.map(({ name }) => name)).toEqual(['Ethereum', 'Base', 'Solana', 'Solana Devnet'])
    expect(state()).toMatchObject({
      activeNamespace: 'eip155',
      activeNetworkIds: { eip155: 'eip155:1', solana: solana.caipNetworkId },
    })
    expect(listed()).toEqual(['dev.fake', 'Sol'])
    const late = fakeWallet({ id: 'Late', namespace: 'solana' })
    fakeSolana.announce([sol, late])
    expect(listed()).toEqual(['dev.fake', 'Sol', 'Late'])
    expect(await connect(kit, { namespace: 'solana', connectorId: 'Sol' })).toMatchObject({
      address: sol.accounts[0],
      networkId: solana.caipNetworkId,
    })
  })

  test('behavior: a removed adapter stops listening, and can be added again', () => {
    const { kit, add, fakeSolana, listed } = make()
    add()
    expect(fakeSolana.isListening).toBe(true)
    removeAdapter(kit, { namespace: 'solana' })
    expect([fakeSolana.isListening, listed()]).toEqual([false, ['dev.fake']])
    add()
    expect([fakeSolana.isListening, listed()]).toEqual([true, ['dev.fake', 'Sol']])
    kit.destroy()
    expect(fakeSolana.isListening).toBe(false)
  })

  test('behavior: networks that the application lists already need not be passed; other namespaces are ignored', () => {
    const { add, state } = make({ networks: [mainnet, solanaDevnet] })
    add([])
    expect(state().networks).toHaveLength(2)
    expect(state().activeNetworkIds.solana).toBe(solanaDevnet.caipNetworkId)
    add([{ ...solana, name: 'Renamed' }, base as never])
    expect(state().networks.map(({ name }) => name)).toEqual(['Ethereum', 'Solana Devnet', 'Renamed'])
  })

  test('error: a namespace without a network is not added', () => {
    const { add, kit, listed } = make()
    expect(() => add([])).toThrow('No ActiveCaipNetwork or client found')
    expect([kit.namespaces.has('solana'), listed()]).toEqual([false, ['dev.fake']])
  })

  test('behavior: reconnects as after a page load, on the network of the last visit', async () => {
    const storage = memoryStorage({
      '@appkit/solana:connected_connector_id': 'Sol',
      '@appkit/solana:active_caip_network_id': solanaDevnet.caipNetworkId,
      '@appkit/active_namespace': 'solana',
    })
    const { kit, add, sol, state } = make({ storage })
    sol.granted = true
    add()
    expect(state()).toMatchObject({
      activeNamespace: 'solana',
      activeNetworkIds: { solana: solanaDevnet.caipNetworkId },
      connections: { solana: { status: 'reconnecting', connectorId: 'Sol' } },
    })
    await until(kit, ({ connections }) => connections.solana?.status === 'connected')
    expect(sol.calls).toEqual(['reconnect'])
  })

  test.each([
    ['enableReconnect is off', { enableReconnect: false }, {}],
    ['the visitor has disconnected', {}, { '@appkit/connection_status': 'disconnected' }],
  ])('behavior: does not reconnect if %s', async (_, options, stored) => {
    const storage = memoryStorage({ '@appkit/solana:connected_connector_id': 'Sol', ...stored })
    const { add, sol, state } = make({ storage, ...options })
    sol.granted = true
    add()
    expect([state().connections.solana, sol.calls]).toEqual([undefined, []])
  })

  test('behavior: replacing the adapter of a connected namespace keeps the connection and its wallet', async () => {
    const { kit, wallet, state } = make()
    await connect(kit, { connectorId: 'dev.fake' })
    const other = fakeNamespace([fakeWallet(), fakeWallet({ id: 'dev.other' })])
    addAdapter(kit, { adapter: { namespace: other.namespace }, networks: [] })
    expect(kit.namespaces.get('eip155')).toBe(other.namespace)
    expect(state().connectors.map(({ id }) => id)).toEqual(['dev.fake', 'dev.other'])
    expect(kit.connectors.get('eip155:dev.fake')).toBe(wallet.connector)
    wallet.emit({ type: 'network', networkId: 'eip155:8453' })
    expect(getConnected(state())).toMatchObject({ address: ada, networkId: 'eip155:8453' })
  })

  test('behavior: becomes active in a kit without adapters', () => {
    const { add, state } = make({ adapters: [] })
    add()
    expect(state().activeNamespace).toBe('solana')
  })

  test('behavior: restores the other wallets of the namespace only', async () => {
    const account = (address: string | undefined) => [{ address, type: 'eoa' }]
    const storage = memoryStorage()
    const { kit, add, sol, wallet, state } = make({ storage, features: { multiWallet: true } })
    await connect(kit, { connectorId: 'dev.fake' })
    const before = state().connections.eip155
    const connections = JSON.parse(storage.entries.get('@appkit/connections') ?? '{}')
    connections.solana = [{ connectorId: 'Gone', name: 'Gone', accounts: account(sol.accounts[0]) }]
    storage.setItem('@appkit/connections', JSON.stringify(connections))
    storage.setItem('@appkit/disconnected_connector_ids', JSON.stringify({ solana: ['Gone'] }))
    add()
    expect(state().otherConnections?.solana).toMatchObject([{ connectorId: 'Gone', status: 'disconnected' }])
    expect(state().otherConnections?.eip155 ?? []).toEqual([])
    expect([state().connections.eip155, wallet.calls]).toEqual([before, ['connect']])
  })
})

describe('setEIP6963Enabled', () => {
  test('behavior: off, wallets that announce themselves disappear; on, they are listed again', () => {
    const { kit, fake, wallet, listed } = make()
    setEIP6963Enabled(kit, { enabled: false })
    expect(listed()).toEqual([])
    fake.announce([wallet])
    expect([listed(), kit.connectors.size]).toEqual([[], 0])
    setEIP6963Enabled(kit, { enabled: true })
    expect([listed(), kit.connectors.size]).toEqual([['dev.fake'], 1])
  })

  test('behavior: on, in an application that turned it off', () => {
    const { kit, listed } = make({ enableEIP6963: false })
    expect(listed()).toEqual([])
    setEIP6963Enabled(kit, { enabled: true })
    expect(listed()).toEqual(['dev.fake'])
  })

  test('behavior: other connectors stay, in other namespaces too, and added adapters follow it', () => {
    const { kit, add, listed, wallet } = make()
    wallet.connector.type = 'INJECTED'
    setEIP6963Enabled(kit, { enabled: false })
    expect(listed()).toEqual(['dev.fake'])
    add()
    expect(listed()).toEqual(['dev.fake'])
    setEIP6963Enabled(kit, { enabled: true })
    expect(listed()).toEqual(['dev.fake', 'Sol'])
  })

  test('behavior: a connected wallet stays connected, with the same connector', async () => {
    const { kit, wallet, listed, state } = make()
    await connect(kit, { connectorId: 'dev.fake' })
    for (const enabled of [false, true]) {
      setEIP6963Enabled(kit, { enabled })
      expect(listed()).toEqual(['dev.fake'])
      expect(kit.connectors.get('eip155:dev.fake')).toBe(wallet.connector)
    }
    wallet.emit({ type: 'network', networkId: 'eip155:8453' })
    expect(getConnected(state())).toMatchObject({ address: ada, networkId: 'eip155:8453' })
  })

  test('behavior: a wallet that is asked meanwhile connects', async () => {
    const { kit, wallet } = make()
    let answer = () => {}
    wallet.connect = () => new Promise((resolve) => (answer = resolve))
    const connecting = connect(kit, { connectorId: 'dev.fake' })
    setEIP6963Enabled(kit, { enabled: false })
    answer()
    expect(await connecting).toMatchObject({ status: 'connected' })
    expect(wallet.listenerCount).toBe(1)
  })
})
