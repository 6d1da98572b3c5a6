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

  test.each([
    ['de', '1.234,50\u00a0$'],
    ['ja', '$1,234.50'],
    ['ar', '\u200f1,234.50\u00a0$'],
    ['fa', '\u200e$\u00a01,234.50'],
  ])('param: locale, %s', (locale, expected) => {
    expect(formatCurrency(1234.5, locale)).toBe(expected)
  })
})
