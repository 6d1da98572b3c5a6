import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { FetchRefusal } from '../egress/createSafeFetch.ts'

/** The metrics that Prometheus reads at `/metrics`. */
export type Metrics = {
  /** Modules register their own metrics here. */
  registry: Registry
  onRequest(event: { method: string; route: string; status: number; seconds: number }): void
  /** Counts a fetch of an untrusted URL: `ok`, or the reason it was refused. */
  onFetch(outcome: 'ok' | FetchRefusal): void
  render(): Promise<{ contentType: string; text: string }>
}

const buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2.5, 10]

/** Creates the metrics with their own registry, so that several gateways in one process do not share one. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'gateway_request_seconds',
    help: 'Response time in seconds, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const fetches = new Counter({
    name: 'gateway_fetch_total',
    help: 'Fetches of third-party images and metadata, by outcome: ok, or the reason of the refusal.',
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
  // Cached by one string key: prom-client's lookup by labels takes longer than the observation.
  const requestSeries = new Map<string, Histogram.Internal<string>>()
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
    onFetch(outcome) {
      fetches.inc({ outcome })
    },
    async render() {
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
