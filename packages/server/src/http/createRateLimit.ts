import { CommonProblem } from './CommonProblem.ts'

/** How much a key may use: `burst` units at once, refilled at `perSecond`. */
export type Rate = { burst: number; perSecond: number }

/** Counts units per key; see `createRateLimit`. */
export type RateLimit = {
  /**
   * Takes one unit, or as many as a call costs. Done in the process, in about a microsecond.
   *
   * @param rate for this key, if it is not that of all.
   * @returns the headers that tell the caller how much is left (draft-ietf-httpapi-ratelimit-headers).
   * @throws {CommonProblem} `rate-limited`
   */
  take(key: string, cost?: number, rate?: Rate): Record<string, string>
}

/** What one process has used of a key since it last told the others. */
export type Usage = { key: string; cost: number; rate: Rate }

/** Where several processes add up what they let through. */
export type UsageShare = {
  /** Adds what was used, atomically; says what is left of each, in the same order. Rejects if that is not possible. */
  add(usages: readonly Usage[]): Promise<number[]>
}

const maxKeys = 10_000
const shareEvery = 100
const usagesPerShare = 500

/**
 * A token bucket per key. With `share`, processes tell each other ten times a second what they have let through: a key
 * may then use as much more as it can send to the others in that time. While the share fails each counts for itself.
 *
 * @example
 * const limit = createRateLimit({ name: 'auth', burst: 60, perSecond: 1 })
 * limit.take('203.0.113.7|my-project')
 */
export function createRateLimit({
  name,
  burst,
  perSecond,
  share,
  now = Date.now,
}: Rate & {
  name: string
  share?: UsageShare | undefined
  now?: () => number
}): RateLimit {
  type Bucket = { left: number; at: number; moved: number; unshared: number; rate: Rate }
  const buckets = new Map<string, Bucket>()
  const unshared = new Set<string>()
  const usual: Rate = { burst, perSecond }
  let isPlanned = false

  function plan(): void {
    if (!share || isPlanned || unshared.size === 0) return
    isPlanned = true
    setTimeout(() => {
      void tell(share).finally(() => {
        isPlanned = false
        plan()
      })
    }, shareEvery).unref()
  }

  async function tell(share: UsageShare): Promise<void> {
    const usages: Usage[] = []
    for (const key of unshared) {
      if (usages.length === usagesPerShare) break
      unshared.delete(key)
      const bucket = buckets.get(key)
      if (!bucket) continue
      usages.push({ key: `${name}|${key}`, cost: bucket.unshared, rate: bucket.rate })
      bucket.unshared = 0
    }
    try {
      for (const [index, left] of (await share.add(usages)).entries()) {
        const bucket = buckets.get((usages[index] as Usage).key.slice(name.length + 1))
        if (!bucket) continue
        // Less what was used here while it was away.
        bucket.left = left - bucket.unshared
        bucket.at = now()
      }
    } catch {
      // Each process counts for itself until it works again; the connection says in the log what is wrong.
    }
  }

  /** The bucket of a key, refilled up to now. */
  function find(key: string, rate: Rate): Bucket {
    const at = now()
    const known = buckets.get(key)
    if (!known) {
      // Oldest first: a full map forgets who has been quiet the longest.
      const oldest = buckets.size >= maxKeys ? buckets.keys().next().value : undefined
      if (oldest !== undefined) buckets.delete(oldest)
      const fresh: Bucket = { left: rate.burst, at, moved: at, unshared: 0, rate }
      buckets.set(key, fresh)
      return fresh
    }
    // Never less than nothing: clocks are set back.
    const elapsed = Math.max(0, at - known.at) / 1000
    known.left = Math.min(rate.burst, known.left + elapsed * rate.perSecond)
    known.at = at
    known.rate = rate
    // To the young end, but not with every call: moving costs more than all the rest.
    if (at - known.moved > 1000) {
      known.moved = at
      buckets.delete(key)
      buckets.set(key, known)
    }
    return known
  }

  return {
    take(key, cost = 1, rate = usual) {
      const bucket = find(key, rate)
      // What costs more than a full bucket is let through by a full one.
      const needed = Math.min(cost, rate.burst)
      const isEnough = bucket.left >= needed
      if (isEnough) {
        bucket.left -= needed
        bucket.unshared += needed
        if (share) {
          unshared.add(key)
          plan()
        }
      }
      const { left } = bucket
      const headers = {
        'ratelimit-policy': `"${name}";q=${rate.burst};w=${Math.ceil(rate.burst / rate.perSecond)}`,
        ratelimit: `"${name}";r=${Math.max(0, Math.floor(left))};t=${Math.ceil((rate.burst - left) / rate.perSecond)}`,
      }
      if (isEnough) return headers
      const wait = Math.max(1, Math.ceil((needed - left) / rate.perSecond))
      throw new CommonProblem('rate-limited', {
        detail: `Try again after ${wait} seconds.`,
        headers: { ...headers, 'retry-after': String(wait) },
      })
    },
  }
}
