import { describe, expect, test } from 'vitest'
import { toWindowAnswer } from './toWindowAnswer.ts'
import { readWindowAnswer } from './windowMessages.ts'

describe('readWindowAnswer', () => {
  test.each([
    'approved',
    'approved-1',
    'approved-2',
    'rejected',
    'blocked',
    { approved: { amount: '5', until: 1_800_000_000 } },
  ] as const)('behavior: %j', (decision) => {
    expect(readWindowAnswer(toWindowAnswer(decision))).toEqual(decision)
  })

  test.each([
    { t: 'decision', decision: 'yes' },
    { t: 'other', decision: 'approved' },
    { t: 'decision', decision: 'approved-3' },
    { t: 'decision', decision: 'rejected', limits: { amount: '5', until: 1 } },
    { t: 'decision', decision: 'approved', limits: { amount: '-5', until: 1 } },
    { t: 'decision', decision: 'approved', limits: { amount: 5, until: 1 } },
    { t: 'decision', decision: 'approved', limits: { amount: '5', until: 1.5 } },
    { t: 'decision', decision: 'approved', limits: { amount: '5' } },
    { t: 'decision', decision: 'approved', limits: null },
  ])('error: %j is no answer', (data) => {
    expect(readWindowAnswer(data)).toBeUndefined()
  })
})
