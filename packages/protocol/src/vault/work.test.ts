import { describe, expect, test } from 'vitest'
import { hasZeroBits } from './work.ts'

describe('hasZeroBits', () => {
  test.each([
    [[0x80, 0, 0, 0], 0],
    [[0x40, 0, 0, 0], 1],
    [[0, 0xff, 0, 0], 8],
    [[0, 0x01, 0xff, 0], 15],
    [[0, 0, 0x80, 0], 16],
    [[0, 0, 0x0f, 0xff], 20],
    [[0, 0, 0, 0x01], 31],
    [[0, 0, 0, 0], 32],
  ])('behavior: %j begins with %i zero bits', (bytes, bits) => {
    const hash = new Uint8Array(32).fill(0xff)
    hash.set(bytes)
    expect(hasZeroBits(hash, bits)).toBe(true)
    if (bits < 32) expect(hasZeroBits(hash, bits + 1)).toBe(false)
  })
})
