import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What the health checks of a page's server report. */
export type PageHealth = {
  /** Whether the server has been told to stop, so that load balancers should send requests elsewhere. */
  isStopping: boolean
  /** What the page depends on, by name. The server answers requests whatever they return. */
  readonly checks: Map<string, () => boolean>
}

/**
 * Answers `/livez` (the process responds), `/readyz` (it takes requests; for load balancers), `/healthz` (what it depends on
 * is there; for the operator) and `/metrics`, and passes all other requests to `next`.
 */
export function serveHealth({
  name,
  version,
  next,
  health,
}: {
  name: string
  /** For the metrics. */
  version: string
  next: RequestListener
  health: PageHealth
}): RequestListener {
  const answered = new Map<number, number>()
  const delay = monitorEventLoopDelay({ resolution: 20 })
  const paths: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/livez': (response) => say(response, 'ok\n'),
    '/readyz': (response) => (health.isStopping ? say(response, 'stopping\n', 503) : say(response, 'ok\n')),
    '/healthz': (response) => {
      const failed = [...health.checks].filter(([, isWell]) => !isWell()).map(([check]) => check)
      if (failed.length === 0) say(response, 'ok\n')
      else say(response, `failed: ${failed.join(', ')}\n`, 503)
    },
    '/metrics': (response) => {
      // Begins with the first scrape: measuring wakes the process fifty times a second.
      delay.enable()
      say(response, metrics({ name, version, answered, delaySeconds: delay.percentile(99) / 1e9, health }))
      delay.reset()
    },
  }
  return (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      answered.set(response.statusCode, (answered.get(response.statusCode) ?? 0) + 1)
    })
    const path = request.url?.split('?', 1)[0] ?? ''
    const answer = Object.hasOwn(paths, path) ? paths[path] : undefined
    if (answer) answer(response)
    else next(request, response)
  }
}

function say(response: ServerResponse, text: string, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(text)
}

/** @see https://prometheus.io/docs/instrumenting/exposition_formats/ */
function metrics({
  name,
  version,
  answered,
  delaySeconds,
  health,
}: {
  name: string
  version: string
  answered: ReadonlyMap<number, number>
  delaySeconds: number
  health: PageHealth
}): string {
  const { user, system } = process.cpuUsage()
  const uptimeMs = process.uptime() * 1000
  return [
    `# TYPE ${name}_info gauge`,
    `${name}_info{version="${version}"} 1`,
    `# TYPE ${name}_requests_total counter`,
    ...[...answered].map(([status, count]) => `${name}_requests_total{status="${status}"} ${count}`),
    `# TYPE ${name}_check_ok gauge`,
    ...[...health.checks].map(([check, isWell]) => `${name}_check_ok{check="${check}"} ${isWell() ? 1 : 0}`),
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    '# TYPE process_start_time_seconds gauge',
    `process_start_time_seconds ${Math.round((Date.now() - uptimeMs) / 1000)}`,
    '# TYPE nodejs_eventloop_lag_p99_seconds gauge',
    `nodejs_eventloop_lag_p99_seconds ${delaySeconds}`,
    '',
  ].join('\n')
}
