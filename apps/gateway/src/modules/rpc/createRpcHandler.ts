import { type CaipNetworkId, rpcErrorCodes } from '@portico/protocol'
import {
  type Log,
  problemBody,
  RequestProblem,
  requestId as readRequestId,
  responseHeaders,
} from '@portico/server'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { Limits } from '../../limits/createLimits.ts'
import type { Metrics } from '../../metrics/createMetrics.ts'
import type { Projects } from '../projects/service.ts'
import type { RpcReply, RpcService } from './service.ts'

/** An HTTP request as far as this path looks at it. */
export type RpcHttpRequest = {
  /** The query of the address, without the question mark. */
  query: string
  header(name: string): string | undefined
  /** The address rate limits count. */
  ip(): string
  /** The body as text; undefined if it is longer than that many bytes. */
  body(limit: number): Promise<string | undefined>
}

export type RpcHttpResponse = { status: number; headers: Record<string, string>; body: string | null }

export type RpcHandler = (request: RpcHttpRequest) => Promise<RpcHttpResponse>

/** 2 MiB; the service knows what may be longer than 1 MiB. */
const maxBytes = 2 * 1024 * 1024

/**
 * `POST /v1`: JSON-RPC, whatever server it stands in. Does by hand what it needs of the framework, as this path carries
 * nearly all of the traffic. Never rejects.
 */
export function createRpcHandler({
  rpc,
  projects,
  log,
  metrics,
  limits,
  production,
}: {
  rpc: RpcService
  projects: Projects
  log: Log
  metrics: Metrics
  limits: Limits
  production: boolean
}): RpcHandler {
  async function answer(
    request: RpcHttpRequest,
    requestId: string,
    headers: Record<string, string>,
  ): Promise<RpcHttpResponse> {
    const { projectId, chainId: chain } = readQuery(request.query)
    const project = projects.authorize({
      projectId: projectId || request.header('x-project-id') || undefined,
      origin: request.header('origin'),
      authorization: request.header('authorization'),
    })
    if (!chain || !rpc.chains.has(chain)) {
      const detail = chain ? 'There is no node of this chain here.' : 'Required: the CAIP-2 id of the chain.'
      throw new HttpProblem(chain ? 'chain-not-supported' : 'invalid-request', {
        detail: `chainId: ${detail}`,
        errors: [{ pointer: 'chainId', detail }],
      })
    }
    const body = await request.body(maxBytes)
    headers['content-type'] = 'application/json'
    if (body === undefined) {
      // Not 413: clients built to the specification send that again and again.
      const error = {
        code: rpcErrorCodes.invalidRequest,
        message: 'The request is too large.',
        data: { requestId },
      }
      return { status: 200, headers, body: JSON.stringify({ jsonrpc: '2.0', id: null, error }) }
    }
    const take = (units: number) => takeUnits(limits, { project, ip: request.ip(), units }, headers)
    const start = performance.now()
    const given = rpc.handle({ chain, body, requestId, take })
    const reply = given instanceof Promise ? await given : given
    describe(reply, headers, performance.now() - start)
    if (reply.text !== undefined) return { status: reply.status, headers, body: reply.text }
    delete headers['content-type']
    return { status: 204, headers, body: null }
  }

  function describe(
    { cache, upstream, retryAfterMs }: RpcReply,
    headers: Record<string, string>,
    ms: number,
  ): void {
    if (cache === 'HIT') headers['server-timing'] = 'cache;desc=HIT'
    if (cache === 'MISS') headers['server-timing'] = `cache;desc=MISS, upstream;dur=${ms.toFixed(1)}`
    // Which nodes an operator has is nobody's business.
    if (upstream && !production) headers['x-upstream'] = upstream
    if (retryAfterMs !== undefined)
      headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfterMs / 1000)))
  }

  return async (request) => {
    const start = performance.now()
    const requestId = readRequestId(request.header('x-request-id'))
    const headers = responseHeaders({ origin: request.header('origin'), requestId })
    let response: RpcHttpResponse
    try {
      response = await answer(request, requestId, headers)
    } catch (error) {
      const problem = error instanceof RequestProblem ? error : new HttpProblem('internal', { cause: error })
      if (problem.status >= 500) log.error({ requestId, route: '/v1', error }, 'request failed')
      response = refuse(problem, requestId, headers)
    }
    const seconds = (performance.now() - start) / 1000
    metrics.onRequest({ method: 'POST', route: '/v1', status: response.status, seconds })
    return response
  }
}

type RpcQuery = { projectId: string | null; chainId: CaipNetworkId | null }

/** An app's calls all have the same query. */
const queries = new Map<string, RpcQuery>()
const maxQueries = 1000

function readQuery(text: string): RpcQuery {
  const known = queries.get(text)
  if (known) return known
  const query = new URLSearchParams(text)
  const read = { projectId: query.get('projectId'), chainId: query.get('chainId') as CaipNetworkId | null }
  if (queries.size >= maxQueries) queries.clear()
  if (text.length <= 500) queries.set(text, read)
  return read
}

/** How long to wait, if there are not enough units left. */
function takeUnits(
  limits: Limits,
  call: Parameters<Limits['take']>[0],
  headers: Record<string, string>,
): number | undefined {
  try {
    Object.assign(headers, limits.take(call))
    return undefined
  } catch (error) {
    if (!(error instanceof RequestProblem)) throw error
    Object.assign(headers, error.headers)
    return Number(error.headers['retry-after'] ?? 1) * 1000
  }
}

/** A problem that JSON-RPC clients can read, too. */
function refuse(problem: HttpProblem, requestId: string, headers: Record<string, string>): RpcHttpResponse {
  const body = problemBody({ problem, requestId })
  const code = problem.status === 401 ? rpcErrorCodes.unauthorized : rpcErrorCodes.invalidInput
  const error = { code, message: body.detail, data: { code: body.code, requestId } }
  return {
    status: problem.status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
    body: JSON.stringify({ ...body, jsonrpc: '2.0', id: null, error }),
  }
}
