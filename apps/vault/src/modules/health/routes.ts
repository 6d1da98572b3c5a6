import type { LiveResponse, ReadyResponse } from '@portico/protocol/gateway'
import { Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import { Problem } from '../../problems/Problem.ts'
import { problems } from '../../problems/problems.ts'
import type { HealthService } from './service.ts'

/** Routes for health checks, and the page that a problem's `type` refers to. */
export function healthRoutes({ health }: { health: HealthService }): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/livez', (c) => c.json({ status: 'ok' } satisfies LiveResponse))
    .get('/readyz', async (c) => {
      const { ready, checks } = await health.readiness()
      const status = ready ? 'ok' : 'unavailable'
      return c.json({ status, checks } satisfies ReadyResponse, ready ? 200 : 503)
    })
    .get('/problems/:code', (c) => {
      const code = c.req.param('code')
      if (!Object.hasOwn(problems, code)) throw new Problem('not-found')
      const { status, title, help } = problems[code as keyof typeof problems]
      return c.text(`${code} (HTTP ${status})\n\n${title}\n${help}\n`)
    })
}
