// @vitest-environment jsdom
import { type NamespaceId, RpcError } from '@portico/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import type { Kit } from '../kit.ts'
import { storageKeys } from '../storage/keys.ts'
import { deferred } from '../testing/deferred.ts'
import { ada } from '../testing/fakeNamespace.ts'
import { fakeSIWX, sessionOf } from '../testing/fakeSIWX.ts'
import { until } from '../testing/testKit.ts'
import { threeNamespaces } from '../testing/threeNamespaces.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { nextAttempt } from './nextAttempt.ts'
import { removeAdapter } from './removeAdapter.ts'
import { switchNetwork } from './switchNetwork.ts'

// Actions that overlap with a connection attempt of the same or another namespace.
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

describe('switchNetwork', () => {
  test('behavior: a late network switch does not reactivate a namespace that was disconnected', async () => {
    const { kit, wallets } = make()
    await join(kit, 'solana')
    await join(kit, 'eip155')
    const answer = deferred<void>()
    wallets.eip155.switchTo = () => answer.promise
    const switching = switchNetwork(kit, { network: 'eip155:8453' })
    await disconnect(kit, { namespace: 'eip155' })
    expect(kit.store.getState().activeNamespace).toBe('solana')
    answer.resolve()
    await switching
    expect(kit.store.getState().activeNamespace).toBe('solana')
  })
})

describe('connect', () => {
  test('behavior: a rejection does not delete the stored connector of another tab', async () => {
    const { kit, wallets, storage } = make()
    const key = storageKeys.connectedConnector('eip155')
    // This tab could not reconnect, because the wallet was locked.
    storage.setItem(key, ids.eip155)
    wallets.eip155.connect = () => Promise.reject(new RpcError({ rpcCode: 4001, message: 'no' }))
    await expect(join(kit, 'eip155')).rejects.toMatchObject({ rpcCode: 4001 })
    expect(storage.getItem(key)).toBe(ids.eip155)
  })
})

describe('removeAdapter', () => {
  test('behavior: a late answer of a removed namespace is ignored', async () => {
    const { kit, wallets } = make()
    const answer = deferred<void>()
    wallets.eip155.connect = () => answer.promise
    const joining = join(kit, 'eip155')
    removeAdapter(kit, { namespace: 'eip155' })
    answer.resolve()
    await expect(joining).rejects.toMatchObject({ code: 'connection-abandoned' })
    expect(kit.store.getState().connections.eip155?.status).toBe('disconnected')
  })

  test('behavior: another namespace becomes active, and wallets announced later are not listed', () => {
    const { kit, wallets, fakes } = make()
    removeAdapter(kit, { namespace: 'eip155' })
    expect(kit.store.getState().activeNamespace).toBe('solana')
    fakes.eip155.announce([wallets.eip155])
    const listed = kit.store.getState().connectors.map(({ namespace }) => namespace)
    expect(listed.toSorted()).toEqual(['bip122', 'solana'])
  })
})

describe('disconnect', () => {
  test('behavior: a namespace that is reconnecting keeps its session', async () => {
    const siwx = fakeSIWX()
    const { kit, wallets } = make({ siwx })
    const solana = sessionOf(wallets.solana.accounts[0] as string, wallets.solana.networkId)
    siwx.sessions.push(sessionOf(ada), solana)
    const attempt = nextAttempt()
    dispatchConnection(kit, 'solana', { type: 'reconnect', connectorId: ids.solana, attempt })
    await join(kit, 'eip155')
    await until(kit, ({ signIn }) => signIn.status === 'signed-in')
    await disconnect(kit, { namespace: 'eip155' })
    await vi.waitFor(() => expect(siwx.sessions).not.toContainEqual(sessionOf(ada)))
    expect(siwx.sessions).toEqual([solana])
    dispatchConnection(kit, 'solana', { type: 'failed', attempt })
  })
})
