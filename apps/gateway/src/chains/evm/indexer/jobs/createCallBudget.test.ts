import { describe, expect, test } from 'vitest'
import { createCallBudget } from './createCallBudget.ts'

describe('createCallBudget', () => {
  test('behavior: over an hour, an upstream gets what it may, however large the reads are', () => {
    let now = 0
    const budget = createCallBudget({ upstreams: 1, perMinute: 600, now: () => now })
    // A run of single calls, and one of large batches.
    for (const calls of [1, 2000]) {
      const before = budget.taken()
      for (const end = now + 3_600_000; now < end; now += 50)
        if (budget.waitMs() === 0) budget.take({ upstream: 0, calls })
      expect(budget.taken() - before).toBeLessThanOrEqual(60 * 600 + 2500)
      expect(budget.taken() - before).toBeGreaterThan(60 * 600 * 0.6)
    }
  })

  test('behavior: each upstream has its own', () => {
    const budget = createCallBudget({ upstreams: 2, perMinute: 600, now: () => 0 })
    expect(budget.take({ upstream: 0, calls: 2700 })).toBe(true)
    expect(budget.take({ upstream: 0, calls: 1 })).toBe(false)
    expect(budget.waitMs()).toBe(0)
    expect(budget.take({ upstream: 1, calls: 200 })).toBe(true)
    expect(budget.waitMs()).toBeGreaterThan(0)
    expect([budget.left(0), budget.left(1)]).toEqual([-2600, -100])
    expect(budget.take({ upstream: 2, calls: 1 })).toBe(false)
  })
})
