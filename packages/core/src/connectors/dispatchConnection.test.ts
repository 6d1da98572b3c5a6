// @vitest-environment jsdom
import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { activateNamespace } from '../actions/activateNamespace.ts'
import { connect } from '../actions/connect.ts'
import { disconnect } from '../actions/disconnect.ts'
import { switchNetwork } from '../actions/switchNetwork.ts'
import { type Connection, type ConnectionEvent, reduceConnection } from '../connection.ts'
import type { KitEvent } from '../events/kitEvent.ts'
import type { Kit } from '../kit.ts'
import { getNetwork } from '../selectors.ts'
import { storageKeys } from '../storage/keys.ts'
import { deferred } from '../testing/deferred.ts'
import { memoryStorage } from '../testing/memoryStorage.ts'
import { until } from '../testing/testKit.ts'
import { namespaceIds, threeNamespaces } from '../testing/threeNamespaces.ts'
import { dispatchConnection } from './dispatchConnection.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
})
function make(...parameters: Parameters<typeof threeNamespaces>) {
  const made = threeNamespaces(...parameters)
  kits.push(made.kit)
  return made
}
const ids = { eip155: 'io.poly', solana: 'Polyglot', bip122: 'Polyglot' } as const
const join = (kit: Kit, namespace: NamespaceId) => connect(kit, { namespace, connectorId: ids[namespace] })
const active = (kit: Kit) => kit.store.getState().activeNamespace
const statuses = (kit: Kit) =>
  namespaceIds.map((namespace) => kit.store.getState().connections[namespace]?.status ?? 'none').join(' ')

const networks = {
  eip155: ['eip155:1', 'eip155:8453'],
  solana: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  bip122: ['bip122:000000000019d6689c085ae165831e93', 'bip122:000000000933ea01ad0ee984209779ba'],
} as const satisfies Record<NamespaceId, readonly [CaipNetworkId, CaipNetworkId]>
const a = { address: 'A', type: 'eoa' } as const
const b = { address: 'B', type: 'eoa' } as const

/** Every state of the connection of one namespace. The events are below. */
function statesOf(namespace: NamespaceId): Record<string, Connection> {
  const connectorId = ids[namespace]
  const [networkId] = networks[namespace]
  const connected = { status: 'connected', connectorId, accounts: [a], address: 'A', networkId } as const
  return {
    disconnected: { status: 'disconnected' },
    connecting: { status: 'connecting', connectorId, attempt: 1 },
    reconnecting: { status: 'reconnecting', connectorId, attempt: 1 },
    connected: { ...connected, restored: false },
    restored: { ...connected, restored: true },
  }
}
function eventsOf(namespace: NamespaceId): Record<string, ConnectionEvent> {
  const connectorId = ids[namespace]
  const [networkId, other] = networks[namespace]
  return {
    connect: { type: 'connect', connectorId, attempt: 2 },
    reconnect: { type: 'reconnect', connectorId, attempt: 2 },
    answer: { type: 'connected', attempt: 1, accounts: [a], networkId },
    'late answer': { type: 'connected', attempt: 0, accounts: [b], networkId },
    'empty answer': { type: 'connected', attempt: 1, accounts: [], networkId },
    failure: { type: 'failed', attempt: 1 },
    'late failure': { type: 'failed', attempt: 0 },
    'other account': { type: 'accounts', connectorId, accounts: [b, a] },
    'no accounts': { type: 'accounts', connectorId, accounts: [] },
    'other network': { type: 'network', connectorId, networkId: other },
    'unlisted network': { type: 'network', connectorId, networkId: `${namespace}:424242` },
    'account of another connector': { type: 'accounts', connectorId: 'x', accounts: [b] },
    disconnect: { type: 'disconnect' },
  }
}
const names = Object.keys(eventsOf('eip155'))
const stateNames = Object.keys(statesOf('eip155'))
const pairs = namespaceIds.flatMap((one) =>
  namespaceIds.flatMap((other) => (one === other ? [] : [[one, other] as const])),
)

/** Everything in the state and storage that belongs to one namespace. */
function snapshotOf(kit: Kit, storage: ReturnType<typeof memoryStorage>, namespace: NamespaceId) {
  const { connections, activeNetworkIds } = kit.store.getState()
  return {
    connection: connections[namespace],
    network: activeNetworkIds[namespace],
    stored: [storageKeys.connectedConnector(namespace), storageKeys.networkOf(namespace)].map((key) =>
      storage.entries.get(key),
    ),
  }
}

describe('dispatchConnection', () => {
  const { kit, storage } = threeNamespaces({ enableReconnect: false })
  const start = kit.store.getState()

  // Every pair of states of two namespaces, in both orders, with every event.
  test.each(names)(
    'behavior: %s in one namespace and any event in another do not affect each other',
    (first) => {
      let count = 0
      for (const second of names)
        for (const [one, other] of pairs)
          for (const oneState of stateNames)
            for (const otherState of stateNames) {
              meet({ one, other, states: [oneState, otherState], events: [first, second] })
              count += 1
            }
      expect(count).toBe(names.length * pairs.length * stateNames.length ** 2)
    },
  )

  function meet({
    one,
    other,
    states,
    events,
  }: {
    one: NamespaceId
    other: NamespaceId
    states: readonly [string, string]
    events: readonly [string, string]
  }): void {
    const before = { [one]: statesOf(one)[states[0]], [other]: statesOf(other)[states[1]] }
    const [first, second] = [eventsOf(one)[events[0]], eventsOf(other)[events[1]]]
    if (!first || !second) throw new Error('The table has a hole.')
    storage.entries.clear()
    const activeNamespace = states[0] === 'disconnected' ? other : one
    kit.store.setState({ ...start, connections: before, activeNamespace })
    const otherBefore = snapshotOf(kit, storage, other)
    dispatchConnection(kit, one, first)
    const otherAfter = snapshotOf(kit, storage, other)
    const oneBefore = snapshotOf(kit, storage, one)
    dispatchConnection(kit, other, second)
    const oneAfter = snapshotOf(kit, storage, one)
    const after = kit.store.getState()
    // Each namespace is as it would be alone, and keeps the same object while the other one changes.
    const alone = [
      reduceConnection(before[one] as Connection, first),
      reduceConnection(before[other] as Connection, second),
    ]
    const isUntouched =
      otherAfter.connection === otherBefore.connection && oneAfter.connection === oneBefore.connection
    // If any namespace is connected, the active one is not disconnected.
    const isAnyIn = namespaceIds.some((namespace) => after.connections[namespace]?.status === 'connected')
    const isInUse = (after.connections[after.activeNamespace]?.status ?? 'disconnected') !== 'disconnected'
    expect({
      ...{ one, other, states, events, isUntouched },
      ...{ connections: [after.connections[one], after.connections[other]] },
      ...{ snapshots: [otherAfter, oneAfter], hasWallet: !isAnyIn || isInUse },
    }).toEqual({
      ...{ one, other, states, events, isUntouched: true },
      ...{ connections: alone, snapshots: [otherBefore, oneBefore], hasWallet: true },
    })
  }
})

describe('the active namespace', () => {
  test('behavior: is the one connected last', async () => {
    const { kit, storage } = make()
    for (const namespace of ['solana', 'eip155', 'bip122'] as const) {
      await join(kit, namespace)
      expect(active(kit)).toBe(namespace)
      expect(storage.entries.get('@appkit/active_namespace')).toBe(namespace)
    }
    expect(storage.entries.get('@appkit/connected_namespaces')?.split(',').sort()).toEqual(
      [...namespaceIds].sort(),
    )
  })

  test('behavior: does not change while another namespace connects, nor when that fails', async () => {
    const { kit, wallets } = make()
    await join(kit, 'eip155')
    const answer = deferred()
    wallets.solana.connect = () => answer.promise
    const joining = join(kit, 'solana')
    expect([active(kit), statuses(kit)]).toEqual(['eip155', 'connected connecting none'])
    answer.reject(Object.assign(new Error('no'), { code: 4001 }))
    await expect(joining).rejects.toThrow('no')
    expect([active(kit), statuses(kit)]).toEqual(['eip155', 'connected disconnected none'])
  })

  test('behavior: does not change with events of another namespace’s wallet', async () => {
    const { kit, wallets } = make()
    for (const namespace of namespaceIds) await join(kit, namespace)
    activateNamespace(kit, { namespace: 'solana' })
    wallets.eip155.emit({ type: 'network', networkId: 'eip155:8453' })
    wallets.bip122.emit({ type: 'accounts', accounts: [b] })
    expect(active(kit)).toBe('solana')
    expect(getNetwork(kit.store.getState(), 'eip155')?.name).toBe('Base')
  })

  test('behavior: changes to another connected namespace when it disconnects, and stays after the last disconnect', async () => {
    const { kit, wallets, storage } = make()
    for (const namespace of namespaceIds) await join(kit, namespace)
    await disconnect(kit, { namespace: 'bip122' })
    expect([active(kit), statuses(kit)]).toEqual(['eip155', 'connected connected disconnected'])
    expect(wallets.bip122.calls).toEqual(['connect', 'disconnect'])
    expect(wallets.solana.calls).toEqual(['connect'])
    await disconnect(kit, { namespace: 'eip155' })
    expect(active(kit)).toBe('solana')
    expect(storage.entries.get('@appkit/active_namespace')).toBe('solana')
    await disconnect(kit, { namespace: 'solana' })
    expect([active(kit), statuses(kit)]).toEqual(['solana', 'disconnected disconnected disconnected'])
    expect(storage.entries.get('@appkit/connection_status')).toBe('disconnected')
  })

  test('behavior: does not change when another namespace disconnects; disconnecting all notifies every wallet', async () => {
    const { kit, wallets } = make()
    for (const namespace of namespaceIds) await join(kit, namespace)
    await disconnect(kit, { namespace: 'solana' })
    expect(active(kit)).toBe('bip122')
    await disconnect(kit)
    expect(statuses(kit)).toBe('disconnected disconnected disconnected')
    for (const namespace of namespaceIds) expect(wallets[namespace].calls).toEqual(['connect', 'disconnect'])
  })
})

describe('switchNetwork between namespaces', () => {
  test('behavior: a connected namespace becomes active', async () => {
    const { kit, wallets } = make()
    await join(kit, 'solana')
    await join(kit, 'eip155')
    await switchNetwork(kit, { network: networks.solana[0] })
    expect([active(kit), wallets.solana.calls]).toEqual(['solana', ['connect']])
    await switchNetwork(kit, { network: networks.solana[1] })
    expect(wallets.solana.calls).toEqual(['connect', `switch ${networks.solana[1]}`])
    expect(wallets.eip155.calls).toEqual(['connect'])
  })

  test('behavior: a namespace without a wallet does not become active while another is connected', async () => {
    const { kit, wallets } = make()
    await join(kit, 'eip155')
    await switchNetwork(kit, { network: networks.solana[1] })
    expect([active(kit), statuses(kit)]).toEqual(['eip155', 'connected none none'])
    await join(kit, 'solana')
    expect(wallets.solana.networkId).toBe(networks.solana[1])
    expect(kit.store.getState().connections.solana).toMatchObject({ networkId: networks.solana[1] })
  })

  test('behavior: without any connection the namespace becomes active', async () => {
    const { kit } = make()
    await switchNetwork(kit, { network: networks.bip122[0] })
    expect([active(kit), getNetwork(kit.store.getState())?.name]).toEqual(['bip122', 'Bitcoin'])
  })
})

describe('after a reload', () => {
  /** Creates a second kit with the storage of the first. The wallets of `granted` still share their accounts. */
  function reload(storage: ReturnType<typeof memoryStorage>, granted: readonly NamespaceId[]) {
    const made = threeNamespaces({ storage, adapters: [] })
    made.kit.destroy()
    const { wallets, fakes } = made
    for (const namespace of granted) wallets[namespace].granted = true
    return { ...make({ storage, adapters: namespaceIds.map((namespace) => fakes[namespace]) }), wallets }
  }
  async function leave() {
    const { kit, storage } = make()
    for (const namespace of namespaceIds) await join(kit, namespace)
    await switchNetwork(kit, { network: networks.bip122[1] })
    await switchNetwork(kit, { network: networks.eip155[1] })
    await switchNetwork(kit, { network: networks.solana[1] })
    kit.destroy()
    return storage
  }

  test('behavior: every namespace reconnects on its own network, and the same one is active', async () => {
    const { kit } = reload(await leave(), namespaceIds)
    expect([active(kit), statuses(kit)]).toEqual(['solana', 'reconnecting reconnecting reconnecting'])
    await until(kit, () => statuses(kit) === 'connected connected connected')
    expect(active(kit)).toBe('solana')
    const { connections } = kit.store.getState()
    expect(connections.solana).toMatchObject({ networkId: networks.solana[1], restored: true })
    expect(connections.bip122).toMatchObject({ networkId: networks.bip122[1], restored: true })
  })

  test.each(namespaceIds)('error: a failure to reconnect %s does not affect the others', async (failing) => {
    const rest = namespaceIds.filter((namespace) => namespace !== failing)
    const { kit } = reload(await leave(), rest)
    const expected = namespaceIds
      .map((namespace) => (namespace === failing ? 'disconnected' : 'connected'))
      .join(' ')
    await until(kit, () => statuses(kit) === expected)
    // If the active namespace fails to reconnect, another one becomes active.
    expect(active(kit)).toBe(failing === 'solana' ? 'eip155' : 'solana')
  })

  test('behavior: another tab’s connect and disconnect affect only that namespace', async () => {
    const { kit, storage, wallets } = make()
    await join(kit, 'eip155')
    const key = storageKeys.connectedConnector('solana')
    storage.setItem(key, ids.solana)
    wallets.solana.granted = true
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: ids.solana }))
    await until(kit, () => statuses(kit) === 'connected connected none')
    expect(active(kit)).toBe('eip155')
    const gone = storageKeys.connectedConnector('eip155')
    window.dispatchEvent(new StorageEvent('storage', { key: gone, newValue: null }))
    await until(kit, () => statuses(kit) === 'disconnected connected none')
    expect(active(kit)).toBe('solana')
  })

  test('error: a stored network of another namespace, or an unknown one, is ignored', () => {
    const storage = memoryStorage({
      [storageKeys.networkOf('solana')]: 'solana:nowhere',
      [storageKeys.networkOf('bip122')]: 'eip155:8453',
    })
    const { activeNetworkIds, activeNamespace } = make({ storage }).kit.store.getState()
    expect(activeNetworkIds).toMatchObject({ solana: networks.solana[0], bip122: networks.bip122[0] })
    expect(activeNamespace).toBe('eip155')
  })
})

describe('defaultAccountTypes', () => {
  const payment = { address: 'bc1q', type: 'payment' } as const
  const ordinal = { address: 'bc1p', type: 'ordinal' } as const
  const connectWith = (accountType?: string) => {
    const { kit } = make({ defaultAccountTypes: accountType ? { bip122: accountType } : undefined })
    const [networkId] = networks.bip122
    dispatchConnection(kit, 'bip122', { type: 'connect', connectorId: ids.bip122, attempt: 1 })
    const accounts = [payment, ordinal]
    dispatchConnection(kit, 'bip122', { type: 'connected', attempt: 1, accounts, networkId })
    return kit
  }

  test.each([
    [undefined, 'bc1q'],
    ['payment', 'bc1q'],
    ['ordinal', 'bc1p'],
    // A type the wallet does not have is ignored.
    ['stx', 'bc1q'],
  ])('param: bip122 %s makes the address %s', (accountType, address) => {
    expect(connectWith(accountType).store.getState().connections.bip122).toMatchObject({ address })
  })

  test('behavior: applies to later accounts too, and the same accounts are not a change', () => {
    const kit = connectWith('ordinal')
    const before = kit.store.getState().connections.bip122
    const connectorId = ids.bip122
    dispatchConnection(kit, 'bip122', { type: 'accounts', connectorId, accounts: [payment, ordinal] })
    expect(kit.store.getState().connections.bip122).toBe(before)
    const next = { ...ordinal, address: 'bc1p2' }
    dispatchConnection(kit, 'bip122', { type: 'accounts', connectorId, accounts: [payment, next] })
    expect(kit.store.getState().connections.bip122).toMatchObject({ address: 'bc1p2' })
  })
})

describe('the disconnected event', () => {
  test('behavior: contains the connection that ended', async () => {
    const { kit } = make()
    const events: KitEvent[] = []
    await join(kit, 'solana')
    kit.events.on((event) => events.push(event))
    await disconnect(kit, { namespace: 'solana' })
    expect(events).toContainEqual({
      type: 'disconnected',
      namespace: 'solana',
      connection: expect.objectContaining({ status: 'connected', networkId: networks.solana[0] }),
    })
  })
})

describe('the connector that was connected last', () => {
  const last = (storage: ReturnType<typeof memoryStorage>) =>
    storage.entries.get('@portico/last_connector_id')

  test('behavior: is stored for every way to connect, and stays after a disconnect', async () => {
    const { kit, storage } = make()
    await join(kit, 'eip155')
    expect(last(storage)).toBe('io.poly')
    await join(kit, 'solana')
    await disconnect(kit)
    expect(last(storage)).toBe('Polyglot')
  })

  test('behavior: a restored connection and a failed attempt do not change it', async () => {
    const stored = {
      '@appkit/eip155:connected_connector_id': 'io.poly',
      '@portico/last_connector_id': 'gone',
    }
    const { kit, storage, wallets } = make({ storage: memoryStorage(stored) })
    wallets.eip155.granted = true
    await until(kit, (state) => state.connections.eip155?.status === 'connected')
    expect(last(storage)).toBe('gone')
    await expect(connect(kit, { connectorId: 'unknown' })).rejects.toThrow()
    expect(last(storage)).toBe('gone')
  })
})
