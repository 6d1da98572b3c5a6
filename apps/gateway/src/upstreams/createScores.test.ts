import { describe, expect, test } from 'vitest'
import { createBudget } from './createBudget.ts'
import { createScores } from './createScores.ts'
import type { Outcome } from './createStats.ts'
import { createUpstream, type Upstream } from './createUpstream.ts'

function setUp(count = 2) {
  const clock = { now: 1_700_000_000_000 }
  const upstreams = Array.from({ length: count }, (_, place) =>
    createUpstream(`http://${place}.example`, place),
  )
  const scores = createScores({ upstreams, isBehind: () => false, now: () => clock.now })
  const record = (upstream: Upstream, times: number, outcome: Outcome, ms = 10, method = 'eth_call') => {
    for (let time = 0; time < times; time++) scores.record({ upstream, method, outcome, ms })
  }
  const [one, two] = upstreams as [Upstream, Upstream]
  return { clock, scores, record, one, two }
}

describe('createScores', () => {
  test('behavior: of equals the first of the configuration comes first', () => {
    const { scores, one, two } = setUp()
    expect(scores.order('eth_call')).toEqual([one, two])
  })

  test('behavior: more stable comes before faster', () => {
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
  ])('behavior: %s, %i times: left out is %s', (outcome, times, isExcluded) => {
    const { scores, record, one } = setUp()
    record(one, times, outcome)
    expect(scores.isExcluded(one, 'eth_call')).toBe(isExcluded)
    record(one, 10, 'ok')
    expect(scores.isExcluded(one, 'eth_call')).toBe(false)
  })

  test('behavior: over 3 s and three times slower than the others is too slow', () => {
    const { scores, record, one, two } = setUp()
    record(one, 20, 'ok', 3100)
    expect(scores.isExcluded(one, 'eth_call')).toBe(false)
    record(two, 20, 'ok', 1100)
    expect(scores.isExcluded(one, 'eth_call')).toBe(false)
    record(two, 64, 'ok', 900)
    expect(scores.isExcluded(one, 'eth_call')).toBe(true)
    expect(scores.order('eth_call')[0]).toBe(two)
  })

  test('behavior: the only node is never left out', () => {
    const { scores, record, one } = setUp(1)
    record(one, 50, 'error')
    expect([scores.isExcluded(one, 'eth_call'), scores.order('eth_call')]).toEqual([false, [one]])
  })

  test('behavior: what a method did a minute ago counts less than probes since', () => {
    const { clock, scores, record, one, two } = setUp()
    record(one, 8, 'error')
    record(two, 8, 'ok')
    expect(scores.isHealthy(one, 'eth_call')).toBe(false)
    clock.now += 60_000
    record(one, 12, 'ok', 10, 'eth_blockNumber')
    expect(scores.isHealthy(one, 'eth_call')).toBe(true)
  })
})

describe('createBudget', () => {
  test('behavior: a share of what is earned, never more than the burst', () => {
    const budget = createBudget({ share: 0.05, burst: 2 })
    expect([budget.take(), budget.take(), budget.take()]).toEqual([true, true, false])
    for (let call = 0; call < 21; call++) budget.earn()
    expect([budget.take(), budget.take()]).toEqual([true, false])
    for (let call = 0; call < 1000; call++) budget.earn()
    expect([budget.take(), budget.take(), budget.take()]).toEqual([true, true, false])
  })
})
