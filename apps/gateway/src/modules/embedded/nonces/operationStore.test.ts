import { expect, test } from 'vitest'
import { describeEngines } from '../../../testing/describeEngines.ts'
import { createOperationNonceStore } from './operationStore.ts'

const now = 1_800_000_000_000
const of = { userId: 'usr_1', chain: 'eip155:1', sender: '0x1', now, expiresAt: now + 60_000 }

await describeEngines('createOperationNonceStore', ({ open, openTogether }) => {
  test('behavior: 100 requests at the same time get the eight keys, each once', async () => {
    const stores = (await openTogether(4)).map((database) => createOperationNonceStore({ database }))
    const lease = (index: number) =>
      (stores[index % 4] as (typeof stores)[number]).lease({ ...of, requestId: `r${index}` })
    const keys = await Promise.all(Array.from({ length: 100 }, (_, index) => lease(index)))
    expect(keys.filter((key) => key !== undefined).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    // Who holds one gets the same one again, and another sender has its own eight.
    const winner = keys.indexOf(5)
    expect(await lease(winner)).toBe(5)
    expect(await stores[0]?.lease({ ...of, sender: '0x2', requestId: 'r' })).toBe(0)
    await stores[0]?.release({ userId: 'usr_1', requestId: `r${winner}` })
    expect(await stores[1]?.lease({ ...of, requestId: 'late' })).toBe(5)
    expect(await stores[1]?.lease({ ...of, requestId: 'later', now: now + 60_000 })).toBe(0)
  })

  test.each([
    ['quoted', 1],
    ['sent', 1],
    ['mined', 0],
    ['reverted', 0],
    ['expired', 0],
  ] as const)('behavior: an operation that is %s', async (state, expected) => {
    const database = await open()
    await database
      .insertInto('operations')
      .values({
        hash: '0xa',
        project_id: 'p',
        user_id: 'usr_1',
        chain: 'eip155:1',
        sender: '0x1',
        nonce_key: '0',
        nonce: '0',
        paymaster: '0xb',
        payer: 'project',
        max_cost: '1',
        state,
        relayer_cost: '0',
        day: 1,
        valid_until: now,
        quoted_at: now,
      })
      .execute()
    expect(await createOperationNonceStore({ database }).lease({ ...of, requestId: 'r' })).toBe(expected)
  })
})
