import { describe, expect, test } from 'vitest'
import { createHeights } from './createHeights.ts'
import { createUpstream } from './createUpstream.ts'

function setUp(count: number) {
  const clock = { now: 1_700_000_000_000 }
  const upstreams = Array.from({ length: count }, (_, place) =>
    createUpstream(`http://${place}.example`, place),
  )
  const heights = createHeights({ upstreams, now: () => clock.now })
  const [one, two, three] = upstreams
  return { clock, heights, one: one as never, two: two as never, three: three as never }
}

describe('createHeights', () => {
  test('behavior: 16 blocks are too many to be behind, 15 are not', () => {
    const { heights, one, two } = setUp(2)
    heights.learn(one, 115)
    heights.learn(two, 100)
    expect(heights.isBehind(two)).toBe(false)
    heights.learn(one, 116)
    expect(heights.isBehind(two)).toBe(true)
    expect(heights.isBehind(one)).toBe(false)
    heights.learn(two, 116)
    expect(heights.isBehind(two)).toBe(false)
  })

  test('behavior: so are 30 s, but not 30 s of silence', () => {
    const { clock, heights, one, two } = setUp(2)
    heights.learn(two, 100)
    heights.learn(one, 101)
    clock.now += 31_000
    heights.learn(one, 102)
    expect(heights.isBehind(two)).toBe(false)
    heights.learn(two, 100)
    expect(heights.isBehind(two)).toBe(true)
    heights.learn(two, 101)
    expect(heights.isBehind(two)).toBe(false)
  })

  test('behavior: of three nodes, one alone is not believed to be ahead', () => {
    const { heights, one, two, three } = setUp(3)
    heights.learn(one, 1_000_000)
    heights.learn(two, 100)
    heights.learn(three, 101)
    expect(heights.highest()).toBe(101)
    expect(heights.isBehind(two)).toBe(false)
  })

  test('behavior: a chain that was set back is followed down', () => {
    const { heights, one, two } = setUp(2)
    heights.learn(one, 500)
    heights.learn(two, 500)
    heights.learn(one, 10)
    heights.learn(two, 10)
    expect([heights.highest(), heights.isBehind(one)]).toEqual([10, false])
  })
})
