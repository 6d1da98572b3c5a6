import { type LiveResponse, liveResponse, type ReadyResponse, readyResponse } from '@portico/protocol/gateway'
import { Hono } from 'hono'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import type { HealthService } from './service.ts'

/** Routes `/livez` (the process responds) and `/readyz` (its dependencies respond). */
export function healthRoutes({ health }: { health: HealthService }): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/livez', (c) => c.json({ status: 'ok' } satisfies LiveResponse))
    .get('/readyz', async (c) => {
      const { ready, checks } = await health.readiness()
      const status = ready ? 'ok' : 'unavailable'
      return c.json({ status, checks } satisfies ReadyResponse, ready ? 200 : 503)
    })
}

/** The operations of the health module. They cost nothing, because load balancers call them. */
export const healthOperations: readonly Operation[] = [
  {
    id: 'getLive',
    method: 'get',
    path: '/livez',
    cost: 0,
    summary: 'Check that the process responds',
    access: 'public',
    answers: { 200: { description: 'The process responds.', schema: liveResponse } },
    problems: [],
  },
  {
    id: 'getReady',
    method: 'get',
    path: '/readyz',
    cost: 0,
    summary: 'Check that the database and every chain respond',
    access: 'public',
    answers: {
      200: {
        description: 'All of them respond. A failed Redis is reported, but does not change the status.',
        schema: readyResponse,
      },
      503: {
        description: 'At least one of them failed, or the gateway is shutting down.',
        schema: readyResponse,
      },
    },
    problems: [],
  },
]
