// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { disconnect } from '../actions/disconnect.ts'
import { reconnect } from '../actions/reconnect.ts'
import { switchNetwork } from '../actions/switchNetwork.ts'
import type { RpcClient } from '../namespace.ts'
import { getConnected } from '../selectors.ts'
import { signIn } from '../signIn/signIn.ts'
import { ada, bob, deferred, fakeSIWX, memoryStorage } from '../testing/index.ts'
import type { AccountType } from './AccountType.ts'
import { authConnectorId } from './index.ts'
import { hang } from './testing/fakeFrame.ts'
import { email, prepareEmbedded, until, user } from './testing/prepareEmbedded.ts'

const { setup } = prepareEmbedded()

const key = '@appkit/preferred_account_types'
const eoa = { address: ada, type: 'eoa' } as const
const smart = { address: ada, type: 'smartAccount' } as const

/** Logs in to a wallet that has smart accounts on Ethereum, and not on Base. */
async function logIn(
  options: Parameters<typeof setup>[0] = {},
  prepare?: (made: ReturnType<typeof setup>) => void,
) {
  const made = setup(options)
  const { frame, kit, embedded } = made
  const warned = vi.spyOn(kit.logger, 'warn')
  const wallet = { type: 'smartAccount', networkId: 'eip155:1', isDeployed: false }
  const types = () => {
    if (wallet.networkId !== 'eip155:1') return ['eoa']
    return wallet.type === 'eoa' ? ['eoa', 'smartAccount'] : ['smartAccount', 'eoa']
  }
  frame.answers.set('CONNECT_EMAIL', () => ({ action: 'CONNECT' }))
  frame.answers.set('GET_USER', () => ({
    ...user,
    accounts: types().map((type) => ({ address: ada, type })),
    preferredAccountType: types()[0],
    smartAccountDeployed: wallet.isDeployed,
  }))
  frame.answers.set('GET_SMART_ACCOUNT_ENABLED_NETWORKS', () => ({ smartAccountEnabledNetworks: [1] }))
  frame.answers.set('SET_PREFERRED_ACCOUNT', ({ payload }) => {
    wallet.type = (payload as { type: string }).type
    return { type: types()[0], address: ada }
  })
  frame.answers.set('SWITCH_NETWORK', ({ payload }) => {
    wallet.networkId = (payload as { chainId: string }).chainId
    return { chainId: wallet.networkId, accountType: types()[0], isDeployed: wallet.isDeployed }
  })
  prepare?.(made)
  await embedded.logIn(email)
  const sent = () =>
    frame.received.flatMap(({ type, payload }) => (type === 'SET_PREFERRED_ACCOUNT' ? [payload] : []))
  await until(() => sent().length > 0)
  const connected = () => getConnected(made.state(), 'eip155')
  /** Resolves once the frame has answered everything that it was sent: it answers in order. */
  const answered = () => {
    const provider = kit.connectors.get(`eip155:${authConnectorId}`)?.getProvider() as RpcClient
    return provider.request({ method: 'eth_blockNumber' })
  }
  const choose = (type: AccountType) =>
    kit.connectors.get(`eip155:${authConnectorId}`)?.setAccountType?.(type) ?? expect.fail()
  return { ...made, wallet, sent, connected, warned, answered, choose }
}

describe('the account type', () => {
  test('behavior: one account per address is connected, and the user has it with both types', async () => {
    const { connected, state, answered } = await logIn()
    await answered()
    expect(connected()?.accounts).toEqual([smart])
    expect(state().embedded).toMatchObject({
      accounts: { eip155: [smart, eoa] },
      preferredAccountTypes: { eip155: 'smartAccount' },
      smartAccountDeployed: false,
      smartAccountNetworkIds: ['eip155:1'],
    })
  })

  test('behavior: it is switched once per kit to `defaultAccountTypes`', async () => {
    const { kit, connected, state, sent, answered } = await logIn({ defaultAccountTypes: { eip155: 'eoa' } })
    await until(() => connected()?.accounts[0]?.type === 'eoa')
    expect(state().embedded).toMatchObject({
      accounts: { eip155: [eoa, smart] },
      preferredAccountTypes: { eip155: 'eoa' },
    })
    await kit.connectors.get(`eip155:${authConnectorId}`)?.connect({ silent: true })
    await answered()
    expect(sent()).toEqual([{ type: 'eoa' }])
  })

  test('behavior: choosing a type changes no address, asks for no sign-in and disconnects nothing', async () => {
    const siwx = fakeSIWX()
    const { kit, choose, frame, state, connected, storage, answered } = await logIn({ siwx })
    frame.answers.set('RPC_REQUEST', () => '0x1234')
    await until(() => state().signIn.status === 'needed')
    await signIn(kit)
    const before = { ...connected(), accounts: undefined }
    const events: string[] = []
    kit.events.on(({ type }) => events.push(type))
    const statuses = new Set<string>()
    kit.store.subscribe(({ signIn: { status }, connections }) =>
      statuses.add(`${status} ${connections.eip155?.status}`),
    )
    for (const type of ['eoa', 'smartAccount'] as const) {
      expect(await choose(type)).toBe(type)
      expect(connected()?.accounts).toEqual([{ address: ada, type }])
      expect(storage.getItem(key)).toBe(JSON.stringify({ eip155: type }))
    }
    await answered()
    expect({ ...connected(), accounts: undefined }).toEqual(before)
    expect([...statuses]).toEqual(['signed-in connected'])
    expect(events.filter((type) => type !== 'track')).toEqual([])
    expect(siwx.calls.filter((call) => call !== 'createMessage' && call !== 'addSession')).toEqual([])
  })

  test('behavior: the stored choice is what the next page starts with, whatever the application prefers', async () => {
    const storage = memoryStorage()
    storage.setItem(key, JSON.stringify({ eip155: 'eoa', bip122: 'ordinal' }))
    const { sent, choose, frame, connected } = await logIn(
      { storage, defaultAccountTypes: { eip155: 'smartAccount' } },
      (made) => {
        made.storage = storage
      },
    )
    expect(sent()).toEqual([{ type: 'eoa' }])
    expect(frame.received.find(({ type }) => type === 'GET_USER')?.payload).toMatchObject({
      preferredAccountType: 'eoa',
    })
    await until(() => connected()?.accounts[0]?.type === 'eoa')
    await choose('smartAccount')
    expect(JSON.parse(storage.getItem(key) ?? '')).toEqual({ eip155: 'smartAccount', bip122: 'ordinal' })
  })

  test.each(['{"eip155":"admin"}', '[', 'null', '{"eip155":["eoa"]}'])(
    'error: %s in the storage is ignored',
    async (stored) => {
      const storage = memoryStorage()
      storage.setItem(key, stored)
      const { sent } = await logIn({ storage }, (made) => {
        made.storage = storage
      })
      expect(sent()).toEqual([{ type: 'smartAccount' }])
    },
  )

  test('behavior: on a network without smart accounts it is an EOA, and the preference survives', async () => {
    const { kit, state, connected, wallet, answered } = await logIn()
    await answered()
    wallet.isDeployed = true
    await switchNetwork(kit, { network: 'eip155:8453' })
    expect(connected()).toMatchObject({ networkId: 'eip155:8453', accounts: [eoa] })
    expect(state().embedded).toMatchObject({
      accounts: { eip155: [eoa] },
      preferredAccountTypes: { eip155: 'smartAccount' },
    })
    await switchNetwork(kit, { network: 'eip155:1' })
    expect(connected()).toMatchObject({ networkId: 'eip155:1', accounts: [smart] })
    expect(state().embedded).toMatchObject({
      accounts: { eip155: [smart, eoa] },
      smartAccountDeployed: true,
    })
  })

  test('behavior: a type chosen where there are no smart accounts is used where there are', async () => {
    const { kit, choose, state, connected, answered } = await logIn({
      defaultAccountTypes: { eip155: 'eoa' },
    })
    await answered()
    await switchNetwork(kit, { network: 'eip155:8453' })
    expect(await choose('smartAccount')).toBe('smartAccount')
    expect(connected()?.accounts).toEqual([eoa])
    expect(state().embedded?.accounts?.eip155).toEqual([eoa])
    await switchNetwork(kit, { network: 'eip155:1' })
    expect(connected()?.accounts).toEqual([smart])
  })

  test('behavior: a connection that is restored stays one when its type changes', async () => {
    const { kit, frame, connected, choose, answered } = await logIn()
    await answered()
    await disconnect(kit)
    kit.store.setState({
      connections: { eip155: { status: 'reconnecting', connectorId: authConnectorId, attempt: 900 } },
    })
    await reconnect(kit, { namespace: 'eip155', connectorId: authConnectorId, attempt: 900 })
    expect(connected()).toMatchObject({ restored: true, accounts: [smart] })
    frame.answers.set('SET_PREFERRED_ACCOUNT', () => ({ type: 'eoa', address: ada }))
    await choose('eoa')
    expect(connected()).toMatchObject({ restored: true, accounts: [eoa] })
  })

  test.each<[string, (request: unknown) => unknown]>([
    ['an error', () => new Error('no such account')],
    ['another address', () => ({ type: 'smartAccount', address: bob })],
    ['an unknown type', () => ({ type: 'admin', address: ada })],
    ['nothing useful', () => ({})],
  ])('error: after %s the account is an EOA, with a warning', async (_, answer) => {
    const { choose, state, connected, warned, storage } = await logIn({}, ({ frame }) =>
      frame.answers.set('SET_PREFERRED_ACCOUNT', answer),
    )
    await until(() => connected()?.accounts[0]?.type === 'eoa')
    expect(state().embedded).toMatchObject({
      accounts: { eip155: [eoa, smart] },
      preferredAccountTypes: { eip155: 'eoa' },
    })
    expect(warned).toHaveBeenCalledOnce()
    // Only what the visitor has chosen is stored.
    expect(storage.getItem(key)).toBeNull()
    expect(await choose('smartAccount')).toBe('eoa')
    expect(connected()).toMatchObject({ status: 'connected', address: ada, accounts: [eoa] })
    expect(storage.getItem(key)).toBe('{"eip155":"eoa"}')
  })

  test('error: a wallet that does not answer in time makes the account an EOA', async () => {
    const { connected, warned } = await logIn({}, ({ frame }) => {
      frame.answers.set('SET_PREFERRED_ACCOUNT', () => {
        // The frame that loads again ends the requests to the one before.
        queueMicrotask(() => frame.element?.dispatchEvent(new Event('load')))
        return hang
      })
    })
    await until(() => connected()?.accounts[0]?.type === 'eoa')
    expect(warned).toHaveBeenCalled()
    expect(connected()).toMatchObject({ status: 'connected', address: ada })
  })

  test.each([
    ['other accounts only', { accounts: [{ address: bob, type: 'smartAccount' }] }, 1],
    ['no account by type', { accounts: undefined, preferredAccountType: undefined }, 0],
  ])('error: a user with %s is an EOA with its own address', async (_, part, warnings) => {
    const { connected, warned, answered } = await logIn(
      { defaultAccountTypes: { eip155: 'eoa' } },
      ({ frame }) => frame.answers.set('GET_USER', () => ({ ...user, ...part })),
    )
    expect(connected()).toMatchObject({ address: ada, accounts: [eoa] })
    await answered()
    expect(warned).toHaveBeenCalledTimes(warnings)
  })

  test('error: a switch that does not say the type makes the account an EOA, with a warning', async () => {
    const { kit, frame, connected, warned, state, answered } = await logIn()
    await answered()
    frame.answers.set('SWITCH_NETWORK', () => ({ chainId: 'eip155:8453' }))
    await switchNetwork(kit, { network: 'eip155:8453' })
    expect(connected()?.accounts).toEqual([eoa])
    expect(warned).toHaveBeenCalledOnce()
    expect(state().embedded).toMatchObject({
      preferredAccountTypes: { eip155: 'smartAccount' },
      smartAccountDeployed: undefined,
    })
  })

  test('behavior: the answer to an earlier choice does not override a later one', async () => {
    const { choose, frame, connected, sent, storage } = await logIn()
    const late = deferred<object>()
    frame.answers.set('SET_PREFERRED_ACCOUNT', () => late.promise)
    const first = choose('smartAccount')
    await until(() => sent().length === 2)
    frame.answers.set('SET_PREFERRED_ACCOUNT', () => ({ type: 'eoa', address: ada }))
    await choose('eoa')
    late.resolve({ type: 'smartAccount', address: ada })
    await first
    expect(connected()?.accounts).toEqual([eoa])
    expect(storage.getItem(key)).toBe(JSON.stringify({ eip155: 'eoa' }))
  })

  test('behavior: an answer after the logout changes nothing', async () => {
    const { kit, choose, frame, state, storage } = await logIn()
    const late = deferred<object>()
    frame.answers.set('SET_PREFERRED_ACCOUNT', () => late.promise)
    const chosen = choose('eoa')
    await disconnect(kit)
    late.resolve({ type: 'eoa', address: ada })
    await chosen
    expect(state().connections.eip155?.status).toBe('disconnected')
    expect(state().embedded).toMatchObject({ accounts: undefined, preferredAccountTypes: undefined })
    expect(storage.getItem(key)).toBeNull()
  })

  test('behavior: calls that were executed, and a choice, read again whether it is deployed', async () => {
    const { kit, frame, state, answered, choose } = await logIn()
    await answered()
    const deployed = () => state().embedded?.smartAccountDeployed
    frame.answers.set('INIT_SMART_ACCOUNT', () => ({ address: ada, isDeployed: true }))
    const provider = kit.connectors.get(`eip155:${authConnectorId}`)?.getProvider() as RpcClient
    for (const [status, after] of [
      [100, false],
      [200, true],
    ] as const) {
      frame.answers.set('RPC_REQUEST', () => ({ status }))
      await provider.request({ method: 'wallet_getCallsStatus', params: ['0x1'] })
      await answered()
      expect(deployed()).toBe(after)
    }
    frame.answers.set('INIT_SMART_ACCOUNT', () => ({ address: bob, isDeployed: false }))
    await choose('smartAccount')
    expect(deployed()).toBe(true)
    frame.answers.set('INIT_SMART_ACCOUNT', () => ({ address: ada, isDeployed: false }))
    await choose('smartAccount')
    expect(deployed()).toBe(false)
  })
})
