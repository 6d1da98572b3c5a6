import { describe, expect, test } from 'vitest'
import { createCode } from './createCode.ts'

/** The whole campaign is 10⁷ draws: `VAULT_CODE_DRAWS=10000000`. */
const draws = Number(process.env.VAULT_CODE_DRAWS ?? 400_000)

/** Chi-squared of equal likelihood as a standard normal (Wilson and Hilferty). */
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
  test(`behavior: ${draws} draws favour no digit at any place and no range`, () => {
    const digits = Array.from({ length: 6 }, () => new Uint32Array(10))
    const ranges = new Uint32Array(1000)
    for (let draw = 0; draw < draws; draw++) {
      const code = createCode()
      if (!/^\d{6}$/.test(code)) throw new Error(`"${code}" is no code`)
      for (const [place, counts] of digits.entries()) add(counts, Number(code[place]))
      add(ranges, Math.floor(Number(code) / 1000))
    }
    // One test in a million runs fails by chance; p in [.001, .999] is looked at in the whole campaign.
    const limit = process.env.VAULT_CODE_DRAWS ? 3.09 : 5
    for (const counts of [...digits, ranges]) expect(Math.abs(score(counts, draws))).toBeLessThan(limit)
  }, 300_000)
})
