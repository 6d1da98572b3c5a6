// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { cancelConnect } from '../actions/cancelConnect.ts'
import { connect } from '../actions/connect.ts'
import { deleteConnection } from '../actions/deleteConnection.ts'
import { disconnect } from '../actions/disconnect.ts'
import { followOtherTab } from '../actions/followOtherTab.ts'
import { switchConnection } from '../actions/switchConnection.ts'
import { switchNetwork } from '../actions/switchNetwork.ts'
import { ConnectionAbandonedError } from '../connectErrors.ts'
import { createKit } from '../createKit.ts'
import type { KitEvent } from '../events/kitEvent.ts'
import type { Kit } from '../kit.ts'
import { base, mainnet } from '../networks/evm.ts'
import type { KitOptions } from '../options.ts'
import { getConnected } from '../selectors.ts'
import { cancelSignIn } from '../signIn/cancelSignIn.ts'
import { storageKeys } from '../storage/keys.ts'
import { deferred } from '../testing/deferred.ts'
import { ada, bob, fakeNamespace, fakeWallet } from '../testing/fakeNamespace.ts'
import { fakeSIWX, sessionOf } from '../testing/fakeSIWX.ts'
import { memoryStorage } from '../testing/memoryStorage.ts'
import { until } from '../testing/testKit.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
})

function makeWallets() {
  const one = fakeWallet({ id: 'one', name: 'One' })
  const two = fakeWallet({ id: 'two', name: 'Two' })
  two.accounts = [bob]
  return { one, two }
}

function make({
  storage = memoryStorage(),
  wallets = makeWallets(),
  features = { multiWallet: true },
  ...options
}: Partial<KitOptions> & {
  storage?: ReturnType<typeof memoryStorage>
  wallets?: ReturnType<typeof makeWallets>
} = {}) {
  const fake = fakeNamespace([wallets.one, wallets.two])
  const kit = createKit({
    projectId: 'test',
    networks: [mainnet, base],
    adapters: [{ namespace: fake.namespace }],
    logLevel: 'silent',
    ...options,
    features,
    storage,
  })
  kits.push(kit)
  const events: KitEvent[] = []
  kit.events.on((event) => void events.push(event))
  return { kit, storage, fake, events, ...wallets }
}

/** Makes a kit with both wallets connected, the second one active. */
async function makeConnected(options?: Parameters<typeof make>[0]) {
  const made = make(options)
  await connect(made.kit, { connectorId: 'one' })
  await connect(made.kit, { connectorId: 'two' })
  return made
}

const activeId = (kit: Kit) => getConnected(kit.store.getState(), 'eip155')?.connectorId
const others = (kit: Kit) =>
  (kit.store.getState().otherConnections?.eip155 ?? []).map(
    ({ connectorId, status }) => `${connectorId} ${status}`,
  )
const stored = (storage: ReturnType<typeof memoryStorage>, key: string) =>
  JSON.parse(storage.entries.get(key) ?? 'null')

describe('connect', () => {
  test('behavior: without multiWallet, another wallet replaces the connected one', async () => {
    const { kit, storage, one } = await makeConnected({ features: {} })
    expect([activeId(kit), others(kit), one.listenerCount]).toEqual(['two', [], 0])
    expect(storage.entries.has('@appkit/connections')).toBe(false)
  })

  test('behavior: with multiWallet, the first wallet stays connected while and after another is asked', async () => {
    const { kit, one, two, events } = make()
    await connect(kit, { connectorId: 'one' })
    const answer = deferred()
    two.connect = () => answer.promise
    const connecting = connect(kit, { connectorId: 'two' })
    expect([activeId(kit), others(kit)]).toEqual(['one', []])
    answer.resolve()
    expect(await connecting).toMatchObject({ connectorId: 'two', address: bob })
    expect([activeId(kit), others(kit)]).toEqual(['two', ['one connected']])
    expect([one.listenerCount, two.listenerCount, one.calls]).toEqual([1, 1, ['connect']])
    expect(events.filter(({ type }) => type === 'disconnected')).toEqual([])
    expect(events.filter(({ type }) => type === 'connected')).toHaveLength(2)
  })

  test.each(['rejected', 'cancelled', 'no accounts'])(
    'error: an attempt that is %s leaves the connected wallet active',
    async (outcome) => {
      const { kit, two } = make()
      await connect(kit, { connectorId: 'one' })
      const answer = deferred()
      two.connect = () => answer.promise
      if (outcome === 'no accounts') two.accounts = []
      const failing = connect(kit, { connectorId: 'two' })
      if (outcome === 'rejected') answer.reject(Object.assign(new Error('no'), { code: 4001 }))
      if (outcome === 'cancelled') cancelConnect(kit)
      answer.resolve()
      await expect(failing).rejects.toThrow()
      expect(getConnected(kit.store.getState(), 'eip155')).toEqual(
        expect.objectContaining({ connectorId: 'one', address: ada }),
      )
      expect(getConnected(kit.store.getState(), 'eip155')).not.toHaveProperty('next')
      expect(others(kit)).toEqual([])
    },
  )

  test('behavior: a wallet that is connected again is listed once', async () => {
    const { kit } = await makeConnected()
    await connect(kit, { connectorId: 'one' })
    expect([activeId(kit), others(kit)]).toEqual(['one', ['two connected']])
    await connect(kit, { connectorId: 'one' })
    expect([activeId(kit), others(kit)]).toEqual(['one', ['two connected']])
  })
})

describe('events of wallets that are not active', () => {
  test('behavior: change only their own connection', async () => {
    const { kit, one } = await makeConnected()
    const before = kit.store.getState().connections.eip155
    one.emit({ type: 'accounts', accounts: [{ address: '0xC', type: 'eoa' }] })
    one.emit({ type: 'network', networkId: 'eip155:8453' })
    one.emit({ type: 'transaction', hash: '0x1', networkId: 'eip155:8453' })
    const state = kit.store.getState()
    expect(state.connections.eip155).toBe(before)
    expect(state.activeNetworkIds.eip155).toBe('eip155:1')
    expect(state.otherConnections?.eip155).toEqual([
      {
        ...{ status: 'connected', connectorId: 'one', name: 'One', networkId: 'eip155:8453' },
        accounts: [{ address: '0xC', type: 'eoa' }],
      },
    ])
    expect(kit.events.last?.type).not.toBe('transaction')
  })

  test.each(['disconnect', 'no accounts'])('behavior: %s makes the wallet a recent one', async (kind) => {
    const { kit, one, storage } = await makeConnected()
    one.emit(kind === 'disconnect' ? { type: 'disconnect' } : { type: 'accounts', accounts: [] })
    expect([activeId(kit), others(kit), one.listenerCount]).toEqual(['two', ['one disconnected'], 0])
    expect(stored(storage, '@appkit/disconnected_connector_ids')).toEqual({ eip155: ['one'] })
    one.emit({ type: 'accounts', accounts: [{ address: '0xC', type: 'eoa' }] })
    expect(others(kit)).toEqual(['one disconnected'])
  })

  test('behavior: when the active wallet ends its connection, the one used before becomes active', async () => {
    const { kit, two, storage, events } = await makeConnected()
    two.emit({ type: 'accounts', accounts: [] })
    expect([activeId(kit), others(kit)]).toEqual(['one', ['two disconnected']])
    expect(storage.entries.get(storageKeys.connectedConnector('eip155'))).toBe('one')
    expect(events.at(-1)).toMatchObject({ type: 'disconnected', connection: { connectorId: 'two' } })
  })
})

describe('switchConnection', () => {
  test('behavior: makes another connected wallet active without asking it', async () => {
    const { kit, one, storage } = await makeConnected()
    one.networkId = 'eip155:8453'
    expect(await switchConnection(kit, { connectorId: 'one' })).toMatchObject({ address: ada })
    expect([activeId(kit), others(kit)]).toEqual(['one', ['two connected']])
    expect(one.calls).toEqual(['connect', 'reconnect'])
    expect(kit.store.getState().activeNetworkIds.eip155).toBe('eip155:8453')
    expect(storage.entries.get(storageKeys.connectedConnector('eip155'))).toBe('one')
  })

  test('behavior: asks a wallet that shares no account any more, or that was disconnected', async () => {
    const { kit, one, two } = await makeConnected()
    one.granted = false
    await switchConnection(kit, { connectorId: 'one' })
    expect(one.calls).toEqual(['connect', 'reconnect', 'connect'])
    await disconnect(kit, { connectorId: 'two' })
    await switchConnection(kit, { connectorId: 'two' })
    expect(two.calls).toEqual(['connect', 'disconnect', 'connect'])
    expect([activeId(kit), others(kit)]).toEqual(['two', ['one connected']])
  })

  test('param: address makes another account of the wallet active', async () => {
    const { kit, one } = make()
    one.accounts = [ada, bob]
    await connect(kit, { connectorId: 'one' })
    expect(await switchConnection(kit, { connectorId: 'one', address: bob.toUpperCase() })).toMatchObject({
      address: bob,
      accounts: [{ address: bob }, { address: ada }],
    })
    expect(one.calls).toEqual(['connect'])
    // An account that the wallet does not share changes nothing.
    expect(await switchConnection(kit, { connectorId: 'one', address: '0xunknown' })).toMatchObject({
      address: bob,
    })
  })

  test('error: a newer attempt supersedes a switch, and the wallet of that attempt is active', async () => {
    const { kit, one } = await makeConnected()
    const answer = deferred()
    const { connect: ask } = one.connector
    one.connector.connect = async (options) => {
      await answer.promise
      return ask(options)
    }
    const switching = switchConnection(kit, { connectorId: 'one' })
    cancelConnect(kit)
    answer.resolve()
    await expect(switching).rejects.toThrow(ConnectionAbandonedError)
    expect([activeId(kit), others(kit)]).toEqual(['two', ['one connected']])
  })
})

describe('disconnect', () => {
  test('param: connectorId disconnects one wallet; without it all wallets of the namespace', async () => {
    const { kit, one, two, storage } = await makeConnected()
    await disconnect(kit, { connectorId: 'one' })
    expect([activeId(kit), others(kit)]).toEqual(['two', ['one disconnected']])
    expect([one.calls.at(-1), two.calls.at(-1)]).toEqual(['disconnect', 'connect'])
    await connect(kit, { connectorId: 'one' })
    await disconnect(kit, { namespace: 'eip155' })
    expect([activeId(kit), others(kit)]).toEqual([undefined, ['one disconnected', 'two disconnected']])
    expect([one.calls.at(-1), two.calls.at(-1)]).toEqual(['disconnect', 'disconnect'])
    expect(storage.entries.has(storageKeys.connectedConnector('eip155'))).toBe(false)
  })

  test('behavior: ends the session of each disconnected wallet and no other', async () => {
    const siwx = fakeSIWX({ required: false })
    siwx.sessions.push(sessionOf(ada), sessionOf(bob))
    const { kit } = await makeConnected({ siwx })
    await until(kit, ({ signIn }) => signIn.status === 'signed-in')
    await disconnect(kit, { connectorId: 'one' })
    await expect.poll(() => siwx.sessions.map(({ data }) => data.accountAddress)).toEqual([bob])
  })
})

describe('cancelSignIn', () => {
  test('behavior: a cancelled required sign-in disconnects only the wallet that was to sign in', async () => {
    const siwx = fakeSIWX()
    siwx.sessions.push(sessionOf(ada))
    const { kit, one } = await makeConnected({ siwx })
    await until(kit, ({ signIn }) => signIn.status === 'needed')
    await cancelSignIn(kit)
    expect([activeId(kit), others(kit), one.calls]).toEqual(['one', ['two disconnected'], ['connect']])
    await until(kit, ({ signIn }) => signIn.status === 'signed-in')
    expect(siwx.sessions).toHaveLength(1)
  })
})

describe('deleteConnection', () => {
  test('behavior: removes an account of a recent connection, and disconnects a connected wallet', async () => {
    const { kit, one, two, storage } = makeTwoAccounts(await makeConnected())
    await disconnect(kit, { connectorId: 'one' })
    await deleteConnection(kit, { connectorId: 'one', address: ada.toLowerCase() })
    expect(kit.store.getState().otherConnections?.eip155).toMatchObject([{ accounts: [{ address: bob }] }])
    await deleteConnection(kit, { connectorId: 'one', address: bob })
    expect([others(kit), one.calls.filter((call) => call === 'disconnect')]).toEqual([[], ['disconnect']])
    await connect(kit, { connectorId: 'one' })
    await deleteConnection(kit, { connectorId: 'two', address: bob })
    expect([activeId(kit), others(kit), two.calls.at(-1)]).toEqual(['one', [], 'disconnect'])
    await deleteConnection(kit, { connectorId: 'one', address: ada })
    expect([activeId(kit), others(kit), one.calls.at(-1)]).toEqual([undefined, [], 'disconnect'])
    expect(stored(storage, '@appkit/connections')).toEqual({ eip155: [] })
  })

  function makeTwoAccounts(made: Awaited<ReturnType<typeof makeConnected>>) {
    const accounts = [ada, bob].map((address) => ({ address, type: 'eoa' as const }))
    made.one.emit({ type: 'accounts', accounts })
    return made
  }
})

describe('restoreConnections', () => {
  test('behavior: a page load restores active, connected and recent wallets without asking any', async () => {
    const { kit, storage, wallets } = await makeReloaded(async (first) => {
      await switchConnection(first, { connectorId: 'one' })
    })
    await until(kit, () => others(kit).includes('two connected'))
    expect([activeId(kit), others(kit)]).toEqual(['one', ['two connected']])
    expect(wallets.two.calls.at(-1)).toBe('reconnect')
    wallets.two.emit({ type: 'accounts', accounts: [] })
    expect(others(kit)).toEqual(['two disconnected'])
    expect(stored(storage, '@appkit/disconnected_connector_ids')).toEqual({ eip155: ['two'] })
  })

  test('behavior: a disconnected wallet stays a recent one', async () => {
    const { kit, wallets } = await makeReloaded((first) => disconnect(first, { connectorId: 'one' }))
    await until(kit, () => activeId(kit) === 'two')
    expect(others(kit)).toEqual(['one disconnected'])
    expect(wallets.one.calls.at(-1)).toBe('disconnect')
  })

  test('behavior: a wallet that revoked its accounts meanwhile becomes a recent one', async () => {
    const { kit } = await makeReloaded(async (_, { one }) => {
      one.granted = false
    })
    await until(kit, () => others(kit).includes('one disconnected'))
    expect(activeId(kit)).toBe('two')
  })

  test.each([
    'not json',
    '[]',
    'null',
    '{"eip155":"x"}',
    '{"eip155":[null,1,{}]}',
    '{"eip155":[{"connectorId":"one","accounts":[]}]}',
    '{"eip155":[{"connectorId":"one","accounts":[{"address":1}]}]}',
    '{"eip155":[{"connectorId":"one","accounts":[{"address":"x"}],"caipNetwork":{"caipNetworkId":"solana:1"}}]}',
  ])('error: stored connections that are malformed are left out: %s', async (text) => {
    const storage = memoryStorage({ '@appkit/connections': text, '@appkit/disconnected_connector_ids': text })
    const { kit } = make({ storage })
    await connect(kit, { connectorId: 'two' })
    expect(others(kit)).toEqual([])
  })

  test('param: enableReconnect: false lists every stored wallet as a recent one', async () => {
    const { kit, wallets } = await makeReloaded(async () => {}, { enableReconnect: false })
    await until(kit, () => others(kit).length > 0)
    expect([activeId(kit), others(kit)]).toEqual([undefined, ['two disconnected', 'one disconnected']])
    expect(wallets.one.calls).toEqual(['connect'])
  })

  /** Connects both wallets in one page, changes something, and loads the page again. */
  async function makeReloaded(
    change: (kit: Kit, wallets: ReturnType<typeof makeWallets>) => Promise<void>,
    options: Partial<KitOptions> = {},
  ) {
    const wallets = makeWallets()
    const first = await makeConnected({ wallets })
    await change(first.kit, wallets)
    first.kit.destroy()
    return { ...make({ ...options, storage: first.storage, wallets }), wallets }
  }
})

describe('storage keys', () => {
  test('behavior: connections are stored in AppKit’s shape, the active one first', async () => {
    const { storage } = await makeConnected()
    expect(stored(storage, '@appkit/connections')).toEqual({
      eip155: [
        {
          ...{ connectorId: 'two', name: 'Two', accounts: [{ address: bob, type: 'eoa' }] },
          caipNetwork: expect.objectContaining({ caipNetworkId: 'eip155:1', name: 'Ethereum' }),
        },
        {
          ...{ connectorId: 'one', name: 'One', accounts: [{ address: ada, type: 'eoa' }] },
          caipNetwork: expect.objectContaining({ caipNetworkId: 'eip155:1' }),
        },
      ],
    })
    expect(stored(storage, '@appkit/disconnected_connector_ids')).toEqual({ eip155: [] })
  })
})

describe('two tabs', () => {
  /** Makes two tabs that share the storage. In both, the first wallet is connected; in the first tab, the second too. */
  async function makeTabs() {
    const storage = memoryStorage()
    const first = make({ storage })
    await connect(first.kit, { connectorId: 'one' })
    const wallets = makeWallets()
    wallets.one.granted = true
    const second = make({ storage, wallets })
    await until(second.kit, ({ connections }) => connections.eip155?.status === 'connected')
    await connect(first.kit, { connectorId: 'two' })
    /** Tells the second tab what is stored, as the browser does. */
    const tell = () => {
      const key = storageKeys.connectedConnector('eip155')
      followOtherTab(second.kit, { key, newValue: storage.getItem(key) })
    }
    tell()
    return { storage, first, second, tell }
  }

  test('behavior: each tab keeps its own active wallet', async () => {
    const { first, second, tell } = await makeTabs()
    const wallets = () => [first, second].map(({ kit }) => [activeId(kit), ...others(kit)])
    expect(wallets()).toEqual([['two', 'one connected'], ['one']])
    await switchConnection(first.kit, { connectorId: 'one' })
    tell()
    await disconnect(first.kit, { connectorId: 'two', namespace: 'eip155' })
    tell()
    expect(wallets()).toEqual([['one', 'two disconnected'], ['one']])
  })

  test('behavior: disconnecting all wallets of a namespace disconnects those of the other tab', async () => {
    const { first, second, tell } = await makeTabs()
    await disconnect(first.kit, { namespace: 'eip155' })
    tell()
    expect([activeId(second.kit), others(second.kit)]).toEqual([undefined, ['one disconnected']])
    expect(second.one.listenerCount).toBe(0)
  })

  test('behavior: the tab that changed last stores its wallets, and a page load restores these', async () => {
    const { storage, first, second } = await makeTabs()
    const storedIds = () =>
      stored(storage, '@appkit/connections').eip155.map(
        ({ connectorId }: { connectorId: string }) => connectorId,
      )
    expect(storedIds()).toEqual(['two', 'one'])
    await switchNetwork(second.kit, { network: base })
    expect(storedIds()).toEqual(['one'])
    await switchNetwork(first.kit, { network: base })
    expect(storedIds()).toEqual(['two', 'one'])
    const wallets = makeWallets()
    for (const wallet of Object.values(wallets)) wallet.granted = true
    const { kit } = make({ storage, wallets })
    await until(kit, () => others(kit)[0] === 'one connected')
    expect(activeId(kit)).toBe('two')
  })
})
