import {
  challengeRequest,
  type SocialAttachResponse,
  type SocialClaimResponse,
  type SocialFinishResponse,
  type SocialOpenResponse,
  type SocialStartResponse,
  type SocialWaitResponse,
  socialAttachRequest,
  socialClaimRequest,
  socialFinishRequest,
  socialOpenRequest,
  socialStartRequest,
} from '@portico/protocol/vault'
import { type DpopVerifier, parseBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import type { Caller } from '../../http/readCaller.ts'
import { requireProof } from '../../http/requireProof.ts'
import type { SocialService } from './service.ts'

/** Routes for social logins: `start`, `wait`, `claim` and `attach` by the frame, `open` and `finish` by the wallet's page. */
export function socialRoutes({
  social,
  dpop,
  callerOf,
  stopping,
}: {
  social: SocialService
  dpop: DpopVerifier
  callerOf: (c: Context<AppEnv>) => Caller
  /** Aborts long polls. */
  stopping: AbortSignal
}): Hono<AppEnv> {
  const proof = requireProof(dpop)
  return new Hono<AppEnv>()
    .post('/v1/social/start', proof, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: socialStartRequest })
      const answer = await social.start({ ...body, jkt: c.var.jkt, caller: callerOf(c) })
      return c.json(answer satisfies SocialStartResponse)
    })
    .post('/v1/social/open', proof, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: socialOpenRequest })
      return c.json((await social.open({ ...body, jkt: c.var.jkt })) satisfies SocialOpenResponse)
    })
    .post('/v1/social/finish', proof, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: socialFinishRequest })
      return c.json((await social.finish({ ...body, jkt: c.var.jkt })) satisfies SocialFinishResponse)
    })
    .post('/v1/social/wait', proof, async (c) => {
      const { tx } = await parseBody({ request: c.req.raw, schema: challengeRequest })
      const gone = AbortSignal.any([c.req.raw.signal, stopping])
      return c.json((await social.wait({ tx, jkt: c.var.jkt, gone })) satisfies SocialWaitResponse)
    })
    .post('/v1/social/claim', proof, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: socialClaimRequest })
      return c.json((await social.claim({ ...body, jkt: c.var.jkt })) satisfies SocialClaimResponse)
    })
    .post('/v1/social/attach', proof, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: socialAttachRequest })
      return c.json((await social.attach({ ...body, jkt: c.var.jkt })) satisfies SocialAttachResponse)
    })
}
