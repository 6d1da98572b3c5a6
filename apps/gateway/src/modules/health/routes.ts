import { Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import type { Metrics } from '../../metrics/createMetrics.ts'
import type { HealthService } from './service.ts'

/** `/livez` (the process answers), `/readyz` (its parts do), `/metrics` (Prometheus). */
export function healthRoutes({ health, metrics }: { health: HealthService; metrics: Metrics }): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/livez', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      const { ready, checks } = await health.readiness()
      return c.json({ status: ready ? 'ok' : 'unavailable', checks }, ready ? 200 : 503)
    })
    .get('/metrics', async (c) => {
      const { contentType, text } = await metrics.render()
      return c.body(text, 200, { 'content-type': contentType })
    })
}
