import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { parameters } from '../../infra/http/openapi/parameters.ts'
import { Problem } from '../../infra/http/Problem.ts'

/**
 * `GET /v1` and `/ws` without an upgrade: 426 Upgrade Required (RFC 9110).
 *
 * Behind proxies without the header `Upgrade`: it is for the next connection only, but nginx passes it on, and clients of HTTP/2, which
 * has no upgrades, end the stream with a protocol error.
 */
export function socketRoutes({ trustedProxies }: { trustedProxies: number }): Hono<AppEnv> {
  const refuse = (c: Context<AppEnv>) => {
    if (trustedProxies === 0) {
      c.header('upgrade', 'websocket')
      c.header('connection', 'Upgrade')
    }
    throw new Problem('upgrade-required')
  }
  return new Hono<AppEnv>().get('/v1', refuse).get('/v1/', refuse).get('/ws', refuse)
}

const chainId = { ...parameters.chainId, description: 'The CAIP-2 ID of the chain.', required: true }

const upgrade = {
  method: 'get',
  summary: 'JSON-RPC over WebSocket',
  description:
    'A WebSocket (RFC 6455) for requests and batches as with `POST /v1`, and eth_subscribe for newHeads, logs and newPendingTransactions, even if no upstream has a WebSocket. At most 100 subscriptions and 100 open requests per socket, and 2 MiB per message.',
  access: 'public',
  parameters: [
    chainId,
    {
      in: 'query',
      name: 'projectId',
      description: 'The project ID.',
      schema: z.string(),
      required: true,
      example: 'local',
    },
  ],
  answers: { 101: { description: 'The socket is open.' } },
  problems: ['upgrade-required', 'too-many-connections'],
} as const satisfies Omit<Operation, 'id' | 'path'>

/** The operations of the sockets module. */
export const socketOperations: readonly Operation[] = [
  { ...upgrade, id: 'openSocket', path: '/v1' },
  { ...upgrade, id: 'openSocketSlash', path: '/v1/', description: 'Same as `GET /v1`.' },
  { ...upgrade, id: 'openSocketWs', path: '/ws', description: 'Same as `GET /v1`.' },
]
