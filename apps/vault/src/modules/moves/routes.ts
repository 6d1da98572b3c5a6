import { type MoveResponse, moveRequest } from '@portico/protocol/vault'
import { type DpopVerifier, parseBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import type { Caller } from '../../http/readCaller.ts'
import { requireProof } from '../../http/requireProof.ts'
import type { MoveService } from './service.ts'

/** The route with which a device adds another one. */
export function moveRoutes({
  moves,
  dpop,
  callerOf,
}: {
  moves: MoveService
  dpop: DpopVerifier
  callerOf: (c: Context<AppEnv>) => Caller
}): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/v1/move', requireProof(dpop), async (c) => {
    const body = await parseBody({ request: c.req.raw, schema: moveRequest })
    const answer = await moves.add({ ...body, by: c.var.jkt, caller: callerOf(c) })
    return c.json(answer satisfies MoveResponse)
  })
}
