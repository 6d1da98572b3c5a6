import { Gauge } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { createServerMetrics } from './createServerMetrics.ts'

describe('createServerMetrics', () => {
  test('behavior: a metric that cannot be read is left out, and the others are there', async () => {
    const { registry, onRequest, read, render } = createServerMetrics({ name: 'demo', version: '1.2.3' })
    new Gauge({
      name: 'demo_rows',
      help: 'Rows of the database.',
      registers: [registry],
      collect: () => Promise.reject(new Error('the database is unreachable')),
    })
    onRequest({ method: 'GET', route: '/', status: 200, seconds: 0.1 })
    const { text } = await render()
    expect(text).toContain('demo_request_seconds_count{method="GET",route="/",status="200"} 1\n')
    expect(text).not.toContain('demo_rows')
    const names = (await read()).map(({ name }) => name)
    expect(names).toContain('demo_request_seconds')
    expect(names).not.toContain('demo_rows')
    expect(text).toContain('demo_info{version="1.2.3"} 1\n')
    for (const name of [
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
    ])
      expect(text).toMatch(new RegExp(`^${name} [\\d.e-]+$`, 'm'))
  })
})
