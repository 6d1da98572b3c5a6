import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'

/** The metrics that every server exports for Prometheus. */
export type ServerMetrics = {
  /** Registry of this server; further metrics are registered here. */
  registry: Registry
  /** Records a response. `route` is the pattern, never the path with its values. */
  onRequest(event: { method: string; route: string; status: number; seconds: number }): void
  /** Counts what `createLimitedServer` refused: a connection, or a request with a body. */
  onRefused(kind: 'connection' | 'body'): void
  /** Returns the metrics as objects, for a process that adds up those of several. */
  read(): Promise<MetricObjectWithValues<MetricValue<string>>[]>
  /** Returns the body of `/metrics` and its content type. A metric whose value cannot be read is left out of both. */
  render(): Promise<{ contentType: string; text: string }>
}

const buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2.5, 10, 30]

/**
 * Creates a registry with the version and the response times of a server and, from the first scrape on, of its process: CPU, memory,
 * file handles, delay of the event loop and garbage collection. Each server has its own registry, so that
 * several in one process do not share one.
 *
 * @param parameters.name prefix of the metrics of the server, such as `gateway`
 *
 * @example
 * const { registry, onRequest } = createServerMetrics({ name: 'gateway', version: '1.0.0' })
 * onRequest({ method: 'GET', route: '/v1/health', status: 200, seconds: 0.002 })
 */
export function createServerMetrics({ name, version }: { name: string; version: string }): ServerMetrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: `${name}_request_seconds`,
    help: 'Response time in seconds, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const refused = new Counter({
    name: `${name}_refused_total`,
    help: 'Connections and bodies beyond what one address may have open.',
    labelNames: ['kind'],
    registers,
  })
  const info = new Gauge({
    name: `${name}_info`,
    help: 'Always 1; the label is the version of the server.',
    labelNames: ['version'],
    registers,
  })
  info.set({ version }, 1)
  // Begins with the first scrape: measuring the event loop wakes the process a hundred times a second.
  let isMeasuring = false
  /** Returns the names of all metrics. */
  function listNames(): string[] {
    if (!isMeasuring) collectDefaultMetrics({ register: registry })
    isMeasuring = true
    return registry.getMetricsAsArray().map(({ name }) => name)
  }
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
    onRefused(kind) {
      refused.inc({ kind })
    },
    async read() {
      const metrics = await Promise.all(
        listNames().map((name) =>
          registry
            .getSingleMetric(name)
            ?.get()
            .catch(() => undefined),
        ),
      )
      return metrics.filter((metric) => metric !== undefined)
    },
    async render() {
      // The others are needed most while a database or a node is unreachable.
      const texts = await Promise.all(
        listNames().map((name) => registry.getSingleMetricAsString(name).catch(() => '')),
      )
      return { contentType: registry.contentType, text: `${texts.filter(Boolean).join('\n\n')}\n` }
    },
  }
}
