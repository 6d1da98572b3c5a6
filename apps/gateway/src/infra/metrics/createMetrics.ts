import { createServerMetrics, type ServerMetrics } from '@portico/server'
import { readVersion } from '@portico/server/process'
import { Counter } from 'prom-client'
import type { FetchRefusal } from '../egress/createSafeFetch.ts'

/** The metrics that Prometheus reads at `/metrics`. Modules register their own in `registry`. */
export type Metrics = ServerMetrics & {
  /** Counts a fetch of an untrusted URL: `ok`, or the reason it was refused. */
  onFetch(outcome: 'ok' | FetchRefusal): void
}

/** Creates the metrics of the gateway. */
export function createMetrics(): Metrics {
  const server = createServerMetrics({
    name: 'gateway',
    version: readVersion(new URL('../../../package.json', import.meta.url)),
  })
  const fetches = new Counter({
    name: 'gateway_fetch_total',
    help: 'Fetches of third-party images and metadata, by outcome: ok, or the reason of the refusal.',
    labelNames: ['outcome'],
    registers: [server.registry],
  })
  return {
    ...server,
    onFetch(outcome) {
      fetches.inc({ outcome })
    },
  }
}
