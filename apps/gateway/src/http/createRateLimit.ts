import { HttpProblem } from './HttpProblem.ts'

/** Counts calls per key; see `createRateLimit`. */
export type RateLimit = {
  /**
   * Takes one call, or as many units as it costs.
   *
   * @returns the headers that tell the caller how much is left.
   * @throws {HttpProblem} `rate-limited`
   */
  take(key: string, cost?: number): Record<string, string>
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
    take(key, cost = 1) {
      const at = now()
      const known = buckets.get(key)
      // Never less than nothing: clocks are set back.
      const elapsed = known ? Math.max(0, at - known.at) / 1000 : 0
      const refilled = known ? Math.min(burst, known.left + elapsed * perSecond) : burst
      // Oldest first: a full map forgets who has been quiet the longest.
      buckets.delete(key)
      const oldest = buckets.size >= maxKeys ? buckets.keys().next().value : undefined
      if (oldest !== undefined) buckets.delete(oldest)
      // What costs more than a full bucket is let through by a full one.
      const isEnough = refilled >= Math.min(cost, burst)
      const left = isEnough ? Math.max(0, refilled - cost) : refilled
      buckets.set(key, { left, at })
      const reset = Math.ceil((burst - left) / perSecond)
      const headers = {
        'ratelimit-policy': `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`,
        ratelimit: `"${name}";r=${Math.floor(left)};t=${reset}`,
      }
      if (isEnough) return headers
      const wait = Math.ceil((Math.min(cost, burst) - refilled) / perSecond)
      throw new HttpProblem('rate-limited', {
        detail: `Try again after ${wait} seconds.`,
        headers: { ...headers, 'retry-after': String(wait) },
      })
    },
  }
}
