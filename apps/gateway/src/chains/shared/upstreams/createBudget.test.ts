import { describe, expect, test } from 'vitest'
import { createBudget } from './createBudget.ts'

describe('createBudget', () => {
  test('behavior: earns a share per request, and saves at most the burst', () => {
    const budget = createBudget({ share: 0.05, burst: 2 })
    expect([budget.take(), budget.take(), budget.take()]).toEqual([true, true, false])
    for (let call = 0; call < 21; call++) budget.earn()
    expect([budget.take(), budget.take()]).toEqual([true, false])
    for (let call = 0; call < 1000; call++) budget.earn()
    expect([budget.take(), budget.take(), budget.take()]).toEqual([true, true, false])
  })
})
