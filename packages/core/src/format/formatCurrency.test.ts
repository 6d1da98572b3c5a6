import { describe, expect, test } from 'vitest'
import { formatCurrency } from './formatCurrency.ts'

describe('formatCurrency', () => {
  test.each([
    [0, '$0.00'],
    [1234.5, '$1,234.50'],
    [0.001, '$0.001'],
    [0.00123, '$0.0012'],
    [0.0049, '$0.0049'],
    [0.005, '$0.01'],
    [-0.0012, '-$0.0012'],
    [-0, '-$0.00'],
    [1e15, '$1,000,000,000,000,000.00'],
    [-2.5, '-$2.50'],
    [undefined, '–'],
    [null, '–'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
    ['12' as never, '–'],
  ])('behavior: %s is %s', (value, expected) => {
    expect(formatCurrency(value)).toBe(expected)
  })
})
