import { type CaipNetworkId, RpcError, rpcErrorCodes } from '@portico/protocol'
import { problemResponse, readBody, toProblem } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { problems } from '../../infra/http/problems.ts'
import type { Embedded } from '../embedded/createEmbedded.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import { readRequests } from '../rpc/readRequests.ts'
import { BundlerError } from './BundlerError.ts'
import type { Caller } from './Caller.ts'
import { callBundlerMethod } from './callBundlerMethod.ts'
import type { Bundler } from './createBundlers.ts'

/** Bytes. Calldata of 128 KiB in hexadecimal, and the rest of an operation. */
const maxBodyBytes = 300 * 1024

/** Route `POST /v1/bundler`. */
export function bundlerRoutes({
  bundlers,
  projects,
  embedded,
  onRefused,
}: {
  bundlers: ReadonlyMap<CaipNetworkId, Bundler>
  projects: Projects
  embedded: Embedded | undefined
  /** Called with the method and the reason of each refusal. */
  onRefused(refusal: { method: string; reason: string }): void
}): Hono<AppEnv> {
  /** Returns who wants an operation: the project's server, or the wallet of a session. */
  async function authorize(c: Context<AppEnv>, sender: string): Promise<Caller> {
    const { id: projectId, name: projectName, bySecret } = c.var.project
    if (bySecret) return { projectId, projectName, userId: sender.toLowerCase(), sender: undefined }
    if (!embedded) throw new Problem('session-missing')
    const session = await embedded.authorize(c)
    if (session.projectId !== projectId) throw new Problem('session-invalid')
    const address = await embedded.addressOf(session)
    return { projectId, projectName, userId: session.userId, sender: address }
  }

  return new Hono<AppEnv>().post('/v1/bundler', requireProject({ projects }), async (c) => {
    const chainId = c.req.query('chainId') as CaipNetworkId
    const bundler = bundlers.get(chainId)
    if (!bundler) {
      const detail = 'This gateway sends no operations on that network.'
      throw new Problem('chain-not-supported', { detail, errors: [{ pointer: '/chainId', detail }] })
    }
    c.header('cache-control', 'no-store')
    const requestId = c.var.requestId
    const body = await readBody({ request: c.req.raw, limit: maxBodyBytes })
    if (body === undefined) throw new Problem('body-too-large')
    const read = readRequests(body)
    const fail = (id: string | undefined, code: number, message: string, data: object = {}) =>
      answer(id, 'error', { code, message, data: { requestId, ...data } })
    if (read.kind === 'error') return c.body(fail('null', read.code, read.message), 200, json)
    if (read.kind === 'batch')
      return c.body(fail('null', rpcErrorCodes.invalidRequest, 'Send one request at a time.'), 200, json)
    const { request } = read
    if (!request.ok)
      return c.body(fail(request.id, rpcErrorCodes.invalidRequest, 'Invalid Request'), 200, json)
    const { id, method } = request
    try {
      const result = await callBundlerMethod({
        method,
        params: JSON.parse(request.params),
        bundler,
        projectId: c.var.project.id,
        authorize: (sender) => authorize(c, sender),
      })
      return c.body(answer(id, 'result', result), 200, json)
    } catch (error) {
      if (error instanceof BundlerError) {
        const { rpcCode, shortMessage, reason, revertData } = error
        onRefused({ method, reason: reason ?? 'invalid' })
        return c.body(fail(id, rpcCode, shortMessage, { reason, revertData }), 200, json)
      }
      if (error instanceof RpcError) return c.body(fail(id, error.rpcCode, error.shortMessage), 200, json)
      const problem = toProblem(error)
      if (problem.code !== 'unavailable') throw error
      const { status, headers, body } = problemResponse({ problem, problems, requestId })
      // Also a JSON-RPC error, so that JSON-RPC clients can read it, with a code that makes them try again.
      const data = { code: body.code, requestId }
      const rpc = fail(id, rpcErrorCodes.resourceUnavailable, body.detail ?? body.title, data)
      return c.body(JSON.stringify({ ...body, ...JSON.parse(rpc) }), status as 503, headers)
    }
  })
}

const json = { 'content-type': 'application/json' }

/** Writes a response; the ID is repeated as it was received. */
function answer(id: string | undefined, name: 'result' | 'error', value: unknown): string {
  return `{"jsonrpc":"2.0","id":${id ?? 'null'},"${name}":${JSON.stringify(value)}}`
}
