import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { OnUpstream } from '../upstreams/createUpstreams.ts'

/** What Prometheus reads at `/metrics`. */
export type Metrics = {
  onRequest(event: { method: string; route: string; status: number; seconds: number }): void
  onUpstream: OnUpstream
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
    help: 'Time of an exchange with a node, by chain and method.',
    labelNames: ['chain', 'method'],
    buckets,
    registers,
  })
  const outcomes = new Counter({
    name: 'gateway_upstream_total',
    help: 'Exchanges with nodes by outcome: an HTTP status, timeout, connection or too-large.',
    labelNames: ['chain', 'outcome'],
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
  return {
    onRequest({ method, route, status, seconds }) {
      requests.observe({ method, route, status }, seconds)
    },
    onUpstream({ chain, method, outcome, seconds }) {
      upstreams.observe({ chain, method }, seconds)
      outcomes.inc({ chain, outcome })
    },
    async render() {
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
