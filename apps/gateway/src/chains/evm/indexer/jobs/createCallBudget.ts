/** Limits the calls to the upstreams of one chain, each on its own. */
export type CallBudget = {
  /**
   * Takes calls to an upstream; false if it has had enough for now. One read may take more than is left, because half of it would
   * be lost; the next one waits until that is paid back.
   */
  take(use: { upstream: number; calls: number }): boolean
  /** Returns the milliseconds until some upstream may be asked again; 0 = now. */
  waitMs(): number
  /** Returns the calls that an upstream may be sent at once; negative after a large batch. */
  left(upstream: number): number
  /** Returns all calls taken so far. */
  taken(): number
}

/** An idle upstream saves up this many seconds of calls. */
const burstSeconds = 10
/** The calls of the largest read: 2000 blocks, one by one. */
const maxOverdraft = 2500

/** Creates the budget: a token bucket for each upstream. */
export function createCallBudget({
  upstreams,
  perMinute,
  now,
}: {
  /** The number of upstreams. */
  upstreams: number
  perMinute: number
  now: () => number
}): CallBudget {
  const perMs = perMinute / 60_000
  const burst = perMs * burstSeconds * 1000
  const buckets = Array.from({ length: upstreams }, () => ({ left: burst, at: now() }))
  let taken = 0

  function fill(bucket: { left: number; at: number }): void {
    const passed = Math.max(0, now() - bucket.at)
    bucket.left = Math.min(burst, bucket.left + passed * perMs)
    bucket.at = now()
  }

  return {
    take({ upstream, calls }) {
      const bucket = buckets[upstream]
      if (!bucket) return false
      fill(bucket)
      if (bucket.left <= -maxOverdraft) return false
      bucket.left -= calls
      taken += calls
      return true
    },
    waitMs() {
      for (const bucket of buckets) fill(bucket)
      const most = Math.max(...buckets.map(({ left }) => left))
      return most > 0 ? 0 : Math.ceil((1 - most) / perMs)
    },
    left(upstream) {
      const bucket = buckets[upstream]
      if (!bucket) return 0
      fill(bucket)
      return bucket.left
    },
    taken: () => taken,
  }
}
