import { describe, expect, test } from 'vitest'
import { toLatinDigits } from './toLatinDigits.ts'

describe('toLatinDigits', () => {
  test.each([
    ['1.5', '1.5'],
    ['0,05', '0,05'],
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۱٫۵', '1.5'],
    ['१२.५', '12.5'],
    ['๓', '3'],
    ['１．５', '1.5'],
    // Not a number in any of our languages: the field refuses it.
    ['߁', '߁'],
    ['1e5', '1e5'],
  ])('behavior: %s is %s', (typed, expected) => {
    expect(toLatinDigits(typed)).toBe(expected)
  })
})
