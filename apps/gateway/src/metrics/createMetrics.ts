import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { FetchRefusal } from '../egress/createSafeFetch.ts'
import type { OnCache } from '../upstreams/createPipeline.ts'
import type { OnHedge, OnUpstream } from '../upstreams/createUpstreams.ts'

/** What Prometheus reads at `/metrics`. */
export type Metrics = {
  /** Where modules add metrics of their own. */
  registry: Registry
  onRequest(event: { method: string; route: string; status: number; seconds: number }): void
  onUpstream: OnUpstream
  /** A fetch of what a stranger named: `ok`, or why not. */
  onFetch(outcome: 'ok' | FetchRefusal): void
  onHedge: OnHedge
  onCache: OnCache
  render(): Promise<{ contentType: string; text: string }>
}

const buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2.5, 10]

/** A registry of its own, so that two gateways in one process do not meet. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'gateway_request_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const upstreams = new Histogram({
    name: 'gateway_upstream_seconds',
    help: 'Time of an exchange with a node, by chain, method and node.',
    labelNames: ['chain', 'method', 'upstream'],
    buckets,
    registers,
  })
  const outcomes = new Counter({
    name: 'gateway_upstream_total',
    help: 'Exchanges with nodes by outcome: an HTTP status, timeout, connection, too-large or cancelled.',
    labelNames: ['chain', 'upstream', 'outcome'],
    registers,
  })
  const hedges = new Counter({
    name: 'gateway_hedge_total',
    help: 'Reads that were asked of a second node as the first was slow, by who answered first.',
    labelNames: ['chain', 'winner'],
    registers,
  })
  const cache = new Counter({
    name: 'gateway_cache_total',
    help: 'Reads by how long their answer may be kept, and where it came from: hit, miss or coalesced.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const fetches = new Counter({
    name: 'gateway_fetch_total',
    help: 'Fetches of pictures and metadata of elsewhere, by outcome: ok, or the reason of the refusal.',
    labelNames: ['outcome'],
    registers,
  })
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory size in bytes.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  // Found by one text: looking labels up takes longer than counting.
  const requestSeries = new Map<string, Histogram.Internal<string>>()
  const cacheSeries = new Map<string, Counter.Internal>()
  return {
    registry,
    onRequest({ method, route, status, seconds }) {
      const key = `${method} ${route} ${status}`
      let series = requestSeries.get(key)
      if (!series) {
        series = requests.labels({ method, route, status })
        requestSeries.set(key, series)
      }
      series.observe(seconds)
    },
    onUpstream({ chain, method, upstream, outcome, seconds }) {
      upstreams.observe({ chain, method, upstream }, seconds)
      outcomes.inc({ chain, upstream, outcome })
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
    onFetch(outcome) {
      fetches.inc({ outcome })
    },
    async render() {
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
