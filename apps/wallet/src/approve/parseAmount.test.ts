import { describe, expect, test } from 'vitest'
import { parseAmount } from './parseAmount.ts'

describe('parseAmount', () => {
  test.each([
    ['1', 6, 1_000_000n],
    ['0.5', 6, 500_000n],
    ['0,5', 6, 500_000n],
    ['.5', 6, 500_000n],
    ['5.', 6, 5_000_000n],
    [' 12,000001 ', 6, 12_000_001n],
    ['٠٫٥', 1, 5n],
    ['१२', 0, 12n],
    ['۱۲٫۵', 2, 1250n],
    ['７', 0, 7n],
    ['0', 18, 0n],
    ['000123', 0, 123n],
  ])('behavior: %j with %i decimals', (typed, decimals, amount) => {
    expect(parseAmount(typed, decimals)).toBe(amount)
  })

  test('behavior: the digits of every script that the browser writes, also those of mathematics', () => {
    const written = Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
      const text = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(1234567890)
      return /^\p{Nd}{10}$/u.test(text) ? text : []
    })
    expect(written).toContain('𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡𝟘')
    for (const text of written) expect(parseAmount(text, 0), text).toBe(1234567890n)
  })

  test.each([
    ['', 6],
    ['.', 6],
    ['1.2.3', 6],
    ['1,000.5', 6],
    ['1 000', 6],
    ['-1', 6],
    ['+1', 6],
    ['1e3', 6],
    ['0x10', 6],
    ['0.0000001', 6],
    ['1.0', 0],
    ['1'.repeat(61), 0],
    ['∞', 0],
  ])('error: %j with %i decimals', (typed, decimals) => {
    expect(parseAmount(typed, decimals)).toBeUndefined()
  })
})
