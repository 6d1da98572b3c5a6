import { createLog } from '@portico/server'
import { describe, expect, test } from 'vitest'
import type { AskedStore } from './createAskedStore.ts'
import { createEviction } from './createEviction.ts'

const day = 24 * 3_600_000
const log = createLog({ level: 'silent' })

/** A store that only counts. */
function createStore(due: number) {
  const touched: string[] = []
  const asked: number[] = []
  const store: AskedStore = {
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
  test('behavior: all that is due, in parts', async () => {
    const { store, asked } = createStore(250)
    const eviction = createEviction({ store, keepDays: 90, log, now: () => 100 * day })
    expect(await eviction.run()).toBe(250)
    expect(asked).toEqual([10 * day, 10 * day, 10 * day])
    eviction.close()
  })

  test('param: keepDays 0: nothing is forgotten', async () => {
    const { store, asked } = createStore(250)
    const eviction = createEviction({ store, keepDays: 0, log })
    expect([await eviction.run(), asked]).toEqual([0, []])
    eviction.close()
  })

  test('behavior: an account that is asked for all the time is written down once an hour', () => {
    let now = day
    const { store, touched } = createStore(0)
    const eviction = createEviction({ store, keepDays: 90, log, now: () => now })
    for (let count = 0; count < 5; count++) eviction.onAsked('a')
    now += 3_600_000
    eviction.onAsked('a')
    expect(touched).toEqual(['a', 'a'])
    eviction.close()
  })
})
