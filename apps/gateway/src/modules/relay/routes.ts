import { jsonRpcRequest, jsonRpcResponse } from '@portico/protocol/gateway'
import { readBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { Problem } from '../../infra/http/Problem.ts'
import type { Projects } from '../projects/service.ts'
import { readRelayClient } from './readRelayClient.ts'
import type { RelayService } from './service.ts'

const maxBytes = 1024 * 1024

/** `POST /rpc`: the relay's methods over HTTP, except subscriptions. */
export function relayRoutes({
  relay,
  projects,
  open,
  hosts,
  ipOf,
  now = Date.now,
}: {
  relay: RelayService
  projects: Projects
  open: boolean
  hosts: readonly string[]
  ipOf(c: Context<AppEnv>): string
  now?: () => number
}): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/rpc', async (c) => {
    const address = ipOf(c)
    relay.admit(address)
    const client = readRelayClient({
      query: new URL(c.req.url).searchParams,
      authorization: c.req.header('authorization'),
      origin: c.req.header('origin'),
      address,
      hosts,
      projects,
      open,
      now: now(),
    })
    const text = await readBody({ request: c.req.raw, limit: maxBytes })
    if (text === undefined) throw new Problem('body-too-large')
    const response = await relay.request({ ...client, text })
    if (response === undefined) return c.body(null, 204)
    return c.body(response, 200, { 'content-type': 'application/json' })
  })
}

/** The operations of the relay module. */
export const relayOperations: readonly Operation[] = [
  {
    id: 'callRelay',
    method: 'post',
    path: '/rpc',
    summary: 'Call a relay method over HTTP',
    description:
      'Supports irn_publish, irn_batchPublish, irn_fetchMessages and their aliases. Clients usually connect by WebSocket to `/` or `/relay`, where they can also subscribe.',
    access: 'relay',
    body: {
      schema: jsonRpcRequest,
      description: 'At most 1 MiB.',
      example: { jsonrpc: '2.0', id: 1, method: 'irn_fetchMessages', params: { topic: '…' } },
    },
    answers: {
      200: {
        description: 'The result, or an error whose `data` is the kind of the error.',
        schema: jsonRpcResponse,
      },
      204: { description: 'The body was a response, not a request, and needs no answer.' },
    },
    problems: ['body-too-large'],
  },
]
