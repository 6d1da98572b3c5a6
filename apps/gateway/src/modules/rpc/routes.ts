import { readBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import type { RpcHandler } from './createRpcHandler.ts'

/**
 * `POST /v1` for whoever calls the app without a port, and the same where it has one: `createRpcListener` is there only
 * because it is faster.
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
