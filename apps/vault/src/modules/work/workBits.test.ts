import { describe, expect, test } from 'vitest'
import { workBits } from './workBits.ts'

describe('workBits', () => {
  test.each([
    [0, 0],
    [1, 0],
    [1.001, 15],
    [1.49, 15],
    [1.5, 16],
    [2, 17],
    [2.5, 18],
    [3, 18],
    [1000, 18],
  ])('behavior: a load of %d needs %i bits', (load, bits) => {
    expect(workBits(load)).toBe(bits)
  })
})
