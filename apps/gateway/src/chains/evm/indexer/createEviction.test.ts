import { createLog } from '@portico/server'
import { describe, expect, test } from 'vitest'
import { createEviction } from './createEviction.ts'
import type { LastRequestStore } from './createLastRequestStore.ts'

const day = 24 * 3_600_000
const log = createLog({ level: 'silent' })

/** A fake store that counts its calls. */
function createStore(due: number) {
  const touched: string[] = []
  const asked: number[] = []
  const store: LastRequestStore = {
    touch: async ({ account }) => void touched.push(account),
    async evict({ before, limit }) {
      asked.push(before)
      const count = Math.min(due, limit)
      due -= count
      return count
    },
  }
  return { store, touched, asked }
}

describe('createEviction', () => {
  test('behavior: deletes all expired accounts, in batches', async () => {
    const { store, asked } = createStore(250)
    const eviction = createEviction({ store, keepDays: 90, log, now: () => 100 * day })
    expect(await eviction.run()).toBe(250)
    expect(asked).toEqual([10 * day, 10 * day, 10 * day])
    eviction.close()
  })

  test('param: keepDays 0 deletes nothing', async () => {
    const { store, asked } = createStore(250)
    const eviction = createEviction({ store, keepDays: 0, log })
    expect([await eviction.run(), asked]).toEqual([0, []])
    eviction.close()
  })

  test('behavior: the time of the latest request is stored once an hour', () => {
    let now = day
    const { store, touched } = createStore(0)
    const eviction = createEviction({ store, keepDays: 90, log, now: () => now })
    for (let count = 0; count < 5; count++) eviction.onAccountRequest('a')
    now += 3_600_000
    eviction.onAccountRequest('a')
    expect(touched).toEqual(['a', 'a'])
    eviction.close()
  })
})
