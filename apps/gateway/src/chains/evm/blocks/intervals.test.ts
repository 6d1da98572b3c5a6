import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coveredDownTo, joinIntervals, nextCoveredBelow } from './intervals.ts'

const intervals = fc.array(
  fc.tuple(fc.nat(60), fc.nat(15)).map(([from, length]) => ({ from, to: from + length })),
  { maxLength: 8 },
)
const covers = (list: readonly { from: number; to: number }[], block: number) =>
  list.some(({ from, to }) => from <= block && block <= to)

describe('joinIntervals', () => {
  test('behavior: the same blocks, ascending, with a gap between any two', () => {
    fc.assert(
      fc.property(intervals, (list) => {
        const joined = joinIntervals(list)
        for (let block = 0; block < 80; block++) expect(covers(joined, block)).toBe(covers(list, block))
        for (const [index, { from }] of joined.entries())
          if (index > 0) expect(from).toBeGreaterThan((joined[index - 1]?.to ?? 0) + 1)
      }),
    )
  })
})

describe('coveredDownTo', () => {
  test('behavior: every block from there to the top is covered, the one below is not', () => {
    fc.assert(
      fc.property(intervals, fc.nat(80), (list, top) => {
        const low = coveredDownTo({ intervals: list, top })
        for (let block = low; block <= top; block++) expect(covers(list, block)).toBe(true)
        if (low > 0) expect(covers(list, low - 1) && low <= top).toBe(false)
      }),
    )
  })
})

describe('nextCoveredBelow', () => {
  test('behavior: the end of the next interval below, or -1', () => {
    const list = [
      { from: 0, to: 3 },
      { from: 10, to: 12 },
    ]
    expect(nextCoveredBelow({ intervals: list, block: 20 })).toBe(12)
    expect(nextCoveredBelow({ intervals: list, block: 9 })).toBe(3)
    expect(nextCoveredBelow({ intervals: [], block: 9 })).toBe(-1)
  })
})
