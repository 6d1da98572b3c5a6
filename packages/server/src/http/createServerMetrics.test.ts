import { Gauge } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { createServerMetrics } from './createServerMetrics.ts'

describe('createServerMetrics', () => {
  test('behavior: a metric that cannot be read is left out, and the others are there', async () => {
    const { registry, onRequest, render } = createServerMetrics({ name: 'demo' })
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
  })
})
