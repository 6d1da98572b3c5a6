import {
  type FarcasterStartResponse,
  farcasterClaimRequest,
  farcasterStartRequest,
  type SocialClaimResponse,
} from '@portico/protocol/vault'
import { type DpopVerifier, parseBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import type { Caller } from '../../http/readCaller.ts'
import { requireProof } from '../../http/requireProof.ts'
import type { FarcasterService } from './service.ts'

/** Routes for logins with Farcaster, all by the frame. */
export function farcasterRoutes({
  farcaster,
  dpop,
  callerOf,
}: {
  farcaster: FarcasterService
  dpop: DpopVerifier
  callerOf: (c: Context<AppEnv>) => Caller
}): Hono<AppEnv> {
  const proof = requireProof(dpop)
  return new Hono<AppEnv>()
    .post('/v1/farcaster/start', proof, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: farcasterStartRequest })
      const answer = await farcaster.start({ ...body, jkt: c.var.jkt, caller: callerOf(c) })
      return c.json(answer satisfies FarcasterStartResponse)
    })
    .post('/v1/farcaster/claim', proof, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: farcasterClaimRequest })
      return c.json((await farcaster.claim({ ...body, jkt: c.var.jkt })) satisfies SocialClaimResponse)
    })
}
