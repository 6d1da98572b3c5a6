import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

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
  next,
  health,
}: {
  name: string
  next: RequestListener
  health: PageHealth
}): RequestListener {
  const answered = new Map<number, number>()
  const paths: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/livez': (response) => say(response, 'ok\n'),
    '/readyz': (response) => (health.isStopping ? say(response, 'stopping\n', 503) : say(response, 'ok\n')),
    '/healthz': (response) => {
      const failed = [...health.checks].filter(([, isWell]) => !isWell()).map(([check]) => check)
      if (failed.length === 0) say(response, 'ok\n')
      else say(response, `failed: ${failed.join(', ')}\n`, 503)
    },
    '/metrics': (response) => say(response, metrics(name, answered)),
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
function metrics(name: string, answered: ReadonlyMap<number, number>): string {
  return [
    `# TYPE ${name}_requests_total counter`,
    ...[...answered].map(([status, count]) => `${name}_requests_total{status="${status}"} ${count}`),
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    '',
  ].join('\n')
}
