import { type CaipNetworkId, rpcErrorCodes } from '@portico/protocol'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { problemBody } from '../../http/problemBody.ts'
import { readBody } from '../../http/readBody.ts'
import { requestId as readRequestId } from '../../http/requestId.ts'
import { responseHeaders } from '../../http/responseHeaders.ts'
import type { Log } from '../../log/createLog.ts'
import type { Metrics } from '../../metrics/createMetrics.ts'
import type { Projects } from '../projects/service.ts'
import type { RpcService } from './service.ts'

/** 2 MiB; the service knows what may be longer than 1 MiB. */
const maxBytes = 2 * 1024 * 1024

/**
 * `POST /v1`: JSON-RPC. Stands before all middleware and does by hand what it needs of it, as this path carries nearly
 * all of the traffic.
 */
export function rpcRoutes({
  rpc,
  projects,
  log,
  metrics,
}: {
  rpc: RpcService
  projects: Projects
  log: Log
  metrics: Metrics
}): Hono<AppEnv> {
  async function handle(c: Context<AppEnv>): Promise<Response> {
    const start = performance.now()
    const requestId = readRequestId(c.req.header('x-request-id'))
    const origin = c.req.header('origin')
    const headers = responseHeaders({ origin, requestId })
    const response = await answer(c, { requestId, origin, headers }).catch((error: unknown) => {
      const problem = error instanceof HttpProblem ? error : new HttpProblem('internal', { cause: error })
      if (problem.status >= 500) log.error({ requestId, route: '/v1', error }, 'request failed')
      return refuse(problem, { requestId, headers })
    })
    const seconds = (performance.now() - start) / 1000
    metrics.onRequest({ method: 'POST', route: '/v1', status: response.status, seconds })
    return response
  }

  async function answer(
    c: Context<AppEnv>,
    {
      requestId,
      origin,
      headers,
    }: { requestId: string; origin: string | undefined; headers: Record<string, string> },
  ): Promise<Response> {
    projects.authorize({
      projectId: c.req.query('projectId') || c.req.header('x-project-id') || undefined,
      origin,
    })
    const chain = c.req.query('chainId') as CaipNetworkId | undefined
    if (!chain || !rpc.chains.has(chain)) {
      const detail = chain ? 'There is no node of this chain here.' : 'Required: the CAIP-2 id of the chain.'
      throw new HttpProblem(chain ? 'chain-not-supported' : 'invalid-request', {
        detail: `chainId: ${detail}`,
        errors: [{ pointer: 'chainId', detail }],
      })
    }
    const body = await readBody({ request: c.req.raw, limit: maxBytes })
    const json = { ...headers, 'content-type': 'application/json' }
    if (body === undefined) {
      // Not 413: clients built to the specification send that again and again.
      const error = {
        code: rpcErrorCodes.invalidRequest,
        message: 'The request is too large.',
        data: { requestId },
      }
      return new Response(JSON.stringify({ jsonrpc: '2.0', id: null, error }), { headers: json })
    }
    const { status, text, retryAfterMs } = await rpc.handle({ chain, body, requestId })
    if (text === undefined) return new Response(null, { status: 204, headers })
    const retryAfter =
      retryAfterMs === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) }
    return new Response(text, { status, headers: { ...json, ...retryAfter } })
  }

  return new Hono<AppEnv>().post('/v1', handle).post('/v1/', handle)
}

/** A problem that JSON-RPC clients can read, too. */
function refuse(
  problem: HttpProblem,
  { requestId, headers }: { requestId: string; headers: Record<string, string> },
): Response {
  const body = problemBody({ problem, requestId })
  const code = problem.status === 401 ? rpcErrorCodes.unauthorized : rpcErrorCodes.invalidInput
  const error = { code, message: body.detail, data: { code: body.code, requestId } }
  return new Response(JSON.stringify({ ...body, jsonrpc: '2.0', id: null, error }), {
    status: problem.status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
  })
}
