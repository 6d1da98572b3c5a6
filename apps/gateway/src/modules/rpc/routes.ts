import { jsonRpcRequest, jsonRpcResponse, rpcProblem } from '@portico/protocol/gateway'
import { readBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { parameters } from '../../infra/http/openapi/parameters.ts'
import type { RpcHandler } from './createRpcHandler.ts'

/**
 * `POST /v1` in the framework, for callers of the app without a server. `createRpcListener` answers the same requests
 * faster where there is a Node server.
 */
export function rpcRoutes({
  handleRpc,
  ipOf,
}: {
  handleRpc: RpcHandler
  ipOf: (c: Context<AppEnv>) => string
}): Hono<AppEnv> {
  async function handle(c: Context<AppEnv>): Promise<Response> {
    const { url } = c.req
    const mark = url.indexOf('?')
    const { status, headers, body } = await handleRpc({
      query: mark === -1 ? '' : url.slice(mark + 1),
      header: (name) => c.req.header(name),
      ip: () => ipOf(c),
      body: (limit) => readBody({ request: c.req.raw, limit }),
    })
    return new Response(body, { status, headers })
  }
  return new Hono<AppEnv>().post('/v1', handle).post('/v1/', handle)
}

const chainId = { ...parameters.chainId, description: 'The CAIP-2 ID of the chain.', required: true }
const answer = z.union([jsonRpcResponse, z.array(jsonRpcResponse)])

const call = {
  method: 'post',
  summary: 'Call a JSON-RPC method of a chain',
  description:
    'Accepts one request, or a batch of up to 1000, of at most 1 MiB (2 MiB for a single raw transaction). Reads come from a cache where it cannot be stale. A method that is not allowed returns a JSON-RPC error with HTTP 200, never 403.',
  access: 'project',
  parameters: [chainId],
  body: {
    schema: z.union([jsonRpcRequest, z.array(jsonRpcRequest)]),
    description: 'A request or an array of requests.',
    example: { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
  },
  answers: {
    200: {
      description:
        'The response or an array of responses. Errors of the gateway itself have `data.requestId`.',
      schema: answer,
      headers: ['server-timing'],
    },
    204: { description: 'The body contained only notifications.' },
    429: {
      description: 'The project or the IP address exceeds its rate limit: −32005, with `data.retryAfterMs`.',
      schema: answer,
      headers: ['retry-after'],
    },
    503: {
      description: 'No upstream of the chain responds: −32002, or −32000 after a timeout.',
      schema: answer,
      headers: ['retry-after'],
    },
  },
  problems: ['invalid-request', 'chain-not-supported'],
  problemSchema: rpcProblem,
} as const satisfies Omit<Operation, 'id' | 'path'>

/** The operations of the RPC module. */
export const rpcOperations: readonly Operation[] = [
  { ...call, id: 'callRpc', path: '/v1' },
  { ...call, id: 'callRpcSlash', path: '/v1/', description: 'Same as `POST /v1`.' },
]
