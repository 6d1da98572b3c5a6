/** Token buckets by key, which `take` may overdraw; see `createBuckets`. */
export type Buckets = {
  /**
   * Takes tokens, even more than there are. Returns the milliseconds until the debt is refilled, or 0 without a debt.
   */
  take(key: string, tokens: number): number
  /** Takes tokens and returns true if there are enough; otherwise takes none and returns false. */
  tryTake(key: string, tokens: number): boolean
}

const sweepAfterTakes = 10_000

/**
 * Creates token buckets that hold `burst` tokens and refill at `perSecond`. Buckets that are full again are dropped.
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
  let takes = 0

  function refill(key: string): { left: number; at: number } {
    const at = now()
    let bucket = buckets.get(key)
    if (!bucket) {
      bucket = { left: burst, at }
      buckets.set(key, bucket)
    }
    // The elapsed time is never negative, although the clock may be set back.
    bucket.left = Math.min(burst, bucket.left + (Math.max(0, at - bucket.at) / 1000) * perSecond)
    bucket.at = at
    return bucket
  }

  function sweep(): void {
    takes = 0
    for (const key of [...buckets.keys()]) if (refill(key).left >= burst) buckets.delete(key)
  }

  return {
    take(key, tokens) {
      takes += 1
      if (takes >= sweepAfterTakes) sweep()
      const bucket = refill(key)
      bucket.left -= tokens
      return bucket.left >= 0 ? 0 : Math.ceil((-bucket.left / perSecond) * 1000)
    },
    tryTake(key, tokens) {
      takes += 1
      if (takes >= sweepAfterTakes) sweep()
      const bucket = refill(key)
      if (bucket.left < tokens) return false
      bucket.left -= tokens
      return true
    },
  }
}
