import { describe, expect, test } from 'vitest'
import { createScores } from './createScores.ts'
import type { Outcome } from './createStats.ts'
import { createUpstream } from './createUpstream.ts'
import type { Upstream } from './Upstream.ts'

function setUp(count = 2) {
  const clock = { now: 1_700_000_000_000 }
  const upstreams = Array.from({ length: count }, (_, index) =>
    createUpstream(`http://${index}.example`, index),
  )
  const scores = createScores({ upstreams, isBehind: () => false, now: () => clock.now })
  const record = (upstream: Upstream, times: number, outcome: Outcome, ms = 10, method = 'eth_call') => {
    for (let time = 0; time < times; time++) scores.record({ upstream, method, outcome, ms })
  }
  const [one, two] = upstreams as [Upstream, Upstream]
  return { clock, scores, record, one, two }
}

describe('createScores', () => {
  test('behavior: without samples, the configured order applies', () => {
    const { scores, one, two } = setUp()
    expect(scores.order('eth_call')).toEqual([one, two])
  })

  test('behavior: stability counts more than latency', () => {
    const { scores, record, one, two } = setUp()
    record(one, 20, 'ok', 1)
    record(one, 6, 'error')
    record(two, 20, 'ok', 5)
    expect(scores.order('eth_call')).toEqual([two, one])
    record(one, 20, 'ok', 1)
    expect(scores.order('eth_call')).toEqual([one, two])
  })

  test.each<[Outcome, number, boolean]>([
    ['error', 9, false],
    ['error', 10, true],
    ['throttled', 9, false],
    ['throttled', 10, true],
  ])('behavior: %s, %i times: excluded is %s', (outcome, times, isExcluded) => {
    const { scores, record, one } = setUp()
    record(one, times, outcome)
    expect(scores.isExcluded(one, 'eth_call')).toBe(isExcluded)
    record(one, 10, 'ok')
    expect(scores.isExcluded(one, 'eth_call')).toBe(false)
  })

  test('behavior: excluded if over 3 s and three times slower than the others', () => {
    const { scores, record, one, two } = setUp()
    record(one, 20, 'ok', 3100)
    expect(scores.isExcluded(one, 'eth_call')).toBe(false)
    record(two, 20, 'ok', 1100)
    expect(scores.isExcluded(one, 'eth_call')).toBe(false)
    record(two, 64, 'ok', 900)
    expect(scores.isExcluded(one, 'eth_call')).toBe(true)
    expect(scores.order('eth_call')[0]).toBe(two)
  })

  test('behavior: a single upstream is never excluded', () => {
    const { scores, record, one } = setUp(1)
    record(one, 50, 'error')
    expect([scores.isExcluded(one, 'eth_call'), scores.order('eth_call')]).toEqual([false, [one]])
  })

  test('behavior: old samples of a method count less than recent probes', () => {
    const { clock, scores, record, one, two } = setUp()
    record(one, 8, 'error')
    record(two, 8, 'ok')
    expect(scores.isHealthy(one, 'eth_call')).toBe(false)
    clock.now += 60_000
    record(one, 12, 'ok', 10, 'eth_blockNumber')
    expect(scores.isHealthy(one, 'eth_call')).toBe(true)
  })
})
