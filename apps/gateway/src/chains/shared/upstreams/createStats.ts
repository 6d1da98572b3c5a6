/** How one request to an upstream ended. `cancelled`: a hedged request was faster, so `ms` is a lower bound. */
export type Outcome = 'ok' | 'error' | 'throttled' | 'cancelled'

/** Statistics over the latest requests to one upstream. */
export type Stats = {
  add(outcome: Outcome, ms: number, at: number): void
  count(): number
  /** The share of errors, as a moving average over ten requests. */
  errors(): number
  /** The share of throttled requests, as a moving average over ten requests. */
  throttles(): number
  /** Moving average over ten answers, in milliseconds; undefined before the first. */
  latency(): number | undefined
  /** A quantile (0 to 1) of the latency of the last 64 answers, in milliseconds; undefined before the tenth. */
  quantile(share: number): number | undefined
  /** The time of the latest request (epoch milliseconds). */
  lastAt(): number
}

const window = 10
const weight = 2 / (window + 1)
const maxTimes = 64

/** Creates the statistics of one upstream and method. */
export function createStats(): Stats {
  let count = 0
  let errors = 0
  let throttles = 0
  let latency: number | undefined
  let lastAt = 0
  const times: number[] = []
  let sorted: number[] | undefined

  return {
    add(outcome, ms, at) {
      lastAt = at
      if (outcome !== 'cancelled') {
        count++
        errors += weight * (Number(outcome === 'error') - errors)
        throttles += weight * (Number(outcome === 'throttled') - throttles)
      }
      // Errors are often immediate, so they would make an upstream look fast.
      if (outcome === 'error' || outcome === 'throttled') return
      latency = latency === undefined ? ms : latency + weight * (ms - latency)
      if (times.length >= maxTimes) times.shift()
      times.push(ms)
      sorted = undefined
    },
    count: () => count,
    errors: () => errors,
    throttles: () => throttles,
    latency: () => latency,
    quantile(share) {
      if (times.length < window) return undefined
      sorted ??= times.toSorted((a, b) => a - b)
      return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
    },
    lastAt: () => lastAt,
  }
}
