import { type ExportResponse, exportRequest } from '@portico/protocol/vault'
import { type DpopVerifier, parseBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import type { Caller } from '../../http/readCaller.ts'
import { requireProof } from '../../http/requireProof.ts'
import type { ExportService } from './service.ts'

/** The route that mails the owner about an export of the key. */
export function exportRoutes({
  exports,
  dpop,
  callerOf,
}: {
  exports: ExportService
  dpop: DpopVerifier
  callerOf: (c: Context<AppEnv>) => Caller
}): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/v1/exports', requireProof(dpop), async (c) => {
    const body = await parseBody({ request: c.req.raw, schema: exportRequest })
    const answer = await exports.notice({ ...body, jkt: c.var.jkt, caller: callerOf(c) })
    return c.json(answer satisfies ExportResponse)
  })
}
