import type { Transaction } from '@portico/protocol/gateway'
import { describe, expect, test } from 'vitest'
import { groupByMonth } from './groupByMonth.ts'

describe('groupByMonth', () => {
  test('behavior: keeps the order of months and groups undated transactions without a label', () => {
    const list = ['2026-11-20T10:00:00Z', '2026-11-10T10:00:00Z', '2025-11-15T10:00:00Z', 'soon'].map(
      (minedAt) => ({ metadata: { minedAt } }) as Transaction,
    )
    expect(groupByMonth(list).map(({ label, transactions }) => [label, transactions.length])).toEqual([
      ['November 2026', 2],
      ['November 2025', 1],
      ['', 1],
    ])
  })
})
