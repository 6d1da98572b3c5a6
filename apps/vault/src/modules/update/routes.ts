import {
  challengeRequest,
  type UpdateFinishResponse,
  type UpdateLinkResponse,
  type UpdateRevertResponse,
  type UpdateStartResponse,
  updateFinishRequest,
  updateRevertRequest,
  updateStartRequest,
} from '@portico/protocol/vault'
import { type DpopVerifier, parseBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import type { Caller } from '../../http/readCaller.ts'
import { requireProof } from '../../http/requireProof.ts'
import type { UpdateService } from './service.ts'

/** Routes for changing the e-mail address, and for undoing the change with a mailed link. */
export function updateRoutes({
  update,
  dpop,
  callerOf,
}: {
  update: UpdateService
  dpop: DpopVerifier
  callerOf: (c: Context<AppEnv>) => Caller
}): Hono<AppEnv> {
  const proof = requireProof(dpop)
  return new Hono<AppEnv>()
    .post('/v1/update/start', proof, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: updateStartRequest })
      const answer = await update.start({ ...body, jkt: c.var.jkt, caller: callerOf(c) })
      return c.json(answer satisfies UpdateStartResponse)
    })
    .post('/v1/update/link', proof, async (c) => {
      const { tx } = await parseBody({ request: c.req.raw, schema: challengeRequest })
      const answer = await update.link({ tx, jkt: c.var.jkt, caller: callerOf(c) })
      return c.json(answer satisfies UpdateLinkResponse)
    })
    .post('/v1/update/finish', proof, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: updateFinishRequest })
      return c.json((await update.finish({ ...body, jkt: c.var.jkt })) satisfies UpdateFinishResponse)
    })
    .post('/v1/update/revert', async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: updateRevertRequest })
      return c.json((await update.revert(body)) satisfies UpdateRevertResponse)
    })
}
