import type { LiveResponse, ReadyResponse } from '@portico/protocol/gateway'
import { Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import type { Metrics } from '../../metrics/createMetrics.ts'
import type { HealthService } from './service.ts'

/** `/livez` (the process answers), `/readyz` (its parts do), `/metrics` (Prometheus). */
export function healthRoutes({ health, metrics }: { health: HealthService; metrics: Metrics }): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/livez', (c) => c.json({ status: 'ok' } satisfies LiveResponse))
    .get('/readyz', async (c) => {
      const { ready, checks } = await health.readiness()
      const status = ready ? 'ok' : 'unavailable'
      return c.json({ status, checks } satisfies ReadyResponse, ready ? 200 : 503)
    })
    .get('/metrics', async (c) => {
      const { contentType, text } = await metrics.render()
      return c.body(text, 200, { 'content-type': contentType })
    })
}
