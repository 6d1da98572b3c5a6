/** How one exchange with a node went; `cancelled`: another node was faster, so it took at least that long. */
export type Outcome = 'ok' | 'error' | 'throttled' | 'cancelled'

/** What the last exchanges with a node say about it. */
export type Stats = {
  add(outcome: Outcome, ms: number, at: number): void
  count(): number
  /** Shares of the last exchanges, moving averages over ten. */
  errors(): number
  throttles(): number
  latency(): number | undefined
  /** The time within which this share of the last answers came. */
  quantile(share: number): number | undefined
  lastAt(): number
}

const window = 10
const weight = 2 / (window + 1)
const remembered = 64

/** Counts for one node and method. */
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
      // An error says nothing about the time an answer takes.
      if (outcome === 'error' || outcome === 'throttled') return
      latency = latency === undefined ? ms : latency + weight * (ms - latency)
      if (times.length >= remembered) times.shift()
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
