import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leastReceived } from './leastReceived.ts'

describe('leastReceived', () => {
  test('behavior: takes the slippage off, and rounds up', () => {
    expect(leastReceived({ amount: 1_000_000n, slippage: 100 })).toBe(990_000n)
    expect(leastReceived({ amount: 3n, slippage: 100 })).toBe(3n)
    expect(leastReceived({ amount: 0n, slippage: 100 })).toBe(0n)
  })

  test('behavior: is never less than agreed, nor more than the amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
        fc.integer({ min: 0, max: 1500 }),
        (amount, slippage) => {
          const least = leastReceived({ amount, slippage })
          expect(least * 10_000n >= amount * BigInt(10_000 - slippage)).toBe(true)
          expect((least - 1n) * 10_000n < amount * BigInt(10_000 - slippage)).toBe(true)
          expect(least <= amount && least > 0n).toBe(true)
        },
      ),
    )
  })
})
