/** Token buckets by key that may be overdrawn; see `createBuckets`. */
export type Buckets = {
  /** Takes tokens. Returns the milliseconds until the debt is paid; 0 if there is none. */
  take(key: string, tokens: number): number
  /** Takes them if they are there. */
  tryTake(key: string, tokens: number): boolean
}

const sweepEvery = 10_000

/**
 * Token buckets: `burst` at once, refilled at `perSecond`. Keys whose bucket is full again are forgotten.
 *
 * @example
 * const buckets = createBuckets({ burst: 100, perSecond: 10 })
 * const waitMs = buckets.take('client', 1)
 */
export function createBuckets({
  burst,
  perSecond,
  now,
}: {
  burst: number
  perSecond: number
  now: () => number
}): Buckets {
  const buckets = new Map<string, { left: number; at: number }>()
  let taken = 0

  function refill(key: string): { left: number; at: number } {
    const at = now()
    let bucket = buckets.get(key)
    if (!bucket) {
      bucket = { left: burst, at }
      buckets.set(key, bucket)
    }
    // Never less than nothing: clocks are set back.
    bucket.left = Math.min(burst, bucket.left + (Math.max(0, at - bucket.at) / 1000) * perSecond)
    bucket.at = at
    return bucket
  }

  function sweep(): void {
    taken = 0
    for (const key of [...buckets.keys()]) if (refill(key).left >= burst) buckets.delete(key)
  }

  return {
    take(key, tokens) {
      taken += 1
      if (taken >= sweepEvery) sweep()
      const bucket = refill(key)
      bucket.left -= tokens
      return bucket.left >= 0 ? 0 : Math.ceil((-bucket.left / perSecond) * 1000)
    },
    tryTake(key, tokens) {
      taken += 1
      if (taken >= sweepEvery) sweep()
      const bucket = refill(key)
      if (bucket.left < tokens) return false
      bucket.left -= tokens
      return true
    },
  }
}
