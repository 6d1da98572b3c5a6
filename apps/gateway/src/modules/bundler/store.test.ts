import { expect, test } from 'vitest'
import type { Database } from '../../infra/database/openDatabase.ts'
import { describeEngines } from '../../testing/describeEngines.ts'
import { createOperationNonceStore } from '../embedded/nonces/operationStore.ts'
import type { Inclusion } from './createSettlementStore.ts'
import { createOperationStore, type NewOperation } from './store.ts'

const start = 1_800_000_000_000
const minute = 60_000
const day = 24 * 60 * minute
const chain = 'eip155:1'
const limits = { userOperations: 5, userWei: 1000n, projectWei: 3000n, revocations: 2 }

const operation = (index: number, more: Partial<NewOperation> = {}): NewOperation => ({
  hash: `0x${index}`,
  project_id: 'app',
  user_id: 'usr_1',
  chain,
  sender: '0xa',
  nonce_key: '0',
  nonce: `${index}`,
  paymaster: '0xb',
  payer: 'project',
  fee_token: null,
  fee_amount: null,
  valid_until: start + 3 * minute,
  since_block: 1,
  maxCost: 100n,
  ...more,
})
const inclusion: Inclusion = {
  txHash: '0xc',
  blockNumber: 2,
  blockHash: '0xd',
  success: true,
  actualCost: 40n,
}
const readDays = async (database: Database) => {
  const rows = await database.selectFrom('sponsor_days').selectAll().orderBy('user_id').execute()
  return rows.map(({ user_id, reserved, spent, ops, reverts }) => [user_id, reserved, spent, ops, reverts])
}

await describeEngines('createOperationStore', ({ open, openTogether }) => {
  test('error: of 1000 operations at the same time none exceeds a limit of user, project or deposit', async () => {
    const databases = await openTogether(4)
    // Whatever comes first, each user and the deposit are reached: two of the dearest are too many for a user.
    const tight = { ...limits, userWei: 450n }
    const stores = databases.map((database) => createOperationStore({ database }))
    const reserve = (index: number) =>
      (stores[index % 4] as (typeof stores)[number]).reserve({
        operation: operation(index, {
          user_id: `usr_${index % 20}`,
          sender: `0x${index % 20}`,
          project_id: `app${index % 2}`,
          maxCost: BigInt(50 + (index % 7) * 60),
        }),
        limits: tight,
        deposit: 5000n,
        now: start,
      })
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, index) => reserve(index)))
    const [database] = databases as [Database]
    const rows = await database.selectFrom('operations').selectAll().execute()
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(rows.length)
    expect(new Set(answers)).toEqual(new Set([undefined, 'limit-reached', 'sponsor-empty']))
    const sum = (list: typeof rows) => list.reduce((total, { max_cost }) => total + BigInt(max_cost), 0n)
    expect(sum(rows)).toBeGreaterThan(4000n)
    expect(sum(rows)).toBeLessThanOrEqual(5000n)
    for (const project of ['app0', 'app1']) {
      const own = rows.filter(({ project_id }) => project_id === project)
      expect(sum(own)).toBeLessThanOrEqual(tight.projectWei)
      for (const user of new Set(own.map(({ user_id }) => user_id))) {
        const ofUser = own.filter(({ user_id }) => user_id === user)
        expect(sum(ofUser)).toBeLessThanOrEqual(tight.userWei)
        expect(ofUser.length).toBeLessThanOrEqual(tight.userOperations)
      }
    }
    // What is counted is what is there.
    const days = await database.selectFrom('sponsor_days').selectAll().where('user_id', '=', '').execute()
    expect(days.reduce((total, { reserved }) => total + BigInt(reserved), 0n)).toBe(sum(rows))
  }, 120_000)

  test('behavior: what is reserved becomes what was paid, and back if the chain is reorganised', async () => {
    const database = await open()
    const store = createOperationStore({ database })
    const id = { chain, hash: '0x1' }
    const reserve = (index: number) =>
      store.reserve({ operation: operation(index), limits, deposit: 5000n, now: start })
    expect(await reserve(1)).toBeUndefined()
    const reserved = [
      ['', '100', '0', 1, 0],
      ['usr_1', '100', '0', 1, 0],
    ]
    expect(await readDays(database)).toEqual(reserved)
    expect(await store.include({ ...id, inclusion, now: start })).toBe(true)
    // Twice is once.
    expect(await store.include({ ...id, inclusion, now: start })).toBe(false)
    expect(await readDays(database)).toEqual([
      ['', '0', '40', 1, 0],
      ['usr_1', '0', '40', 1, 0],
    ])
    expect(await store.exclude(id)).toBe(true)
    expect(await store.exclude(id)).toBe(false)
    expect(await readDays(database)).toEqual(reserved)
    expect(await store.include({ ...id, inclusion: { ...inclusion, success: false }, now: start })).toBe(true)
    expect(await readDays(database)).toEqual([
      ['', '0', '40', 1, 1],
      ['usr_1', '0', '40', 1, 1],
    ])
  })

  test('behavior: an operation that was taken out of the chain makes room for another one with its nonce', async () => {
    const database = await open()
    const store = createOperationStore({ database })
    const reserve = (hash: string) =>
      store.reserve({ operation: operation(1, { hash }), limits, deposit: 5000n, now: start })
    await reserve('0xa')
    await store.include({ chain, hash: '0xa', inclusion, now: start })
    // The chain was reorganised before this gateway noticed, so that the nonce is free again.
    expect(await reserve('0xb')).toBeUndefined()
    expect(await store.exclude({ chain, hash: '0xa' })).toBe(true)
    expect((await readDays(database))[1]).toEqual(['usr_1', '100', '0', 1, 0])
    expect(await store.find('0xa')).toMatchObject({ state: 'expired' })
    // And if it is included after all:
    await store.include({ chain, hash: '0xa', inclusion, now: start })
    expect((await readDays(database))[1]).toEqual(['usr_1', '100', '40', 2, 0])
  })

  test('behavior: what has expired is released, and is counted again if it was included after all', async () => {
    const database = await open()
    const store = createOperationStore({ database })
    const id = { chain, hash: '0x1' }
    await store.reserve({ operation: operation(1), limits, deposit: 5000n, now: start })
    expect(await store.expire({ ...id, now: start + 4 * minute })).toBe(true)
    expect(await readDays(database)).toEqual([
      ['', '0', '0', 0, 0],
      ['usr_1', '0', '0', 0, 0],
    ])
    expect(await store.include({ ...id, inclusion, now: start + 5 * minute })).toBe(true)
    expect((await readDays(database))[1]).toEqual(['usr_1', '0', '40', 1, 0])
  })

  test('behavior: a fee that a token paid does not count, unless the operation failed', async () => {
    const database = await open()
    const store = createOperationStore({ database })
    for (const index of [1, 2])
      await store.reserve({
        operation: operation(index, { payer: 'token' }),
        limits,
        deposit: 5000n,
        now: start,
      })
    await store.include({ chain, hash: '0x1', inclusion, now: start })
    await store.include({ chain, hash: '0x2', inclusion: { ...inclusion, success: false }, now: start })
    expect((await readDays(database))[1]).toEqual(['usr_1', '0', '40', 2, 1])
  })

  test('behavior: another operation with the same nonce replaces one that was not sent; the larger stays reserved', async () => {
    const database = await open()
    const store = createOperationStore({ database })
    const reserve = (hash: string, more: Partial<NewOperation>) =>
      store.reserve({ operation: operation(1, { hash, ...more }), limits, deposit: 5000n, now: start })
    expect(await reserve('0xa', { maxCost: 900n })).toBeUndefined()
    // The signature of the first one is still valid: somebody could have it included.
    expect(await reserve('0xb', { maxCost: 10n })).toBeUndefined()
    expect((await readDays(database))[1]).toEqual(['usr_1', '900', '0', 1, 0])
    expect(await store.find('0xa')).toBeUndefined()
    expect(await reserve('0xc', { maxCost: 1001n })).toBe('limit-reached')
    const isOver = (index: number) =>
      store.isOver({ ...operation(index, { maxCost: 1000n }), limits, now: start })
    expect([await isOver(1), await isOver(2)]).toEqual([false, true])
    expect((await readDays(database))[1]).toEqual(['usr_1', '900', '0', 1, 0])
    expect(
      await store.send({ chain, hash: '0xb', userOperation: '{}', now: start, relayer: undefined }),
    ).toBeUndefined()
    expect(await reserve('0xf', {})).toBe('account-busy')
    expect(await store.send({ chain, hash: '0xb', userOperation: '{}', now: start })).toBe(false)
  })

  test('error: the server of another project cannot keep an account from its nonces', async () => {
    const database = await open()
    const store = createOperationStore({ database })
    const nonces = createOperationNonceStore({ database })
    const lease = (requestId: string) =>
      nonces.lease({
        userId: 'usr_1',
        chain,
        sender: '0xa',
        requestId,
        now: start,
        expiresAt: start + minute,
      })
    const reserve = (index: number, more: Partial<NewOperation>) =>
      store.reserve({
        operation: operation(index, more),
        limits: { ...limits, userOperations: 100 },
        deposit: 5000n,
        now: start,
      })
    const send = (hash: string) => store.send({ chain, hash, userOperation: '{}', now: start })
    const server = { project_id: 'other', user_id: '0xa' }
    // Every key that the account uses, with the nonces that are next.
    for (let key = 0; key < 8; key++)
      await reserve(key, { ...server, hash: `0xf${key}`, nonce_key: `${key}`, maxCost: 1n })
    expect(await lease('one')).toBe(0)
    expect(await reserve(0, { hash: '0xa0' })).toBeUndefined()
    // What the account itself has asked for does count.
    expect(await lease('two')).toBe(1)
    expect(await send('0xa0')).toBeUndefined()
    // Only one of both can be executed.
    expect(await send('0xf0')).toBe('account-busy')
    expect(await reserve(0, { ...server, hash: '0xf8' })).toBe('account-busy')
    await store.include({ chain, hash: '0xa0', inclusion, now: start })
    await store.expire({ chain, hash: '0xf0', now: start })
    const days = await database.selectFrom('sponsor_days').selectAll().where('user_id', '!=', '').execute()
    expect(days.map(({ project_id, reserved, spent, ops }) => [project_id, reserved, spent, ops])).toEqual(
      expect.arrayContaining([
        ['app', '0', '40', 1],
        ['other', '7', '0', 7],
      ]),
    )
    // A reorganisation opens the account's own again, beside that of the other project.
    expect(await reserve(0, { ...server, hash: '0xf9', maxCost: 1n })).toBeUndefined()
    await store.exclude({ chain, hash: '0xa0' })
    expect((await store.find('0xa0'))?.state).toBe('sent')
  })

  test('error: after three failures within a day, nothing is paid for the user for a day', async () => {
    const store = createOperationStore({ database: await open() })
    const reserve = (index: number, now: number, more: Partial<NewOperation> = {}) =>
      store.reserve({
        operation: operation(index, { maxCost: 1n, ...more }),
        limits: { ...limits, userOperations: 100 },
        deposit: 5000n,
        now,
      })
    const fail = async (index: number, now: number) => {
      expect(await reserve(index, now)).toBeUndefined()
      await store.include({ chain, hash: `0x${index}`, inclusion: { ...inclusion, success: false }, now })
    }
    await fail(1, start)
    await fail(2, start + 23 * 60 * minute)
    // The first one is more than a day ago.
    await fail(3, start + day)
    await fail(4, start + day + 1)
    const last = start + day + 1
    expect(await reserve(5, last)).toBe('limit-reached')
    expect(await store.isOver({ ...operation(5), limits, now: last })).toBe(true)
    expect(await reserve(6, last, { user_id: 'usr_2', sender: '0x2' })).toBeUndefined()
    expect(await reserve(7, last + day - 1)).toBe('limit-reached')
    expect(await reserve(8, last + day)).toBeUndefined()
  })

  test('behavior: 40 operations at the same time get nonces of the relayer in a row', async () => {
    const stores = (await openTogether(4)).map((database) => createOperationStore({ database }))
    const all = { userOperations: 1000, userWei: 10n ** 9n, projectWei: 10n ** 9n, revocations: 0 }
    for (let index = 0; index < 40; index++)
      await stores[0]?.reserve({
        operation: operation(index, { sender: `0x${index}` }),
        ...{ limits: all, deposit: 10n ** 9n, now: start },
      })
    const nonces: number[] = []
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (stores[index % 4] as (typeof stores)[number]).send({
          chain,
          hash: `0x${index}`,
          userOperation: '{}',
          relayer: {
            address: '0xr',
            used: 7,
            write: async (nonce) => ({ hash: `0xt${nonce}`, raw: '0x' }),
          },
          now: start,
        }),
      ),
    )
    const rows = await stores[0]?.listTransactions({ chain, relayer: '0xr', isThorough: false, now: start })
    for (const { nonce } of rows ?? []) nonces.push(nonce)
    expect(nonces).toEqual(Array.from({ length: 40 }, (_, index) => 7 + index))
  }, 60_000)

  test('behavior: permissions are revoked beyond the limits of the user, up to their own and that of the project', async () => {
    const store = createOperationStore({ database: await open() })
    const limits = { userOperations: 1, userWei: 100n, projectWei: 1000n, revocations: 2 }
    const of = (index: number, more: Partial<NewOperation> = {}) => ({
      operation: operation(index, more),
      limits,
      deposit: 5000n,
      now: start,
    })
    const revocation = { payer: 'revocation' } as const
    const isOver = (index: number, more: Partial<NewOperation> = {}) =>
      store.isOver({ ...operation(index, more), limits, now: start })
    expect(await store.reserve(of(1))).toBeUndefined()
    expect(await store.reserve(of(2))).toBe('limit-reached')
    expect(await isOver(2, revocation)).toBe(false)
    expect(await store.reserve(of(2, revocation))).toBeUndefined()
    // The same one again, at other fees, is one.
    expect(await store.reserve(of(2, { ...revocation, hash: '0x2b' }))).toBeUndefined()
    expect(await store.reserve(of(3, revocation))).toBeUndefined()
    expect(await isOver(4, revocation)).toBe(true)
    expect(await store.reserve(of(4, revocation))).toBe('limit-reached')
    // Neither is one of them a way to another operation with its nonce.
    expect(await store.reserve(of(3))).toBe('limit-reached')
    // Of another account, nothing was revoked; what all of them cost is bounded.
    const other = { ...revocation, sender: '0xb', user_id: 'usr_2' }
    expect(await store.reserve(of(5, { ...other, maxCost: 701n }))).toBe('limit-reached')
    expect(await store.reserve(of(5, { ...other, maxCost: 700n }))).toBeUndefined()
    // One that can no longer be included counts for nothing; one that was included counts until the day is over.
    expect(await store.expire({ chain, hash: '0x3', now: start })).toBe(true)
    expect(await store.include({ chain, hash: '0x2b', inclusion, now: start })).toBe(true)
    expect(await store.reserve(of(6, revocation))).toBeUndefined()
    expect(await isOver(7, revocation)).toBe(true)
    expect(await store.isOver({ ...operation(7, revocation), limits, now: start + day })).toBe(false)
  })

  test('behavior: a node that is behind does not make the relayer use a nonce twice', async () => {
    const store = createOperationStore({ database: await open() })
    const send = async (index: number, now: number) => {
      const valid_until = now + 3 * minute
      await store.reserve({ operation: operation(index, { valid_until }), limits, deposit: 5000n, now })
      await store.send({
        ...{ chain, hash: `0x${index}`, userOperation: '{}', now },
        relayer: {
          address: '0xe',
          used: 5,
          write: async (nonce) => ({ hash: `0xf${index}`, raw: `${nonce}` }),
        },
      })
      const query = { chain, relayer: '0xe', isThorough: true, now }
      const row = (await store.listTransactions(query)).find(({ operation }) => operation === `0x${index}`)
      if (!row) throw new Error('It was not stored.')
      await store.finish({ row, isDone: true, now })
      return row.nonce
    }
    expect([await send(1, start), await send(2, start + minute)]).toEqual([5, 6])
    // By then it is certain which nonces are used: the chain was reorganised. What comes after a gap would wait for ever.
    expect(await send(3, start + 15.5 * minute)).toBe(5)
    expect(await send(4, start + 15.6 * minute)).toBe(7)
  })

  test('behavior: a transaction that did not execute its operation costs the sponsor, until it is not part of the chain', async () => {
    const database = await open()
    const store = createOperationStore({ database })
    await store.reserve({ operation: operation(1), limits, deposit: 5000n, now: start })
    const write = async () => ({ hash: '0xt', raw: '0x' })
    const relayer = { address: '0xr', used: 0, write }
    await store.send({ chain, hash: '0x1', userOperation: '{}', relayer, now: start })
    const [row] = await store.listTransactions({ chain, relayer: '0xr', isThorough: false, now: start })
    if (!row) throw new Error('There is no transaction.')
    const lost = { hash: '0xt', cost: 9n }
    await store.finish({ row, isDone: true, lost, now: start })
    await store.finish({ row, isDone: true, lost, now: start })
    // It may still be included by somebody else, so that what it can cost stays reserved.
    expect((await readDays(database))[1]).toEqual(['usr_1', '100', '9', 1, 1])
    await store.finish({ row, isDone: false, now: start })
    expect((await readDays(database))[1]).toEqual(['usr_1', '100', '0', 1, 0])
    expect(await store.find('0x1')).toMatchObject({ relayer_cost: '0', failed_at: null })
  })
})
