import { Counter, Histogram, type Registry } from 'prom-client'
import { createTally } from '../infra/metrics/createTally.ts'
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
  const outcomes = createTally<'chain' | 'upstream' | 'outcome'>()
  new Counter({
    name: 'gateway_upstream_total',
    help: 'HTTP exchanges with upstreams by outcome: an HTTP status, timeout, connection, too-large or cancelled.',
    labelNames: ['chain', 'upstream', 'outcome'],
    registers,
    collect() {
      outcomes.addTo(this)
    },
  })
  const hedges = new Counter({
    name: 'gateway_hedge_total',
    help: 'Hedged requests, by the upstream that answered first.',
    labelNames: ['chain', 'winner'],
    registers,
  })
  const cache = createTally<'kind' | 'outcome'>()
  new Counter({
    name: 'gateway_cache_total',
    help: 'Reads by how long the result can be cached, and by outcome: hit, miss or coalesced.',
    labelNames: ['kind', 'outcome'],
    registers,
    collect() {
      cache.addTo(this)
    },
  })
  // Cached by one string: `labels()` takes longer than the observation.
  const series = new Map<string, Histogram.Internal<string>>()
  return {
    onUpstream({ chain, method, upstream, outcome, seconds }) {
      const key = `${chain} ${method} ${upstream}`
      let times = series.get(key)
      if (!times) {
        times = upstreams.labels({ chain, method, upstream })
        series.set(key, times)
      }
      times.observe(seconds)
      outcomes.count(`${chain} ${upstream} ${outcome}`, { chain, upstream, outcome })
    },
    onHedge({ chain, winner }) {
      hedges.inc({ chain, winner })
    },
    onCache({ kind, outcome }) {
      cache.count(`${kind} ${outcome}`, { kind, outcome })
    },
  }
}
