import { get } from 'node:http'
import { BaseError } from '@portico/protocol'
import { describe, expect, test } from 'vitest'
import { freePort } from '../testing/freePort.ts'
import { serveMetrics } from './serveMetrics.ts'

const metrics = { render: async () => ({ contentType: 'text/plain; version=0.0.4', text: 'up 1\n' }) }
const log = { error: () => undefined }
const options = { metrics, log, host: '127.0.0.1', port: 0, portVariable: 'METRICS_PORT' }

describe('serveMetrics', () => {
  test('behavior: serves /metrics and nothing else', async () => {
    const url = await serveMetrics(options)
    const response = await fetch(url)
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/plain; version=0.0.4',
      'up 1\n',
    ])
    expect((await fetch(`${url}?collect=all`)).status).toBe(200)
    for (const path of ['/', '/metrics/', '/livez', '//metrics'])
      expect((await fetch(new URL(url).origin + path)).status).toBe(404)
  })

  test('behavior: listens on the given address only', async () => {
    const { port } = new URL(await serveMetrics(options))
    const error = await new Promise((resolve) =>
      get({ host: '127.0.0.2', port, path: '/metrics' }, resolve).on(
        'error',
        (error: NodeJS.ErrnoException) => resolve(error.code),
      ),
    )
    expect(error).toBe('ECONNREFUSED')
  })

  test('error: a failure is logged and answered without its text', async () => {
    const logged: unknown[] = []
    const url = await serveMetrics({
      ...options,
      log: { error: (fields: object) => void logged.push(fields) },
      metrics: { render: () => Promise.reject(new Error('secret')) },
    })
    const response = await fetch(url)
    expect([response.status, await response.text()]).toEqual([500, ''])
    expect(logged).toHaveLength(1)
  })

  test('error: a port that is taken', async () => {
    const port = await freePort()
    await serveMetrics({ ...options, port })
    const again = serveMetrics({ ...options, port })
    await expect(again).rejects.toThrow(BaseError)
    await expect(again).rejects.toThrow(`Port ${port} is taken`)
    await expect(again).rejects.toThrow('METRICS_PORT')
  })
})
