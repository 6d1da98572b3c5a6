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
    const others: (number | undefined)[] = []
    for (let at = 0; at < asked; at += 100) {
      const page = Array.from({ length: 100 }, (_, index) => lease('usr_greedy', at + index, '0x1'))
      if (at === 5000) others.push(await lease('usr_other', 0, '0x2'), await lease('usr_same', 0, '0x1'))
      for (const nonce of await Promise.all(page)) if (nonce !== undefined) granted.push(nonce)
    }
    expect(granted).toHaveLength(32)
    // Another user gets the first nonce, even of the same address.
    expect(others).toEqual([5, 5])
    const rows = await (databases[0] as Database).selectFrom('wallet_nonces').select('user_id').execute()
    expect(rows.filter(({ user_id }) => user_id === 'usr_greedy')).toHaveLength(32)
    expect(rows).toHaveLength(34)
  }, 180_000)

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
