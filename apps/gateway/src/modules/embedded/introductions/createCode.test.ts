import { describe, expect, test } from 'vitest'
import { createCode } from './createCode.ts'

/** The full campaign has 10⁷ draws: `GATEWAY_CODE_DRAWS=10000000`. */
const draws = Number(process.env.GATEWAY_CODE_DRAWS ?? 100_000)

/** Returns the chi-squared statistic of a uniform distribution as a z-score (Wilson and Hilferty). */
function score(counts: readonly number[], total: number): number {
  const expected = total / counts.length
  const freedom = counts.length - 1
  const squared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  const spread = 2 / (9 * freedom)
  return (Math.cbrt(squared / freedom) - (1 - spread)) / Math.sqrt(spread)
}

describe('createCode', () => {
  test.each([
    ['digits', 6, '0123456789'],
    ['short', 6, '0123456789ABCDEFGHJKMNPQRSTVWXYZ'],
    ['long', 12, '0123456789ABCDEFGHJKMNPQRSTVWXYZ'],
  ] as const)(
    'behavior: a code of the format %s is uniform in each of its %i places',
    (format, length, alphabet) => {
      const counts = Array.from({ length }, () => new Map([...alphabet].map((letter) => [letter, 0])))
      for (let draw = 0; draw < draws; draw++) {
        const code = createCode(format)
        expect(code.length).toBe(length)
        for (const [place, letter] of [...code].entries())
          counts[place]?.set(letter, (counts[place]?.get(letter) ?? Number.NaN) + 1)
      }
      // One run in a million fails by chance. The full campaign requires p in [.001, .999].
      const limit = process.env.GATEWAY_CODE_DRAWS ? 3.09 : 5.5
      for (const place of counts) {
        expect([...place.keys()].join('')).toBe(alphabet)
        expect(Math.abs(score([...place.values()], draws))).toBeLessThan(limit)
      }
    },
  )
})
