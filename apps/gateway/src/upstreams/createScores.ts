import { createStats, type Outcome } from './createStats.ts'
import type { Upstream } from './createUpstream.ts'

/** Judges the nodes of a chain by how they did lately. */
export type Scores = {
  record(sample: { upstream: Upstream; method: string; outcome: Outcome; ms: number }): void
  /** Best first, those that are left out last, as they are better than nothing. */
  order(method: string): Upstream[]
  /** Whether it is left out for this method. */
  isExcluded(upstream: Upstream, method: string): boolean
  /** Whether most of what it was asked lately was answered. */
  isHealthy(upstream: Upstream, method: string): boolean
  /** How long its slower answers take, in milliseconds; undefined until it has given some. */
  p90(upstream: Upstream, method: string): number | undefined
}

const stabilityWeight = 0.7
const latencyWeight = 0.3
const enough = 10
const maxErrors = 0.7
const maxThrottles = 0.4
const slow = 3000
const timesSlower = 3
/** What was seen longer ago says little; then the probes, which count for all methods, decide. */
const forgetAfter = 60_000
const all = ''

/** Scores per node and method: 0.7 of how stable it is and 0.3 of how fast, relative to the best. */
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

  /** How much the method's own numbers count against those of all methods. */
  function trust(upstream: Upstream, method: string): number {
    const stats = upstream.stats.get(method)
    if (!stats) return 0
    return (
      (Math.min(stats.count(), enough) / enough) * Math.max(0, 1 - (now() - stats.lastAt()) / forgetAfter)
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

  /** By the times of this method where it was asked of several nodes, else by those of all methods, probes included. */
  function relativeLatency(upstream: Upstream, method: string, least: number): number {
    const isCompared = upstreams.filter(({ stats }) => stats.get(method)?.latency() !== undefined).length > 1
    const own = isCompared ? upstream.stats.get(method)?.latency() : undefined
    if (own !== undefined) return own > 0 ? Math.min(1, least / own) : 1
    const overall = upstream.stats.get(all)?.latency()
    // Nobody knows better than to try.
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
      if (!stats || stats.count() < enough) continue
      if (stats.errors() > maxErrors || stats.throttles() > maxThrottles) return true
    }
    const p70 = upstream.stats.get(method)?.quantile(0.7)
    if (p70 === undefined || p70 <= slow) return false
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
