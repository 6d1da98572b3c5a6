import { createStats, type Outcome } from './createStats.ts'
import type { Upstream } from './Upstream.ts'

/** Ranks the upstreams of a chain by their recent stability and latency. */
export type Scores = {
  record(sample: { upstream: Upstream; method: string; outcome: Outcome; ms: number }): void
  /** Best first; excluded upstreams come last, as a last resort. */
  order(method: string): Upstream[]
  /** Whether the upstream is too unstable or slow to be used for this method. */
  isExcluded(upstream: Upstream, method: string): boolean
  /** Whether more than half of the recent requests succeeded. */
  isHealthy(upstream: Upstream, method: string): boolean
  /** The 90th percentile of the latency, in milliseconds; undefined without minSamples samples. */
  p90(upstream: Upstream, method: string): number | undefined
}

const stabilityWeight = 0.7
const latencyWeight = 0.3
/** Samples after which a method's own statistics count fully. */
const minSamples = 10
const maxErrors = 0.7
const maxThrottles = 0.4
const slowMs = 3000
const timesSlower = 3
/** A method's own statistics lose weight over this time; then those of all methods, probes included, decide. */
const decayMs = 60_000
/** The key of the statistics over all methods. */
const all = ''

/** Creates scores per upstream and method: 0.7 × stability + 0.3 × latency relative to the fastest. */
export function createScores({
  upstreams,
  isBehind,
  now,
}: {
  upstreams: readonly Upstream[]
  isBehind: (upstream: Upstream) => boolean
  now: () => number
}): Scores {
  function statsOf(upstream: Upstream, method: string) {
    let stats = upstream.stats.get(method)
    if (!stats) {
      stats = createStats()
      upstream.stats.set(method, stats)
    }
    return stats
  }

  /** The weight (0 to 1) of the method's own statistics against those of all methods. */
  function trust(upstream: Upstream, method: string): number {
    const stats = upstream.stats.get(method)
    if (!stats) return 0
    return (
      (Math.min(stats.count(), minSamples) / minSamples) * Math.max(0, 1 - (now() - stats.lastAt()) / decayMs)
    )
  }

  function blend(
    upstream: Upstream,
    method: string,
    read: (stats: ReturnType<typeof createStats>) => number,
  ) {
    const share = trust(upstream, method)
    return share * read(statsOf(upstream, method)) + (1 - share) * read(statsOf(upstream, all))
  }

  const failing = (upstream: Upstream, method: string) =>
    blend(upstream, method, (stats) => stats.errors() + stats.throttles())

  function best(method: string): number {
    let least = Number.POSITIVE_INFINITY
    for (const { stats } of upstreams) least = Math.min(least, stats.get(method)?.latency() ?? least)
    return least
  }

  /** Compares by this method if several upstreams have samples of it, else by all methods, probes included. */
  function relativeLatency(upstream: Upstream, method: string, least: number): number {
    const isCompared = upstreams.filter(({ stats }) => stats.get(method)?.latency() !== undefined).length > 1
    const own = isCompared ? upstream.stats.get(method)?.latency() : undefined
    if (own !== undefined) return own > 0 ? Math.min(1, least / own) : 1
    const overall = upstream.stats.get(all)?.latency()
    // Without samples, assume the upstream is fast, so that it gets some.
    return overall === undefined || overall <= 0 ? 1 : Math.min(1, best(all) / overall)
  }

  function score(upstream: Upstream, method: string, least: number): number {
    const stability = Math.max(0, 1 - failing(upstream, method))
    return stabilityWeight * stability + latencyWeight * relativeLatency(upstream, method, least)
  }

  function isExcluded(upstream: Upstream, method: string): boolean {
    if (upstreams.length === 1) return false
    for (const name of [method, all]) {
      const stats = upstream.stats.get(name)
      if (!stats || stats.count() < minSamples) continue
      if (stats.errors() > maxErrors || stats.throttles() > maxThrottles) return true
    }
    const p70 = upstream.stats.get(method)?.quantile(0.7)
    if (p70 === undefined || p70 <= slowMs) return false
    const peers = upstreams.flatMap((peer) =>
      peer === upstream ? [] : (peer.stats.get(method)?.quantile(0.7) ?? []),
    )
    return peers.length > 0 && p70 > timesSlower * Math.min(...peers)
  }

  return {
    record({ upstream, method, outcome, ms }) {
      const at = now()
      statsOf(upstream, method).add(outcome, ms, at)
      statsOf(upstream, all).add(outcome, ms, at)
    },
    order(method) {
      if (upstreams.length === 1) return [...upstreams]
      const current = upstreams.filter((upstream) => !isBehind(upstream))
      const least = best(method)
      return (current.length > 0 ? current : upstreams)
        .map((upstream) => ({
          upstream,
          rank: score(upstream, method, least) - Number(isExcluded(upstream, method)),
        }))
        .sort((a, b) => b.rank - a.rank)
        .map(({ upstream }) => upstream)
    },
    isExcluded,
    isHealthy: (upstream, method) => failing(upstream, method) < 0.5,
    p90: (upstream, method) => upstream.stats.get(method)?.quantile(0.9),
  }
}
