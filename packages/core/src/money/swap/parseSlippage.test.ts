import { describe, expect, test } from 'vitest'
import { parseSlippage } from './parseSlippage.ts'

describe('parseSlippage', () => {
  test.each([
    ['1', 100],
    ['0.5', 50],
    ['0,5', 50],
    ['0.01', 1],
    [' 15 ', 1500],
    ['5.', 500],
    ['14.99', 1499],
  ])('behavior: %s is %i hundredths of a percent', (text, expected) => {
    expect(parseSlippage(text)).toBe(expected)
  })

  test.each(['', '.', '0', '0.001', '0.00', '15.01', '16', '100', '-1', '1e1', '1.2.3', '1 %', 'NaN'])(
    'error: %j is no slippage',
    (text) => {
      expect(parseSlippage(text)).toBeUndefined()
    },
  )
})
