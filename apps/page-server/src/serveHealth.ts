import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** Answers `/livez`, `/readyz` and `/metrics`, and passes all other requests to `next`. */
export function serveHealth({ name, next }: { name: string; next: RequestListener }): RequestListener {
  const answered = new Map<number, number>()
  return (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      answered.set(response.statusCode, (answered.get(response.statusCode) ?? 0) + 1)
    })
    const path = request.url?.split('?', 1)[0]
    if (path === '/livez' || path === '/readyz') say(response, 'ok\n')
    else if (path === '/metrics') say(response, metrics(name, answered))
    else next(request, response)
  }
}

function say(response: ServerResponse, text: string): void {
  response
    .writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
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
