import { describe, expect, test } from 'vitest'
import { Problem } from '../problems/Problem.ts'
import { createRateLimit } from './createRateLimit.ts'

describe('createRateLimit', () => {
  test('behavior: allows a burst, then the refill; keys are independent', () => {
    let now = 0
    const limit = createRateLimit({ name: 'auth', burst: 2, perSecond: 0.5, now: () => now })
    expect(limit.take('a')).toEqual({ 'ratelimit-policy': '"auth";q=2;w=4', ratelimit: '"auth";r=1;t=2' })
    limit.take('a')
    const refused = () => limit.take('a')
    expect(refused).toThrow(Problem)
    try {
      refused()
    } catch (error) {
      expect((error as Problem).retryAfterSeconds).toBe(2)
    }
    limit.take('b')
    now = 2000
    limit.take('a')
    expect(refused).toThrow(Problem)
  })
})
