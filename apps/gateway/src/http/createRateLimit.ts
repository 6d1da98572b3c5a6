import { HttpProblem } from './HttpProblem.ts'

/** Counts calls per key; see `createRateLimit`. */
export type RateLimit = {
  /**
   * Takes one call.
   *
   * @returns the headers that tell the caller how much is left.
   * @throws {HttpProblem} `rate-limited`
   */
  take(key: string): Record<string, string>
}

const maxKeys = 10_000

/**
 * A token bucket per key: `burst` calls at once, refilled at `perSecond`. In the process; many processes each count
 * their own.
 *
 * @example
 * const limit = createRateLimit({ name: 'auth', burst: 60, perSecond: 1 })
 * limit.take('203.0.113.7|my-project')
 */
export function createRateLimit({
  name,
  burst,
  perSecond,
  now = Date.now,
}: {
  name: string
  burst: number
  perSecond: number
  now?: () => number
}): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    take(key) {
      const at = now()
      const known = buckets.get(key)
      // Never less than nothing: clocks are set back.
      const elapsed = known ? Math.max(0, at - known.at) / 1000 : 0
      const refilled = known ? Math.min(burst, known.left + elapsed * perSecond) : burst
      // Oldest first: a full map forgets who has been quiet the longest.
      buckets.delete(key)
      const oldest = buckets.size >= maxKeys ? buckets.keys().next().value : undefined
      if (oldest !== undefined) buckets.delete(oldest)
      const left = refilled >= 1 ? refilled - 1 : refilled
      buckets.set(key, { left, at })
      const reset = Math.ceil((burst - left) / perSecond)
      const headers = {
        'ratelimit-policy': `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`,
        ratelimit: `"${name}";r=${Math.floor(left)};t=${reset}`,
      }
      if (refilled >= 1) return headers
      const wait = Math.ceil((1 - refilled) / perSecond)
      throw new HttpProblem('rate-limited', {
        detail: `Try again after ${wait} seconds.`,
        headers: { ...headers, 'retry-after': String(wait) },
      })
    },
  }
}
