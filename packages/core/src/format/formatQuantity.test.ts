import { describe, expect, test } from 'vitest'
import { formatQuantity } from './formatQuantity.ts'

describe('formatQuantity', () => {
  test.each([
    ['0', '8', '0'],
    ['0.00000000', '8', '0'],
    ['1', '8', '1'],
    ['1.00012345', '8', '1'],
    ['21000000.12345678', '8', '21,000,000.123'],
    ['0.12345678', '8', '0.123'],
    ['0.01234567', '8', '0.0123'],
    ['0.00099999', '8', '0.000999'],
    // The dust limit of Bitcoin, and one satoshi.
    ['0.00000546', '8', '0.00000546'],
    ['0.00000001', '8', '0.00000001'],
    ['0.000025', '6', '0.000025'],
    ['0.0004', '9', '<0.001'],
    ['0.0004', '18', '<0.001'],
    ['1234.56789', '18', '1,234.567'],
    ['abc', '8', '0'],
  ])('behavior: %j with %s decimals is %s', (numeric, decimals, expected) => {
    expect(formatQuantity({ numeric, decimals })).toBe(expected)
  })
})
