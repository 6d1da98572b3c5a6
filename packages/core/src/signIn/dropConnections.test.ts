// @vitest-environment jsdom
import { describe, expect, onTestFinished, test } from 'vitest'
import { connect } from '../actions/connect.ts'
import { dropConnections } from '../connectors/dispatchConnection.ts'
import { createKit } from '../createKit.ts'
import { mainnet } from '../networks/evm.ts'
import { solana } from '../networks/solana.ts'
import { storageKeys } from '../storage/keys.ts'
import { deferred } from '../testing/deferred.ts'
import { bob, type FakeWallet, fakeNamespace, fakeWallet } from '../testing/fakeNamespace.ts'
import { memoryStorage } from '../testing/memoryStorage.ts'
import { until } from '../testing/testKit.ts'

type Wallets = Record<'one' | 'two' | 'sol', FakeWallet>

function make(storage = memoryStorage(), prepare: (wallets: Wallets) => void = () => {}) {
  const one = fakeWallet({ id: 'one', name: 'One' })
  const two = fakeWallet({ id: 'two', name: 'Two' })
  const sol = fakeWallet({ id: 'sol', name: 'Sol', namespace: 'solana' })
  prepare({ one, two, sol })
  const kit = createKit({
    projectId: 'test',
    networks: [mainnet, solana],
    adapters: [[one, two], [sol]].map((wallets) => ({ namespace: fakeNamespace(wallets).namespace })),
    logLevel: 'silent',
    features: { multiWallet: true },
    storage,
  })
  onTestFinished(() => kit.destroy())
  return { kit, storage, one, two, sol }
}

describe('dropConnections', () => {
  test('behavior: disconnects every wallet of every namespace, which are not restored by a reload', async () => {
    const { kit, storage, one, two, sol } = make()
    await connect(kit, { connectorId: 'sol', namespace: 'solana' })
    for (const connectorId of ['one', 'two']) await connect(kit, { connectorId, namespace: 'eip155' })
    const ended: string[] = []
    kit.events.on((event) => event.type === 'disconnected' && ended.push(event.connection.connectorId))
    dropConnections(kit, new Error('offline'))
    const { connections, otherConnections, activeNamespace } = kit.store.getState()
    expect(connections).toMatchObject({
      eip155: { status: 'disconnected' },
      solana: { status: 'disconnected' },
    })
    expect(otherConnections?.eip155?.map(({ connectorId, status }) => [connectorId, status])).toEqual([
      ['two', 'disconnected'],
      ['one', 'disconnected'],
    ])
    expect(activeNamespace).toBe('eip155')
    expect(ended.toSorted()).toEqual(['one', 'sol', 'two'])
    for (const wallet of [one, two, sol]) {
      expect(wallet.calls.at(-1)).toBe('disconnect')
      expect(wallet.listenerCount).toBe(0)
    }
    expect(storage.entries.get(storageKeys.connectedNamespaces)).toBe('')
    expect(storage.entries.get(storageKeys.connectionStatus)).toBe('disconnected')
    const next = make(storage)
    await new Promise((resolve) => setTimeout(resolve))
    for (const wallet of [next.one, next.two, next.sol]) expect(wallet.calls).toEqual([])
  })

  test('behavior: a wallet that is being reconnected stays disconnected when it answers', async () => {
    const { kit: before, storage } = make()
    for (const connectorId of ['one', 'two']) await connect(before, { connectorId })
    before.destroy()
    const answer = deferred()
    const { kit, one } = make(storage, ({ one, two }) => {
      two.granted = true
      const { connector } = one
      one.connector = {
        ...connector,
        async connect() {
          await answer.promise
          return { accounts: [{ address: bob, type: 'eoa' }], networkId: 'eip155:1' }
        },
      }
    })
    await until(kit, ({ otherConnections }) => otherConnections?.eip155?.[0]?.status === 'reconnecting')
    await until(kit, ({ connections }) => connections.eip155?.status === 'connected')
    dropConnections(kit, new Error('offline'))
    answer.resolve()
    await new Promise((resolve) => setTimeout(resolve))
    const { connections, otherConnections } = kit.store.getState()
    expect(connections.eip155?.status).toBe('disconnected')
    expect(otherConnections?.eip155?.map(({ status }) => status)).toEqual(['disconnected', 'disconnected'])
    expect(storage.entries.has(storageKeys.connectedConnector('eip155'))).toBe(false)
    expect(one.listenerCount).toBe(0)
  })
})
