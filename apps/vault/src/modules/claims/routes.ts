import {
  challengeRequest,
  type EmailClaimResponse,
  type EmailStartResponse,
  emailClaimRequest,
  grantActivateRequest,
} from '@portico/protocol/vault'
import { type DpopVerifier, parseBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import type { Caller } from '../../http/readCaller.ts'
import { requireProof } from '../../http/requireProof.ts'
import type { ClaimService } from './service.ts'

/** Routes that complete a login: a link for a known key, the claim, and the activation of its grant. */
export function claimRoutes({
  claims,
  dpop,
  callerOf,
}: {
  claims: ClaimService
  dpop: DpopVerifier
  callerOf: (c: Context<AppEnv>) => Caller
}): Hono<AppEnv> {
  const proof = requireProof(dpop)
  return new Hono<AppEnv>()
    .post('/v1/email/link', proof, async (c) => {
      const { tx } = await parseBody({ request: c.req.raw, schema: challengeRequest })
      const answer = await claims.link({ tx, jkt: c.var.jkt, caller: callerOf(c) })
      return c.json(answer satisfies EmailStartResponse)
    })
    .post('/v1/email/claim', proof, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: emailClaimRequest })
      return c.json((await claims.claim({ ...body, jkt: c.var.jkt })) satisfies EmailClaimResponse)
    })
    .post('/v1/grants/activate', proof, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: grantActivateRequest })
      await claims.activate({ ...body, jkt: c.var.jkt })
      return c.json({})
    })
}
