// @vitest-environment jsdom
import type { NamespaceId } from '@portico/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { activateNamespace } from '../actions/activateNamespace.ts'
import { connect } from '../actions/connect.ts'
import { disconnect } from '../actions/disconnect.ts'
import { switchNetwork } from '../actions/switchNetwork.ts'
import type { Kit } from '../kit.ts'
import { base } from '../networks/evm.ts'
import { deferred } from '../testing/deferred.ts'
import { fakeSIWX, sessionOf } from '../testing/fakeSIWX.ts'
import { until } from '../testing/testKit.ts'
import { namespaceIds, threeNamespaces } from '../testing/threeNamespaces.ts'
import { cancelSignIn } from './cancelSignIn.ts'
import { signIn } from './signIn.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
})
const ids = { eip155: 'io.poly', solana: 'Polyglot', bip122: 'Polyglot' } as const
const namespaceOf = (kit: Kit) => {
  const { signIn: now } = kit.store.getState()
  return 'networkId' in now ? now.networkId.split(':')[0] : undefined
}
const reaches = (kit: Kit, namespace: NamespaceId, status: string) =>
  until(kit, (state) => state.signIn.status === status && namespaceOf(kit) === namespace)

function make({ required = true } = {}) {
  const siwx = fakeSIWX({ required })
  const made = threeNamespaces({ siwx })
  kits.push(made.kit)
  const { kit } = made
  const join = (namespace: NamespaceId) => connect(kit, { namespace, connectorId: ids[namespace] })
  async function joinAndSign(namespace: NamespaceId): Promise<void> {
    await join(namespace)
    await reaches(kit, namespace, 'needed')
    await signIn(kit)
  }
  const signed = () => siwx.sessions.map(({ data }) => data.chainId.split(':')[0])
  const connected = () =>
    namespaceIds.filter((namespace) => kit.store.getState().connections[namespace]?.status === 'connected')
  return { ...made, siwx, join, joinAndSign, signed, connected }
}

describe('signing in with several namespaces', () => {
  test('behavior: each connection has its own session, and its own wallet signs', async () => {
    const { kit, wallets, joinAndSign, signed } = make()
    for (const namespace of namespaceIds) await joinAndSign(namespace)
    expect(signed()).toEqual(namespaceIds)
    for (const namespace of namespaceIds)
      expect(wallets[namespace].calls.filter((call) => call === 'sign')).toHaveLength(1)
    activateNamespace(kit, { namespace: 'eip155' })
    await reaches(kit, 'eip155', 'signed-in')
    expect(wallets.eip155.calls).toEqual(['connect', 'sign'])
  })

  test('behavior: cancelling a required sign-in disconnects only that namespace', async () => {
    const { kit, join, joinAndSign, signed, connected } = make()
    await joinAndSign('eip155')
    await join('solana')
    await reaches(kit, 'solana', 'needed')
    await cancelSignIn(kit)
    expect(connected()).toEqual(['eip155'])
    await reaches(kit, 'eip155', 'signed-in')
    expect(signed()).toEqual(['eip155'])
  })

  test('error: a failure to check the session disconnects only that namespace', async () => {
    const { kit, siwx, join, joinAndSign, connected } = make()
    await joinAndSign('eip155')
    const { getSessions } = siwx
    siwx.getSessions = (chainId, address) =>
      chainId.startsWith('solana:') ? Promise.reject(new Error('broken')) : getSessions(chainId, address)
    await join('solana')
    await until(kit, () => connected().join() === 'eip155')
    await reaches(kit, 'eip155', 'signed-in')
  })

  test('behavior: a skipped sign-in is not requested again until the next connection', async () => {
    const { kit, join, joinAndSign } = make({ required: false })
    await join('eip155')
    await reaches(kit, 'eip155', 'needed')
    await cancelSignIn(kit)
    await joinAndSign('solana')
    activateNamespace(kit, { namespace: 'eip155' })
    await reaches(kit, 'eip155', 'skipped')
    await disconnect(kit, { namespace: 'eip155' })
    await join('eip155')
    await reaches(kit, 'eip155', 'needed')
  })

  test('behavior: a signature that arrives after switching the namespace is ignored', async () => {
    const { kit, wallets, join, joinAndSign, signed } = make({ required: false })
    await joinAndSign('eip155')
    await join('solana')
    await reaches(kit, 'solana', 'needed')
    const signature = deferred<string>()
    const requested = deferred()
    wallets.solana.sign = () => {
      requested.resolve()
      return signature.promise
    }
    const signing = signIn(kit)
    await requested.promise
    activateNamespace(kit, { namespace: 'eip155' })
    await reaches(kit, 'eip155', 'signed-in')
    signature.resolve('late')
    await signing
    expect(signed()).toEqual(['eip155'])
    expect(namespaceOf(kit)).toBe('eip155')
  })
})

describe('signOut', () => {
  test('behavior: disconnecting a namespace ends its sessions on all its networks, and no others', async () => {
    const { kit, siwx, joinAndSign, signed } = make()
    for (const namespace of namespaceIds) await joinAndSign(namespace)
    activateNamespace(kit, { namespace: 'eip155' })
    await switchNetwork(kit, { network: base })
    await reaches(kit, 'eip155', 'needed')
    await signIn(kit)
    expect(signed()).toEqual([...namespaceIds, 'eip155'])
    await disconnect(kit, { namespace: 'eip155' })
    await expect.poll(signed).toEqual(['solana', 'bip122'])
    expect(siwx.calls.filter((call) => call.startsWith('setSessions'))).toEqual([])
  })

  test('behavior: the last disconnect ends all sessions; disconnecting all at once ends them once', async () => {
    const one = make()
    await one.joinAndSign('solana')
    one.siwx.sessions.push(sessionOf('somebody of before'))
    await disconnect(one.kit, { namespace: 'solana' })
    expect(one.signed()).toEqual([])
    const all = make()
    for (const namespace of namespaceIds) await all.joinAndSign(namespace)
    await disconnect(all.kit)
    expect(all.signed()).toEqual([])
    const ends = all.siwx.calls.filter((call) => /^(set|revoke)Session/.test(call))
    expect(ends).toEqual(['setSessions 0'])
  })

  test('error: an unreachable server does not prevent the disconnect', async () => {
    const { kit, siwx, joinAndSign, connected } = make()
    await joinAndSign('eip155')
    await joinAndSign('solana')
    siwx.revokeSession = () => Promise.reject(new Error('away'))
    await disconnect(kit, { namespace: 'solana' })
    expect(connected()).toEqual(['eip155'])
  })
})
