import { Counter, Histogram, type Registry } from 'prom-client'
import type { OnCache } from './evm/cache/createCachedUpstreams.ts'
import type { OnHedge, OnUpstream } from './shared/upstreams/UpstreamPool.ts'

/** Counts what happens between the gateway and the upstreams of every network. */
export type ChainMetrics = { onUpstream: OnUpstream; onHedge: OnHedge; onCache: OnCache }

const buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2.5, 10]

/** Registers the metrics of upstreams and of the RPC cache. */
export function createChainMetrics({ registry }: { registry: Registry }): ChainMetrics {
  const registers = [registry]
  const upstreams = new Histogram({
    name: 'gateway_upstream_seconds',
    help: 'Duration of HTTP exchanges with upstreams, by chain, method and upstream.',
    labelNames: ['chain', 'method', 'upstream'],
    buckets,
    registers,
  })
  const outcomes = new Counter({
    name: 'gateway_upstream_total',
    help: 'HTTP exchanges with upstreams by outcome: an HTTP status, timeout, connection, too-large or cancelled.',
    labelNames: ['chain', 'upstream', 'outcome'],
    registers,
  })
  const hedges = new Counter({
    name: 'gateway_hedge_total',
    help: 'Hedged requests, by the upstream that answered first.',
    labelNames: ['chain', 'winner'],
    registers,
  })
  const cache = new Counter({
    name: 'gateway_cache_total',
    help: 'Reads by how long the result can be cached, and by outcome: hit, miss or coalesced.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  // Cached by one string: `labels()` takes longer than counting.
  const cacheSeries = new Map<string, Counter.Internal>()
  const upstreamSeries = new Map<string, Histogram.Internal<string>>()
  const outcomeSeries = new Map<string, Counter.Internal>()
  return {
    onUpstream({ chain, method, upstream, outcome, seconds }) {
      const timesKey = `${chain} ${method} ${upstream}`
      let times = upstreamSeries.get(timesKey)
      if (!times) {
        times = upstreams.labels({ chain, method, upstream })
        upstreamSeries.set(timesKey, times)
      }
      times.observe(seconds)
      const outcomeKey = `${chain} ${upstream} ${outcome}`
      let count = outcomeSeries.get(outcomeKey)
      if (!count) {
        count = outcomes.labels({ chain, upstream, outcome })
        outcomeSeries.set(outcomeKey, count)
      }
      count.inc()
    },
    onHedge({ chain, winner }) {
      hedges.inc({ chain, winner })
    },
    onCache({ kind, outcome }) {
      const key = `${kind} ${outcome}`
      let series = cacheSeries.get(key)
      if (!series) {
        series = cache.labels({ kind, outcome })
        cacheSeries.set(key, series)
      }
      series.inc()
    },
  }
}
