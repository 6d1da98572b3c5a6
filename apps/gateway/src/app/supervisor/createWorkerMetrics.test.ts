import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createWorkerMetrics, type Metric } from './createWorkerMetrics.ts'

function createSource(number: number) {
  const registry = new Registry()
  const registers = [registry]
  const calls = new Counter({ name: 'calls_total', help: 'Calls.', labelNames: ['route'], registers })
  const open = new Gauge({ name: 'open_streams', help: 'Streams.', registers })
  const seconds = new Histogram({ name: 'call_seconds', help: 'Seconds.', buckets: [1, 2], registers })
  const read = async () => JSON.parse(JSON.stringify(await registry.getMetricsAsJSON())) as readonly Metric[]
  return { number, read, calls, open, seconds }
}

test('behavior: adds up what workers count, also those that have ended, and labels gauges', async () => {
  const [one, two, three] = [createSource(1), createSource(2), createSource(3)]
  let running = [one, two]
  const metrics = createWorkerMetrics({ sources: () => running })
  one.calls.inc({ route: '/v1' }, 5)
  two.calls.inc({ route: '/v1' }, 7)
  one.open.set(1)
  two.open.set(2)
  one.seconds.observe(0.5)
  two.seconds.observe(1.5)
  const { text, contentType } = await metrics.render()
  expect(contentType).toContain('text/plain')
  expect(text).toContain('calls_total{route="/v1"} 12\n')
  expect(text).toContain('open_streams{worker="1"} 1\nopen_streams{worker="2"} 2\n')
  expect(text).toContain('call_seconds_bucket{le="1"} 1\n')
  expect(text).toContain('call_seconds_bucket{le="2"} 2\n')
  expect(text).toContain('call_seconds_count 2\n')
  expect(text).toContain('gateway_workers 2\n')
  expect(text).toMatch(/^process_resident_memory_bytes\{worker="supervisor"\} \d+$/m)

  // No sum falls when a worker is replaced, or Prometheus would take it for a restart.
  running = [two, three]
  metrics.onEnd(1)
  metrics.onReplace()
  three.calls.inc({ route: '/v1' }, 1)
  const after = (await metrics.render()).text
  expect(after).toContain('calls_total{route="/v1"} 13\n')
  expect(after).toContain('call_seconds_count 2\n')
  expect(after).not.toContain('open_streams{worker="1"}')
  expect(after).toContain('gateway_workers_replaced_total 1\n')
})

test('error: a worker that does not answer counts with what it said last', async () => {
  const one = createSource(1)
  let isWell = true
  const read = async () => {
    if (!isWell) throw new Error('It has ended.')
    return one.read()
  }
  const metrics = createWorkerMetrics({ sources: () => [{ number: 1, read }] })
  one.calls.inc({ route: '/v1' }, 5)
  await metrics.render()
  isWell = false
  expect((await metrics.render()).text).toContain('calls_total{route="/v1"} 5\n')
})
