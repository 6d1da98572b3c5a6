import { expect, test } from 'vitest'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { describeEngines } from '../../../testing/describeEngines.ts'
import { createNonceLeaseStore } from './store.ts'

const start = 1_800_000_000_000
/** Leases that one user asks for. */
const asked = 10_000

await describeEngines('createNonceLeaseStore', ({ open, openTogether }) => {
  test(`error: ${asked} leases by one user stay within the user's maximum and disturb nobody else`, async () => {
    const databases = await openTogether(4)
    const stores = databases.map((database) => createNonceLeaseStore({ database }))
    const lease = (userId: string, index: number, address: string) =>
      (stores[index % 4] as (typeof stores)[number]).lease({
        userId,
        // Different networks count together.
        chain: `eip155:${index % 7}`,
        address,
        requestId: `r${index}`,
        pending: 5,
        now: start,
        expiresAt: start + 60_000,
      })
    const granted: number[] = []
    const others: unknown[] = []
    for (let at = 0; at < asked; at += 100) {
      const page = Array.from({ length: 100 }, (_, index) => lease('usr_greedy', at + index, '0x1'))
      if (at === 5000) others.push(await lease('usr_other', 0, '0x2'), await lease('usr_same', 0, '0x1'))
      for (const nonce of await Promise.all(page)) if (typeof nonce === 'number') granted.push(nonce)
    }
    expect(granted).toHaveLength(32)
    // Another user gets the first nonce, even of the same address.
    expect(others).toEqual([5, 5])
    const rows = await (databases[0] as Database).selectFrom('wallet_nonces').select('user_id').execute()
    expect(rows.filter(({ user_id }) => user_id === 'usr_greedy')).toHaveLength(32)
    expect(rows).toHaveLength(34)
  }, 180_000)

  test('error: of 100 requests for two nonces at the same time, one gets them', async () => {
    const databases = await openTogether(4)
    const stores = databases.map((database) => createNonceLeaseStore({ database }))
    const lease = (index: number, more = {}) =>
      (stores[index % 4] as (typeof stores)[number]).lease({
        userId: 'usr_1',
        chain: 'eip155:1',
        address: '0x1',
        requestId: `r${index}`,
        count: 2,
        pending: 5,
        now: start,
        expiresAt: start + 60_000,
        ...more,
      })
    const all = await Promise.all(Array.from({ length: 100 }, (_, index) => lease(index)))
    expect(all.filter((nonce) => nonce === 5)).toHaveLength(1)
    expect(all.filter((nonce) => nonce === 'account-busy')).toHaveLength(99)
    // The one that got them keeps them, and both are free once it is over.
    const winner = all.indexOf(5)
    expect(await lease(winner)).toBe(5)
    expect(await lease(100, { count: 1 })).toBe('account-busy')
    // It needs only one after all.
    expect(await lease(winner, { count: 1 })).toBe(5)
    expect(await lease(100, { count: 1 })).toBe(6)
    expect(await lease(winner)).toBe('account-busy')
    await stores[0]?.release({ userId: 'usr_1', requestId: 'r100' })
    await stores[0]?.release({ userId: 'usr_1', requestId: `r${winner}` })
    expect(await lease(101)).toBe(5)
  }, 60_000)

  test('error: each of two nonces counts towards the user’s maximum', async () => {
    const database = await open()
    const store = createNonceLeaseStore({ database })
    const lease = (index: number, more = {}) =>
      store.lease({
        userId: 'usr_1',
        chain: `eip155:${index}`,
        address: '0x1',
        requestId: `r${index}`,
        count: 2,
        pending: 5,
        now: start,
        expiresAt: start + 60_000,
        ...more,
      })
    expect(await lease(0, { count: 1 })).toBe(5)
    for (let index = 1; index < 16; index++) expect(await lease(index)).toBe(5)
    expect(await lease(16)).toBe('too-many-nonces')
    expect(await lease(17, { count: 1 })).toBe(5)
    // A request that holds one cannot get another one either, and keeps its own.
    expect(await lease(0)).toBe('too-many-nonces')
    expect(await lease(0, { count: 1 })).toBe(5)
    expect(await lease(3)).toBe(5)
  })

  test('behavior: a request that holds one nonce gets two only while nobody else holds one', async () => {
    const database = await open()
    const store = createNonceLeaseStore({ database })
    const lease = (requestId: string, more = {}) =>
      store.lease({
        userId: 'usr_1',
        chain: 'eip155:1',
        address: '0x1',
        requestId,
        pending: 5,
        now: start,
        expiresAt: start + 60_000,
        ...more,
      })
    expect([await lease('a'), await lease('b')]).toEqual([5, 6])
    expect(await lease('b', { count: 2 })).toBe('account-busy')
    await store.release({ userId: 'usr_1', requestId: 'a' })
    expect(await lease('b', { count: 2 })).toBe(5)
    // Once both are used, they hold nobody up; some nodes count both as soon as the transaction is pending.
    expect(await lease('c', { pending: 6 })).toBe('account-busy')
    expect(await lease('c', { pending: 7, latest: 5 })).toBe('account-busy')
    expect(await lease('c', { pending: 7, isExclusive: true })).toBe(7)
    expect(await lease('d', { pending: 7 })).toBe(8)
    expect(await lease('e', { pending: 8, isExclusive: true })).toBe('account-busy')
  })

  test('behavior: expired leases are deleted, also those of users who never come back', async () => {
    const database = await open()
    const store = createNonceLeaseStore({ database })
    const lease = (userId: string, now: number) =>
      store.lease({
        userId,
        chain: 'eip155:1',
        address: '0x1',
        requestId: 'r',
        pending: 5,
        now,
        expiresAt: now + 60_000,
      })
    for (const userId of ['usr_1', 'usr_2', 'usr_3']) await lease(userId, start)
    await lease('usr_4', start + 60_000)
    const rows = await database.selectFrom('wallet_nonces').select('user_id').execute()
    expect(rows).toEqual([{ user_id: 'usr_4' }])
  })
})
