import { expect, test } from 'vitest'
import { describeEngines } from '../../testing/describeEngines.ts'
import { createChainBatches } from './createChainBatches.ts'

const day = { project_id: 'app', chain: 'eip155:1', reserved: '0', spent: '0', ops: 0, reverts: 0 }

await describeEngines('createChainBatches', ({ open }) => {
  test('error: a change that fails undoes its own queries only, and the others are done once', async () => {
    const database = await open()
    const runInBatch = createChainBatches({ database })
    const answers = await Promise.allSettled(
      Array.from({ length: 120 }, (_, index) =>
        runInBatch('eip155:1', async ({ transaction }) => {
          const row = { ...day, user_id: 'usr', day: index }
          await transaction.insertInto('sponsor_days').values(row).execute()
          // The same row again breaks its key, and with it the whole transaction on PostgreSQL.
          if (index % 40 === 7) await transaction.insertInto('sponsor_days').values(row).execute()
          return index
        }),
      ),
    )
    const failed = answers.flatMap(({ status }, index) => (status === 'rejected' ? index : []))
    expect(failed).toEqual([7, 47, 87])
    const values = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const rows = await database.selectFrom('sponsor_days').select('day').orderBy('day').execute()
    expect(rows.map((row) => row.day)).toEqual(values)
  })

  test('behavior: changes that wait take no connection each, but share a transaction', async () => {
    const runInBatch = createChainBatches({ database: await open() })
    const transactions: unknown[] = []
    const order: number[] = []
    const wait = (index: number) =>
      runInBatch('eip155:1', async ({ transaction }) => {
        transactions.push(transaction)
        order.push(index)
      })
    await Promise.all(Array.from({ length: 40 }, (_, index) => wait(index)))
    // The first one had nobody to wait for.
    expect(new Set(transactions).size).toBe(2)
    expect(order).toEqual(Array.from({ length: 40 }, (_, index) => index))
  })
})
