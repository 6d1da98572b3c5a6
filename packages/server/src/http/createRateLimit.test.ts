import { describe, expect, test } from 'vitest'
import { createRateLimit } from './createRateLimit.ts'
import { RequestProblem } from './RequestProblem.ts'

describe('createRateLimit', () => {
  test('behavior: a burst, then what is refilled; keys do not disturb each other', () => {
    let now = 0
    const limit = createRateLimit({ name: 'auth', burst: 2, perSecond: 0.5, now: () => now })
    expect(limit.take('a')).toEqual({ 'ratelimit-policy': '"auth";q=2;w=4', ratelimit: '"auth";r=1;t=2' })
    limit.take('a')
    const refused = () => limit.take('a')
    expect(refused).toThrow(RequestProblem)
    try {
      refused()
    } catch (error) {
      expect((error as RequestProblem).headers['retry-after']).toBe('2')
    }
    limit.take('b')
    now = 2000
    limit.take('a')
    expect(refused).toThrow(RequestProblem)
  })
})
