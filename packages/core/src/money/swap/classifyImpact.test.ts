import { describe, expect, test } from 'vitest'
import { classifyImpact } from './classifyImpact.ts'

describe('classifyImpact', () => {
  test.each([
    [-0.4, 'quiet'],
    [0, 'quiet'],
    [0.99, 'quiet'],
    [1, 'note'],
    [2.99, 'note'],
    [3, 'danger'],
    [9.99, 'danger'],
    [10, 'hold'],
    [100, 'hold'],
    [null, 'unknown'],
    [Number.NaN, 'unknown'],
    [Number.POSITIVE_INFINITY, 'unknown'],
  ])('behavior: %s is %s', (impact, expected) => {
    expect(classifyImpact(impact)).toBe(expected)
  })
})
