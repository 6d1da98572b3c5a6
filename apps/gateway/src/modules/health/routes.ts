import { type LiveResponse, liveResponse, type ReadyResponse, readyResponse } from '@portico/protocol/gateway'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import type { Health, HealthService } from './service.ts'

/**
 * Routes `/livez` and its other name `/health` (the process responds), `/readyz` (it takes requests; for load balancers) and `/healthz` (its dependencies
 * respond; for the operator).
 */
export function healthRoutes({ health }: { health: HealthService }): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/livez', live)
    .get('/health', live)
    .get('/readyz', (c) => answer(c, health.readiness()))
    .get('/healthz', async (c) => answer(c, await health.dependencies()))
}

function live(c: Context<AppEnv>): Response {
  return c.json({ status: 'ok', time: Date.now() } satisfies LiveResponse)
}

function answer(c: Context<AppEnv>, { ok, checks }: Health): Response {
  return c.json({ status: ok ? 'ok' : 'unavailable', checks } satisfies ReadyResponse, ok ? 200 : 503)
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
    id: 'getLiveness',
    method: 'get',
    path: '/health',
    cost: 0,
    summary: 'Check that the process responds; the same as `/livez`',
    access: 'public',
    answers: { 200: { description: 'The process responds.', schema: liveResponse } },
    problems: [],
  },
  {
    id: 'getReady',
    method: 'get',
    path: '/readyz',
    cost: 0,
    summary: 'Check that the gateway takes requests, for load balancers',
    access: 'public',
    answers: {
      200: { description: 'It takes requests.', schema: readyResponse },
      503: { description: 'The gateway is shutting down.', schema: readyResponse },
    },
    problems: [],
  },
  {
    id: 'getHealth',
    method: 'get',
    path: '/healthz',
    cost: 0,
    summary: 'Check that the database and every chain respond, for the operator',
    access: 'public',
    answers: {
      200: {
        description: 'All of them respond. A failed Redis is reported, but does not change the status.',
        schema: readyResponse,
      },
      503: {
        description: 'At least one of them failed. The gateway still takes requests that do not need it.',
        schema: readyResponse,
      },
    },
    problems: [],
  },
]
