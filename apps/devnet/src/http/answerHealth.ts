import type { Answer } from './Answer.ts'

/** Answers the paths that every server has, `/livez`, `/readyz` and `/metrics`. Returns undefined for other paths. */
export function answerHealth(path: string): Answer | undefined {
  if (path === '/livez' || path === '/readyz') return plain('ok\n')
  return path === '/metrics' ? plain(metrics()) : undefined
}

function plain(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}

/** @see https://prometheus.io/docs/instrumenting/exposition_formats/ */
function metrics(): string {
  const { user, system } = process.cpuUsage()
  return [
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    '# TYPE process_start_time_seconds gauge',
    `process_start_time_seconds ${Math.round(Date.now() / 1000 - process.uptime())}`,
    '',
  ].join('\n')
}
