import type { LiveResponse, ReadyResponse } from '@portico/protocol/gateway'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import { Problem } from '../../problems/Problem.ts'
import { problems } from '../../problems/problems.ts'
import type { Health, HealthService } from './service.ts'

/** Routes for health checks, and the page that a problem's `type` refers to. */
export function healthRoutes({ health }: { health: HealthService }): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/livez', (c) => c.json({ status: 'ok', time: Date.now() } satisfies LiveResponse))
    .get('/readyz', (c) => answer(c, health.readiness()))
    .get('/healthz', async (c) => answer(c, await health.dependencies()))
    .get('/problems/:code', (c) => {
      const code = c.req.param('code')
      if (!Object.hasOwn(problems, code)) throw new Problem('not-found')
      const { status, title, help } = problems[code as keyof typeof problems]
      return c.text(`${code} (HTTP ${status})\n\n${title}\n${help}\n`)
    })
}

function answer(c: Context<AppEnv>, { ok, checks }: Health): Response {
  return c.json({ status: ok ? 'ok' : 'unavailable', checks } satisfies ReadyResponse, ok ? 200 : 503)
}
