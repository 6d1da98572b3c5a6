import { describe, expect, test } from 'vitest'
import { createUpstream } from '../../shared/upstreams/createUpstream.ts'
import { createHeights } from './createHeights.ts'

function setUp(count: number) {
  const clock = { now: 1_700_000_000_000 }
  const upstreams = Array.from({ length: count }, (_, index) =>
    createUpstream(`http://${index}.example`, index),
  )
  const heights = createHeights({ upstreams, now: () => clock.now })
  const [one, two, three] = upstreams
  return { clock, heights, one: one as never, two: two as never, three: three as never }
}

describe('createHeights', () => {
  test('behavior: an upstream is behind by 16 blocks, but not by 15', () => {
    const { heights, one, two } = setUp(2)
    heights.record(one, 115)
    heights.record(two, 100)
    expect(heights.isBehind(two)).toBe(false)
    heights.record(one, 116)
    expect(heights.isBehind(two)).toBe(true)
    expect(heights.isBehind(one)).toBe(false)
    heights.record(two, 116)
    expect(heights.isBehind(two)).toBe(false)
  })

  test('behavior: an upstream is behind after 30 s, but not if it has only been silent that long', () => {
    const { clock, heights, one, two } = setUp(2)
    heights.record(two, 100)
    heights.record(one, 101)
    clock.now += 31_000
    heights.record(one, 102)
    expect(heights.isBehind(two)).toBe(false)
    heights.record(two, 100)
    expect(heights.isBehind(two)).toBe(true)
    heights.record(two, 101)
    expect(heights.isBehind(two)).toBe(false)
  })

  test('behavior: of three upstreams, a single one that is ahead is not trusted', () => {
    const { heights, one, two, three } = setUp(3)
    heights.record(one, 1_000_000)
    heights.record(two, 100)
    heights.record(three, 101)
    expect(heights.highest()).toBe(101)
    expect(heights.isBehind(two)).toBe(false)
  })

  test('behavior: the height falls when the chain is reset', () => {
    const { heights, one, two } = setUp(2)
    heights.record(one, 500)
    heights.record(two, 500)
    heights.record(one, 10)
    heights.record(two, 10)
    expect([heights.highest(), heights.isBehind(one)]).toEqual([10, false])
  })
})
