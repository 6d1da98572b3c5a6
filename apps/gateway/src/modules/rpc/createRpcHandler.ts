import { type CaipNetworkId, rpcErrorCodes } from '@portico/protocol'
import {
  BoundedMap,
  jsonHeaders,
  type Log,
  problemHeaders,
  problemResponse,
  requestId as readRequestId,
  toProblem,
} from '@portico/server'
import { Problem } from '../../infra/http/Problem.ts'
import { problems } from '../../infra/http/problems.ts'
import type { Limits } from '../../infra/limits/createLimits.ts'
import type { Metrics } from '../../infra/metrics/createMetrics.ts'
import type { Projects } from '../projects/service.ts'
import type { AnsweredRpc, RpcLog } from './createRpcLog.ts'
import type { RpcReply, RpcService } from './service.ts'

/** The parts of an HTTP request that `POST /v1` uses. */
export type RpcHttpRequest = {
  /** The query string, without the question mark. */
  query: string
  header(name: string): string | undefined
  /** Returns the IP address for rate limits. */
  ip(): string
  /** Returns the body as text, or undefined if it is longer than `limit` bytes. */
  body(limit: number): string | undefined | Promise<string | undefined>
}

export type RpcHttpResponse = { status: number; headers: Record<string, string>; body: string | null }

export type RpcHandler = (request: RpcHttpRequest) => Promise<RpcHttpResponse>

/** 2 MiB. The service allows more than 1 MiB only for raw transactions. */
const maxBytes = 2 * 1024 * 1024

/**
 * Creates the handler of `POST /v1` (JSON-RPC), independent of the server. It does not use the framework, because this
 * route carries nearly all of the traffic. The handler never rejects.
 */
export function createRpcHandler({
  rpc,
  projects,
  log,
  rpcLog,
  metrics,
  limits,
  production,
}: {
  rpc: RpcService
  projects: Projects
  log: Log
  rpcLog: RpcLog
  metrics: Metrics
  limits: Limits
  production: boolean
}): RpcHandler {
  async function answer(
    request: RpcHttpRequest,
    requestId: string,
    headers: Record<string, string>,
    facts: Pick<AnsweredRpc, 'chain' | 'project' | 'code'>,
  ): Promise<RpcHttpResponse> {
    const { projectId, chainId: chain } = readQuery(request.query)
    const project = projects.authorize({
      projectId: projectId || request.header('x-project-id') || undefined,
      origin: request.header('origin'),
      authorization: request.header('authorization'),
    })
    if (!chain || !rpc.chains.has(chain)) {
      const detail = chain
        ? 'This gateway has no upstream for the chain.'
        : 'Required: the CAIP-2 ID of the chain.'
      throw new Problem(chain ? 'chain-not-supported' : 'invalid-request', {
        detail: `chainId: ${detail}`,
        errors: [{ pointer: 'chainId', detail }],
      })
    }
    facts.chain = chain
    facts.project = project.listed ? project.id : undefined
    const reading = request.body(maxBytes)
    const body = reading instanceof Promise ? await reading : reading
    headers['content-type'] = 'application/json'
    if (body === undefined) {
      // Not 413: the kits' RPC clients retry it over and over.
      facts.code = rpcErrorCodes.invalidRequest
      const error = {
        code: rpcErrorCodes.invalidRequest,
        message: 'The request is too large.',
        data: { requestId },
      }
      return { status: 200, headers, body: JSON.stringify({ jsonrpc: '2.0', id: null, error }) }
    }
    const take = (units: number) => takeUnits(limits, { project, ip: request.ip(), units }, headers)
    const start = performance.now()
    const result = rpc.handle({ chain, body, requestId, take })
    const reply = result instanceof Promise ? await result : result
    facts.code = reply.errorCode
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
    // In production, do not reveal the operator's upstreams.
    if (upstream && !production) headers['x-upstream'] = upstream
    if (retryAfterMs !== undefined)
      headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfterMs / 1000)))
  }

  return async (request) => {
    const start = performance.now()
    const requestId = readRequestId(request.header('x-request-id'))
    const headers = jsonHeaders({ origin: request.header('origin'), requestId })
    const facts: Pick<AnsweredRpc, 'chain' | 'project' | 'code'> = {}
    let response: RpcHttpResponse
    try {
      response = await answer(request, requestId, headers, facts)
    } catch (error) {
      const problem = toProblem(error)
      facts.code = problem.code
      response = refuse(problem, requestId, headers)
      if (response.status >= 500) log.error({ requestId, route: '/v1', error }, 'request failed')
    }
    const ms = performance.now() - start
    const { status } = response
    metrics.onRequest({ method: 'POST', route: '/v1', status, seconds: ms / 1000 })
    rpcLog({ ...facts, requestId, status, ms })
    return response
  }
}

type RpcQuery = { projectId: string | null; chainId: CaipNetworkId | null }

/** Parsed query strings: all calls of an app have the same one. */
const queries = new BoundedMap<string, RpcQuery>({ max: 1000 })

function readQuery(text: string): RpcQuery {
  const cached = queries.get(text)
  if (cached) return cached
  const query = new URLSearchParams(text)
  const read = { projectId: query.get('projectId'), chainId: query.get('chainId') as CaipNetworkId | null }
  if (text.length <= 500) queries.set(text, read)
  return read
}

/** Takes cost units. Returns the milliseconds to wait if not enough are left. */
function takeUnits(
  limits: Limits,
  call: Parameters<Limits['take']>[0],
  headers: Record<string, string>,
): number | undefined {
  try {
    Object.assign(headers, limits.take(call))
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    Object.assign(headers, problemHeaders({ problem: error, problems }))
    return (error.retryAfterSeconds ?? 1) * 1000
  }
}

/** Creates a problem response that is also a JSON-RPC error, so that JSON-RPC clients can read it. */
function refuse(problem: Problem, requestId: string, headers: Record<string, string>): RpcHttpResponse {
  const { status, headers: own, body } = problemResponse({ problem, problems, requestId })
  const code = status === 401 ? rpcErrorCodes.unauthorized : rpcErrorCodes.invalidInput
  const error = { code, message: body.detail, data: { code: body.code, requestId } }
  return {
    status,
    headers: { ...headers, ...own },
    body: JSON.stringify({ ...body, jsonrpc: '2.0', id: null, error }),
  }
}
