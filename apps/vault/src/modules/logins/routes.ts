import { type LoginsResponse, loginRemoveRequest, loginsRequest } from '@portico/protocol/vault'
import { type DpopVerifier, parseBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import type { Caller } from '../../http/readCaller.ts'
import { requireProof } from '../../http/requireProof.ts'
import type { LoginService } from './service.ts'

/** Routes that list and remove the logins of a user. */
export function loginRoutes({
  logins,
  dpop,
  callerOf,
}: {
  logins: LoginService
  dpop: DpopVerifier
  callerOf: (c: Context<AppEnv>) => Caller
}): Hono<AppEnv> {
  const proof = requireProof(dpop)
  return new Hono<AppEnv>()
    .post('/v1/logins', proof, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: loginsRequest })
      return c.json((await logins.list({ ...body, jkt: c.var.jkt })) satisfies LoginsResponse)
    })
    .post('/v1/logins/remove', proof, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: loginRemoveRequest })
      await logins.remove({ ...body, jkt: c.var.jkt, caller: callerOf(c) })
      return c.body(null, 204)
    })
}
