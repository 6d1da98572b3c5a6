// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { disconnect } from '../actions/disconnect.ts'
import { getQueryClient } from '../data/getQueryClient.ts'
import { email, prepareEmbedded, until, user } from '../embedded/testing/prepareEmbedded.ts'
import { bob, deferred, testKit } from '../testing/index.ts'
import { changeSmartAccount, permissionsQuery, smartAccountsQuery } from './index.ts'

const { loggedIn } = prepareEmbedded()
const hash = `0x${'ab'.repeat(32)}`
const networkId = 'eip155:1'
const permissionId = `0x${'cd'.repeat(32)}`

async function setup() {
  const made = await loggedIn()
  const changes = () => made.state().embedded?.smartAccountChanges
  const read = <T>(query: { queryFn?: unknown }) => (query.queryFn as () => Promise<T>)()
  return { ...made, changes, read }
}

describe('changeSmartAccount', () => {
  test.each([
    ['turn-off', 'TURN_OFF_SMART_ACCOUNT', { chainId: 1 }],
    ['revoke', 'REVOKE_PERMISSION', { id: permissionId }],
    ['revoke-all', 'REVOKE_ALL_PERMISSIONS', { chainId: 1 }],
  ] as const)('behavior: %s waits for the visitor, then for the block', async (kind, request, payload) => {
    const { kit, frame, state, fake, changes } = await setup()
    const wanted = { kind, networkId, ...(kind === 'revoke' && { permissionId }) } as const
    const answer = deferred<object>()
    frame.answers.set(request, () => answer.promise)
    const transactions: unknown[] = []
    kit.events.on((event) => event.type === 'transaction' && transactions.push(event))
    const client = getQueryClient(kit)
    for (const list of ['smart-accounts', 'permissions', 'capabilities']) client.setQueryData([list], 1)
    const done = changeSmartAccount(kit, wanted)
    expect(changes()).toEqual([{ ...wanted, status: 'wallet' }])
    // The approve view is shown for it, like for the requests of the page.
    await until(() => frame.types().includes(request))
    expect(state().embedded?.requests).toMatchObject([{ method: request }])
    expect(frame.received.at(-1)?.payload).toEqual(payload)
    // Once at a time.
    await changeSmartAccount(kit, wanted)
    answer.resolve({ hash })
    await until(() => changes()?.[0]?.status === 'sent')
    expect(state().embedded?.requests).toEqual([])
    expect(transactions).toEqual([{ type: 'transaction', namespace: 'eip155', networkId, hash }])
    expect(client.getQueryState(['capabilities'])?.isInvalidated).toBe(false)
    fake.transfers.outcome.resolve('confirmed')
    await done
    expect(changes()).toEqual([{ ...wanted, status: 'confirmed', hash }])
    for (const list of ['smart-accounts', 'permissions', 'capabilities'])
      expect(client.getQueryState([list])?.isInvalidated).toBe(true)
    expect(frame.types().filter((type) => type === request)).toHaveLength(1)
  })

  test.each([
    ['a rejection', () => Object.assign(new Error('no'), { code: 4001 }), 'rejected'],
    ['an error', () => Object.assign(new Error('no coins'), { code: -32003 }), 'unsent'],
    ['too many requests', () => Object.assign(new Error('wait'), { code: -32005 }), 'limited'],
    ['an answer that is none', () => ({ hash: 'soon' }), 'unsent'],
    [
      'an operation in no transaction yet',
      () => Object.assign(new Error('It was sent.'), { code: -32000, data: { id: hash } }),
      'unknown',
    ],
  ])('error: after %s it can be tried again', async (_, answer, status) => {
    const { kit, frame, changes, fake } = await setup()
    frame.answers.set('TURN_OFF_SMART_ACCOUNT', answer)
    await changeSmartAccount(kit, { kind: 'turn-off', networkId })
    expect(changes()).toEqual([{ kind: 'turn-off', networkId, status }])
    frame.answers.set('TURN_OFF_SMART_ACCOUNT', () => ({ hash }))
    fake.transfers.outcome.resolve('failed')
    await changeSmartAccount(kit, { kind: 'turn-off', networkId })
    expect(changes()).toMatchObject([{ status: 'failed' }])
  })

  test('error: closing the request rejects it, and a network that cannot be followed leaves the end unknown', async () => {
    const { kit, frame, embedded, changes, fake } = await setup()
    frame.answers.set('TURN_OFF_SMART_ACCOUNT', () => new Promise(() => {}))
    const closed = changeSmartAccount(kit, { kind: 'turn-off', networkId })
    await until(() => frame.types().includes('TURN_OFF_SMART_ACCOUNT'))
    embedded.abortRequests()
    await closed
    expect(changes()).toMatchObject([{ status: 'rejected' }])
    frame.answers.set('TURN_OFF_SMART_ACCOUNT', () => ({ hash }))
    fake.transfers.waitForOutcome = async () => {
      throw new Error('no node answers')
    }
    await changeSmartAccount(kit, { kind: 'turn-off', networkId })
    expect(changes()).toMatchObject([{ status: 'unknown', hash }])
  })

  test('behavior: each change has its own progress, and a logout forgets all', async () => {
    const { kit, frame, changes, fake } = await setup()
    for (const type of ['TURN_OFF_SMART_ACCOUNT', 'REVOKE_PERMISSION'] as const)
      frame.answers.set(type, () => ({ hash }))
    const first = changeSmartAccount(kit, { kind: 'turn-off', networkId })
    const second = changeSmartAccount(kit, { kind: 'revoke', networkId, permissionId })
    await until(() => changes()?.every(({ status }) => status === 'sent') === true)
    expect(changes()).toHaveLength(2)
    await disconnect(kit)
    fake.transfers.outcome.resolve('confirmed')
    await Promise.all([first, second])
    expect(changes()).toBeUndefined()
  })

  test('error: without an embedded wallet nothing is sent', async () => {
    const { kit } = testKit()
    await changeSmartAccount(kit, { kind: 'turn-off', networkId })
    expect(kit.store.getState().embedded?.smartAccountChanges).toMatchObject([{ status: 'unsent' }])
    kit.destroy()
  })
})

describe('smartAccountsQuery', () => {
  test('behavior: the state per network, which also says whether the account is deployed here', async () => {
    const { kit, frame, read, state } = await setup()
    const networks = [
      { chainId: 1, state: 'on' },
      { chainId: 8453, state: 'unknown' },
    ]
    frame.answers.set('GET_SMART_ACCOUNTS', () => ({ networks }))
    expect(await read(smartAccountsQuery(kit))).toEqual([
      { networkId: 'eip155:1', state: 'on' },
      { networkId: 'eip155:8453', state: 'unknown' },
    ])
    expect(state().embedded?.smartAccountDeployed).toBe(true)
    frame.answers.set('GET_SMART_ACCOUNTS', () => new Error('later'))
    await expect(read(smartAccountsQuery(kit))).rejects.toThrow('later')
  })

  test('behavior: an answer about the user before says nothing of the one after', async () => {
    const { kit, frame, embedded, state, read } = await setup()
    const late = deferred<object>()
    frame.answers.set('GET_SMART_ACCOUNTS', () => late.promise)
    const reading = read(smartAccountsQuery(kit))
    await until(() => frame.types().includes('GET_SMART_ACCOUNTS'))
    await disconnect(kit)
    frame.answers.set('GET_USER', () => ({
      ...user,
      address: bob,
      accounts: [{ address: bob, type: 'eoa' }],
    }))
    await embedded.logIn(email)
    expect(state().connections.eip155).toMatchObject({ status: 'connected', address: bob })
    late.resolve({ networks: [{ chainId: 1, state: 'on' }] })
    await reading
    expect(state().embedded?.smartAccountDeployed).toBeUndefined()
  })
})

describe('permissionsQuery', () => {
  test('behavior: what this page may do; nothing with a wallet that grants no permissions', async () => {
    const { kit, frame, read } = await setup()
    const permission = {
      ...{ id: permissionId, chainId: 1, delegate: `0x${'11'.repeat(20)}`, kind: 'coin', amount: '5' },
      ...{ expiresAt: 1_900_000_000, state: 'active' },
    }
    frame.answers.set('GET_PERMISSIONS', () => ({ permissions: [permission] }))
    const { chainId: _, ...rest } = permission
    expect(await read(permissionsQuery(kit))).toEqual([{ ...rest, networkId: 'eip155:1' }])
    for (const unsupported of [
      new Error('Unknown message GET_PERMISSIONS.'),
      Object.assign(new Error('no'), { code: 4200 }),
    ]) {
      frame.answers.set('GET_PERMISSIONS', () => unsupported)
      expect(await read(permissionsQuery(kit))).toEqual([])
    }
    for (const failure of [{ code: -32603 }, { reason: 'not-ready' }]) {
      frame.answers.set('GET_PERMISSIONS', () => Object.assign(new Error('later'), failure))
      await expect(read(permissionsQuery(kit))).rejects.toThrow('later')
    }
  })
})
