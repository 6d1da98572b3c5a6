import { Problem } from '../problems/Problem.ts'
import { BoundedMap } from '../utils/BoundedMap.ts'

/** A token bucket: `burst` units at once, refilled at `perSecond` units. */
export type Rate = { burst: number; perSecond: number }

/** A rate limit per key; see {@link createRateLimit}. */
export type RateLimit = {
  /**
   * Takes units from a key's bucket and returns the response headers that say how much is left
   * (draft-ietf-httpapi-ratelimit-headers). Works in memory, in about a microsecond.
   *
   * @param cost units; 1 by default.
   * @param rate replaces the default rate for this key.
   * @throws {Problem} `rate-limited`, and no units are taken.
   */
  take(key: string, cost?: number, rate?: Rate): Record<string, string>
}

/** Units of a key that one process has used since it last reported them. */
export type Usage = { key: string; cost: number; rate: Rate }

/** Where several processes add up their usage. */
export type UsageShare = {
  /** Adds usage atomically and returns the units left of each key, in the same order. */
  add(usages: readonly Usage[]): Promise<number[]>
}

const maxKeys = 10_000
const reportIntervalMs = 100
const maxUsagesPerReport = 500

/**
 * Creates a rate limit with one token bucket per key. With `share`, processes report their usage to each other ten times a
 * second, so a key may exceed its rate by what the other processes allow within that time. While `share` fails, each
 * process counts on its own.
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
  type Bucket = { left: number; at: number; movedAt: number; unreported: number; rate: Rate }
  // Oldest first: a full map drops the key that has been unused the longest.
  const buckets = new BoundedMap<string, Bucket>({ max: maxKeys })
  const unreported = new Set<string>()
  const defaultRate: Rate = { burst, perSecond }
  /** The header of the rate that was used last: nearly all calls have the same. */
  let policy = { rate: defaultRate, header: policyOf(name, defaultRate) }
  let isReportScheduled = false

  function scheduleReport(): void {
    if (!share || isReportScheduled || unreported.size === 0) return
    isReportScheduled = true
    setTimeout(() => {
      void report(share).finally(() => {
        isReportScheduled = false
        scheduleReport()
      })
    }, reportIntervalMs).unref()
  }

  async function report(share: UsageShare): Promise<void> {
    const usages: Usage[] = []
    for (const key of unreported) {
      if (usages.length === maxUsagesPerReport) break
      unreported.delete(key)
      const bucket = buckets.get(key)
      if (!bucket) continue
      usages.push({ key: `${name}|${key}`, cost: bucket.unreported, rate: bucket.rate })
      bucket.unreported = 0
    }
    try {
      for (const [index, left] of (await share.add(usages)).entries()) {
        const bucket = buckets.get((usages[index] as Usage).key.slice(name.length + 1))
        if (!bucket) continue
        // Subtract what was used here in the meantime.
        bucket.left = left - bucket.unreported
        bucket.at = now()
      }
    } catch {
      // Count on our own until it works again. The connection logs the failure.
    }
  }

  /** Returns the bucket of a key, refilled up to now. */
  function refill(key: string, rate: Rate): Bucket {
    const at = now()
    const bucket = buckets.get(key)
    if (!bucket) {
      const fresh: Bucket = { left: rate.burst, at, movedAt: at, unreported: 0, rate }
      buckets.set(key, fresh)
      return fresh
    }
    // The clock may have been set back.
    const elapsed = Math.max(0, at - bucket.at) / 1000
    bucket.left = Math.min(rate.burst, bucket.left + elapsed * rate.perSecond)
    bucket.at = at
    bucket.rate = rate
    // Make it the newest, but at most once a second: moving it costs more than everything else here.
    if (at - bucket.movedAt > 1000) {
      bucket.movedAt = at
      buckets.delete(key)
      buckets.set(key, bucket)
    }
    return bucket
  }

  return {
    take(key, cost = 1, rate = defaultRate) {
      const bucket = refill(key, rate)
      // A full bucket lets through a call that costs more than the whole bucket.
      const needed = Math.min(cost, rate.burst)
      const isEnough = bucket.left >= needed
      if (isEnough) {
        bucket.left -= needed
        bucket.unreported += needed
        if (share) {
          unreported.add(key)
          scheduleReport()
        }
      }
      const { left } = bucket
      if (policy.rate !== rate) policy = { rate, header: policyOf(name, rate) }
      const headers = {
        'ratelimit-policy': policy.header,
        ratelimit: `"${name}";r=${Math.max(0, Math.floor(left))};t=${Math.ceil((rate.burst - left) / rate.perSecond)}`,
      }
      if (isEnough) return headers
      const wait = Math.max(1, Math.ceil((needed - left) / rate.perSecond))
      throw new Problem('rate-limited', {
        detail: `Try again after ${wait} seconds.`,
        rateLimit: headers,
        retryAfterSeconds: wait,
      })
    },
  }
}

function policyOf(name: string, { burst, perSecond }: Rate): string {
  return `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`
}
