import { describe, expect, test } from 'vitest'
import { createCode } from './createCode.ts'

/** The full campaign has 10⁷ draws: `VAULT_CODE_DRAWS=10000000`. */
const draws = Number(process.env.VAULT_CODE_DRAWS ?? 400_000)

/** Returns the chi-squared statistic of a uniform distribution as a z-score (Wilson and Hilferty). */
function score(counts: ArrayLike<number>, total: number): number {
  const expected = total / counts.length
  const freedom = counts.length - 1
  const squared = Array.from(counts).reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  const spread = 2 / (9 * freedom)
  return (Math.cbrt(squared / freedom) - (1 - spread)) / Math.sqrt(spread)
}

function add(counts: Uint32Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1
}

describe('createCode', () => {
  test(`behavior: ${draws} draws are uniform in every digit and range`, () => {
    const digits = Array.from({ length: 6 }, () => new Uint32Array(10))
    const ranges = new Uint32Array(1000)
    for (let draw = 0; draw < draws; draw++) {
      const code = createCode()
      if (!/^\d{6}$/.test(code)) throw new Error(`"${code}" is not a code`)
      for (const [place, counts] of digits.entries()) add(counts, Number(code[place]))
      add(ranges, Math.floor(Number(code) / 1000))
    }
    // One run in a million fails by chance. The full campaign requires p in [.001, .999].
    const limit = process.env.VAULT_CODE_DRAWS ? 3.09 : 5
    for (const counts of [...digits, ranges]) expect(Math.abs(score(counts, draws))).toBeLessThan(limit)
  }, 300_000)
})
