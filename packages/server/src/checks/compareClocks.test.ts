import { describe, expect, test } from 'vitest'
import { compareClocks } from './compareClocks.ts'

describe('compareClocks', () => {
  test.each([
    [1_000_000, undefined],
    [1_006_900, undefined],
    [1_007_000, 'warning'],
    [994_000, 'warning'],
    [960_000, 'problem'],
    [1_040_000, 'problem'],
  ])('behavior: asked from 1000 s to 1002 s, %s', (theirs, status) => {
    expect(compareClocks({ theirs, askedAt: 1_000_000, answeredAt: 1_002_000 })?.status).toBe(status)
  })

  test('behavior: says which clock is wrong in which direction', () => {
    const text = (theirs: number) => compareClocks({ theirs, askedAt: 100_000, answeredAt: 100_000 })?.text
    expect(text(40_000)).toContain('60 seconds behind this machine’s')
    expect(text(140_000)).toContain('40 seconds ahead of this machine’s')
  })
})
