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
import { families, threeFamilies } from '../testing/threeFamilies.ts'
import { dispatchConnection } from './dispatchConnection.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
})
function make(...parameters: Parameters<typeof threeFamilies>) {
  const made = threeFamilies(...parameters)
  kits.push(made.kit)
  return made
}
const ids = { eip155: 'io.poly', solana: 'Polyglot', bip122: 'Polyglot' } as const
const join = (kit: Kit, namespace: NamespaceId) => connect(kit, { namespace, connectorId: ids[namespace] })
const active = (kit: Kit) => kit.store.getState().activeNamespace
const statuses = (kit: Kit) =>
  families.map((family) => kit.store.getState().connections[family]?.status ?? 'none').join(' ')

const networks = {
  eip155: ['eip155:1', 'eip155:8453'],
  solana: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  bip122: ['bip122:000000000019d6689c085ae165831e93', 'bip122:000000000933ea01ad0ee984209779ba'],
} as const satisfies Record<NamespaceId, readonly [CaipNetworkId, CaipNetworkId]>
const a = { address: 'A', type: 'eoa' } as const
const b = { address: 'B', type: 'eoa' } as const

/** Every state a connection can be in, and every event it can meet, for one family. */
function statesOf(family: NamespaceId): Record<string, Connection> {
  const connectorId = ids[family]
  const [networkId] = networks[family]
  const connected = { status: 'connected', connectorId, accounts: [a], address: 'A', networkId } as const
  return {
    disconnected: { status: 'disconnected' },
    connecting: { status: 'connecting', connectorId, attempt: 1 },
    reconnecting: { status: 'reconnecting', connectorId, attempt: 1 },
    connected: { ...connected, restored: false },
    restored: { ...connected, restored: true },
  }
}
function eventsOf(family: NamespaceId): Record<string, ConnectionEvent> {
  const connectorId = ids[family]
  const [networkId, other] = networks[family]
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
    'unlisted network': { type: 'network', connectorId, networkId: `${family}:424242` },
    'stranger’s account': { type: 'accounts', connectorId: 'x', accounts: [b] },
    disconnect: { type: 'disconnect' },
  }
}
const names = Object.keys(eventsOf('eip155'))
const stateNames = Object.keys(statesOf('eip155'))
const couples = families.flatMap((one) =>
  families.flatMap((other) => (one === other ? [] : [[one, other] as const])),
)

/** What belongs to one family alone. */
function belongings(kit: Kit, storage: ReturnType<typeof memoryStorage>, family: NamespaceId) {
  const { connections, activeNetworkIds } = kit.store.getState()
  return {
    connection: connections[family],
    network: activeNetworkIds[family],
    stored: [storageKeys.connectedConnector(family), storageKeys.networkOf(family)].map((key) =>
      storage.entries.get(key),
    ),
  }
}

describe('dispatchConnection', () => {
  const { kit, storage } = threeFamilies({ enableReconnect: false })
  const start = kit.store.getState()

  // Both families in every state, in every order, with every second event.
  test.each(names)('behavior: %s on one family, then anything on another: each touches its own', (first) => {
    let count = 0
    for (const second of names)
      for (const [one, other] of couples)
        for (const oneState of stateNames)
          for (const otherState of stateNames) {
            meet({ one, other, states: [oneState, otherState], events: [first, second] })
            count += 1
          }
    expect(count).toBe(names.length * couples.length * stateNames.length ** 2)
  })

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
    const otherBefore = belongings(kit, storage, other)
    dispatchConnection(kit, one, first)
    const otherAfter = belongings(kit, storage, other)
    const oneBefore = belongings(kit, storage, one)
    dispatchConnection(kit, other, second)
    const oneAfter = belongings(kit, storage, one)
    const after = kit.store.getState()
    // Each is where it would be alone, and the very same where the other one moved.
    const alone = [
      reduceConnection(before[one] as Connection, first),
      reduceConnection(before[other] as Connection, second),
    ]
    const isUntouched =
      otherAfter.connection === otherBefore.connection && oneAfter.connection === oneBefore.connection
    // The family in use has a wallet, or is about to have one, wherever any has.
    const isAnyIn = families.some((family) => after.connections[family]?.status === 'connected')
    const isInUse = (after.connections[after.activeNamespace]?.status ?? 'disconnected') !== 'disconnected'
    expect({
      ...{ one, other, states, events, isUntouched },
      ...{ connections: [after.connections[one], after.connections[other]] },
      ...{ belongings: [otherAfter, oneAfter], hasWallet: !isAnyIn || isInUse },
    }).toEqual({
      ...{ one, other, states, events, isUntouched: true },
      ...{ connections: alone, belongings: [otherBefore, oneBefore], hasWallet: true },
    })
  }
})

describe('the family in use', () => {
  test('behavior: is the one that was connected last', async () => {
    const { kit, storage } = make()
    for (const family of ['solana', 'eip155', 'bip122'] as const) {
      await join(kit, family)
      expect(active(kit)).toBe(family)
      expect(storage.entries.get('@appkit/active_namespace')).toBe(family)
    }
    expect(storage.entries.get('@appkit/connected_namespaces')?.split(',').sort()).toEqual(
      [...families].sort(),
    )
  })

  test('behavior: does not change while another one is being connected, nor when that fails', async () => {
    const { kit, wallets } = make()
    await join(kit, 'eip155')
    const asked = deferred()
    wallets.solana.connect = () => asked.promise
    const joining = join(kit, 'solana')
    expect([active(kit), statuses(kit)]).toEqual(['eip155', 'connected connecting none'])
    asked.reject(Object.assign(new Error('no'), { code: 4001 }))
    await expect(joining).rejects.toThrow('no')
    expect([active(kit), statuses(kit)]).toEqual(['eip155', 'connected disconnected none'])
  })

  test('behavior: does not change with what another wallet says of itself', async () => {
    const { kit, wallets } = make()
    for (const family of families) await join(kit, family)
    activateNamespace(kit, { namespace: 'solana' })
    wallets.eip155.emit({ type: 'network', networkId: 'eip155:8453' })
    wallets.bip122.emit({ type: 'accounts', accounts: [b] })
    expect(active(kit)).toBe('solana')
    expect(getNetwork(kit.store.getState(), 'eip155')?.name).toBe('Base')
  })

  test('behavior: goes to another connected one with its disconnect, and stays with the last', async () => {
    const { kit, wallets, storage } = make()
    for (const family of families) await join(kit, family)
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

  test('behavior: the disconnect of another one does not change it; that of all reaches every wallet', async () => {
    const { kit, wallets } = make()
    for (const family of families) await join(kit, family)
    await disconnect(kit, { namespace: 'solana' })
    expect(active(kit)).toBe('bip122')
    await disconnect(kit)
    expect(statuses(kit)).toBe('disconnected disconnected disconnected')
    for (const family of families) expect(wallets[family].calls).toEqual(['connect', 'disconnect'])
  })
})

describe('switchNetwork between families', () => {
  test('behavior: to a family that is connected: it is the one in use', async () => {
    const { kit, wallets } = make()
    await join(kit, 'solana')
    await join(kit, 'eip155')
    await switchNetwork(kit, { network: networks.solana[0] })
    expect([active(kit), wallets.solana.calls]).toEqual(['solana', ['connect']])
    await switchNetwork(kit, { network: networks.solana[1] })
    expect(wallets.solana.calls).toEqual(['connect', `switch ${networks.solana[1]}`])
    expect(wallets.eip155.calls).toEqual(['connect'])
  })

  test('behavior: to one that is not, while another is: the choice waits for a wallet', async () => {
    const { kit, wallets } = make()
    await join(kit, 'eip155')
    await switchNetwork(kit, { network: networks.solana[1] })
    expect([active(kit), statuses(kit)]).toEqual(['eip155', 'connected none none'])
    await join(kit, 'solana')
    expect(wallets.solana.networkId).toBe(networks.solana[1])
    expect(kit.store.getState().connections.solana).toMatchObject({ networkId: networks.solana[1] })
  })

  test('behavior: with nobody connected: it is chosen', async () => {
    const { kit } = make()
    await switchNetwork(kit, { network: networks.bip122[0] })
    expect([active(kit), getNetwork(kit.store.getState())?.name]).toEqual(['bip122', 'Bitcoin'])
  })
})

describe('after a reload', () => {
  /** A second page with the storage of the first; the wallets named have kept their permission. */
  function reload(storage: ReturnType<typeof memoryStorage>, granted: readonly NamespaceId[]) {
    const made = threeFamilies({ storage, adapters: [] })
    made.kit.destroy()
    const { wallets, found } = made
    for (const family of granted) wallets[family].granted = true
    return { ...make({ storage, adapters: families.map((family) => found[family]) }), wallets }
  }
  async function leave() {
    const { kit, storage } = make()
    for (const family of families) await join(kit, family)
    await switchNetwork(kit, { network: networks.bip122[1] })
    await switchNetwork(kit, { network: networks.eip155[1] })
    await switchNetwork(kit, { network: networks.solana[1] })
    kit.destroy()
    return storage
  }

  test('behavior: every family is taken up again on its own network, and the same one is in use', async () => {
    const { kit } = reload(await leave(), families)
    expect([active(kit), statuses(kit)]).toEqual(['solana', 'reconnecting reconnecting reconnecting'])
    await until(kit, () => statuses(kit) === 'connected connected connected')
    expect(active(kit)).toBe('solana')
    const { connections } = kit.store.getState()
    expect(connections.solana).toMatchObject({ networkId: networks.solana[1], restored: true })
    expect(connections.bip122).toMatchObject({ networkId: networks.bip122[1], restored: true })
  })

  test.each(families)('error: %s fails alone', async (failing) => {
    const rest = families.filter((family) => family !== failing)
    const { kit } = reload(await leave(), rest)
    const wanted = families.map((family) => (family === failing ? 'disconnected' : 'connected')).join(' ')
    await until(kit, () => statuses(kit) === wanted)
    // The one in use has no wallet any more: another one has.
    expect(active(kit)).toBe(failing === 'solana' ? 'eip155' : 'solana')
  })

  test('behavior: another tab’s connect and disconnect are followed for that family alone', async () => {
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

  test('error: a stored network of another family, or of none, is not taken', () => {
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
  const answer = (wanted?: string) => {
    const { kit } = make({ defaultAccountTypes: wanted ? { bip122: wanted } : undefined })
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
    // What the wallet does not have changes nothing.
    ['stx', 'bc1q'],
  ])('param: bip122 %s makes the address %s', (wanted, address) => {
    expect(answer(wanted).store.getState().connections.bip122).toMatchObject({ address })
  })

  test('behavior: it holds for later accounts too, and the same accounts are no change', () => {
    const kit = answer('ordinal')
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
  test('behavior: says who it was', async () => {
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
