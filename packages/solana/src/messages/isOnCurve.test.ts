import { base58 } from '@scure/base'
import { type Address, isOffCurveAddress } from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOnCurve } from './isOnCurve.ts'

describe('isOnCurve', () => {
  test('behavior: agrees with @solana/kit on 2,000 random addresses', () => {
    let points = 0
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const isPoint = isOnCurve(bytes)
        if (isPoint) points++
        expect(isOffCurveAddress(base58.encode(bytes) as Address)).toBe(!isPoint)
      }),
      { numRuns: 2_000 },
    )
    expect(points).toBeGreaterThan(500)
  })

  test.each([
    ['the neutral element, y = 1', [1], true],
    ['y = 0', [0], true],
    ['y = 2', [2], false],
    ['y = −1', [0xec, ...new Array(30).fill(0xff), 0x7f], true],
  ] as const)('behavior: %s', (_, start, expected) => {
    const bytes = new Uint8Array(32)
    bytes.set(start)
    expect(isOnCurve(bytes)).toBe(expected)
  })
})
