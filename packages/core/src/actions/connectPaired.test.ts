// @vitest-environment jsdom
import { RpcError } from '@portico/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { NoAccountsError } from '../connectErrors.ts'
import { addConnectors } from '../connectors/addConnectors.ts'
import type { Kit } from '../kit.ts'
import { ada, fakeSIWX, fakeWallet, sessionOf, testKit, threeNamespaces, until } from '../testing/index.ts'
import { connectPaired } from './connectPaired.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
})

/** Creates a kit with a remote wallet whose pairing the test controls. */
function setup(options: Parameters<typeof testKit>[0] = {}) {
  const made = testKit(options)
  kits.push(made.kit)
  const remote = fakeWallet({ id: 'remote', name: 'Remote' })
  addConnectors(made.kit, [remote.connector, { ...remote.connector, namespace: 'solana' }])
  const pair = async () => {
    remote.granted = true
    return { namespaces: ['solana' as const, 'eip155' as const], proofs: [] }
  }
  const connection = () => made.kit.store.getState().connections.eip155
  return { ...made, remote, pair, connection }
}

describe('addConnectors', () => {
  test('behavior: added connectors stay when wallets are announced; unknown namespaces are ignored', () => {
    const { kit, fake, wallet } = setup()
    const ids = () => kit.store.getState().connectors.map(({ namespace, id }) => `${namespace} ${id}`)
    expect(ids()).toEqual(['eip155 dev.fake', 'eip155 remote'])
    fake.announce([])
    expect(ids()).toEqual(['eip155 remote'])
    fake.announce([wallet])
    expect(ids()).toEqual(['eip155 remote', 'eip155 dev.fake'])
  })
})

describe('connectPaired', () => {
  test('behavior: connects every namespace of the kit that the wallet shares', async () => {
    const { kit, pair, connection } = setup()
    const events: unknown[] = []
    kit.events.on((event) => event.type === 'track' && events.push(event.track))
    const named = async () => ({ ...(await pair()), wallet: { name: 'Rainbow' } })
    const connecting = connectPaired(kit, { connectorId: 'remote', pair: named, method: 'qrcode' })
    expect(connection()).toMatchObject({ status: 'connecting', connectorId: 'remote' })
    await connecting
    expect(connection()).toMatchObject({ status: 'connected', connectorId: 'remote', address: ada })
    expect(Object.keys(kit.store.getState().connections)).toEqual(['eip155'])
    expect(events).toContainEqual({
      type: 'track',
      event: 'CONNECT_SUCCESS',
      address: ada,
      properties: { name: 'Rainbow', method: 'qrcode' },
    })
  })

  test('behavior: a session that came with the pairing is used without asking again', async () => {
    const siwx = fakeSIWX()
    const { kit, remote } = setup({ siwx })
    const events: unknown[] = []
    kit.events.on((event) => events.push(event.type === 'track' ? event.track.event : event.type))
    await connectPaired(kit, {
      connectorId: 'remote',
      method: 'qrcode',
      pair: async () => {
        remote.granted = true
        return { namespaces: ['eip155'], proofs: [sessionOf(ada)] }
      },
    })
    await until(kit, ({ signIn }) => signIn.status === 'signed-in')
    expect(remote.calls).not.toContain('sign')
    expect(events.filter((event) => /SUCCESS|signed-in/.test(`${event}`))).toEqual([
      'CONNECT_SUCCESS',
      'SIWX_AUTH_SUCCESS',
      'signed-in',
    ])
  })

  test('behavior: of several sessions, that of the active network comes first', async () => {
    const siwx = fakeSIWX()
    const setSessions = vi.spyOn(siwx, 'setSessions')
    const { kit, remote } = setup({ siwx })
    const other = sessionOf(ada)
    const proofs = [{ ...other, data: { ...other.data, chainId: 'eip155:8453' as const } }, sessionOf(ada)]
    await connectPaired(kit, {
      connectorId: 'remote',
      method: 'qrcode',
      pair: async () => {
        remote.granted = true
        return { namespaces: ['eip155'], proofs }
      },
    })
    expect(setSessions.mock.calls[0]?.[0].map(({ data }) => data.chainId)).toEqual([
      'eip155:1',
      'eip155:8453',
    ])
  })

  test('error: a rejected session ends the pairing', async () => {
    const siwx = fakeSIWX()
    siwx.setSessions = async (sessions) => {
      if (sessions.length > 0) throw new Error('forged')
    }
    const { kit, remote, connection } = setup({ siwx })
    const pair = async () => {
      remote.granted = true
      return { namespaces: ['eip155' as const], proofs: [sessionOf(ada)] }
    }
    await expect(connectPaired(kit, { connectorId: 'remote', pair, method: 'qrcode' })).rejects.toThrow(
      'forged',
    )
    expect(connection()).toEqual({ status: 'disconnected' })
    expect(remote.calls).toContain('disconnect')
  })

  test('error: the user rejects the pairing', async () => {
    const { kit, connection } = setup()
    const pair = () => Promise.reject(new RpcError({ rpcCode: 4001, message: 'no' }))
    await expect(connectPaired(kit, { connectorId: 'remote', pair, method: 'qrcode' })).rejects.toThrow('no')
    expect(connection()).toEqual({ status: 'disconnected' })
  })

  test('error: the wallet shares no namespace of the kit', async () => {
    const { kit, remote, connection } = setup()
    const pair = async () => ({ namespaces: ['solana' as const], proofs: [] })
    await expect(connectPaired(kit, { connectorId: 'remote', pair, method: 'qrcode' })).rejects.toThrow(
      NoAccountsError,
    )
    expect(connection()).toEqual({ status: 'disconnected' })
    expect(remote.calls).toEqual(['disconnect'])
  })

  test('behavior: a wallet connected in the meantime stays connected', async () => {
    const { kit, wallet, connection } = setup()
    let giveUp: (error: Error) => void = () => {}
    const pair = () => new Promise<never>((_, reject) => (giveUp = reject))
    const pairing = connectPaired(kit, { connectorId: 'remote', pair, method: 'qrcode' })
    const { connect } = await import('./connect.ts')
    await connect(kit, { connectorId: wallet.id })
    giveUp(new DOMException('left', 'AbortError'))
    await expect(pairing).rejects.toThrow('left')
    expect(connection()).toMatchObject({ status: 'connected', connectorId: wallet.id })
  })

  test('behavior: connected namespaces keep their wallet, except the requested one', async () => {
    const { kit, wallets } = threeNamespaces()
    kits.push(kit)
    const remote = fakeWallet({ id: 'remote' })
    const solana = fakeWallet({ id: 'remote', namespace: 'solana' })
    addConnectors(kit, [remote.connector, solana.connector])
    const { connect } = await import('./connect.ts')
    await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
    const pair = async () => {
      remote.granted = solana.granted = true
      return { namespaces: ['eip155' as const, 'solana' as const], proofs: [] }
    }
    await connectPaired(kit, { connectorId: 'remote', namespace: 'solana', pair, method: 'qrcode' })
    const { connections, activeNamespace } = kit.store.getState()
    expect(connections.eip155).toMatchObject({ status: 'connected', connectorId: 'io.poly' })
    expect(connections.solana).toMatchObject({ status: 'connected', connectorId: 'remote' })
    expect([activeNamespace, wallets.eip155.calls]).toEqual(['solana', ['connect']])
  })
})
