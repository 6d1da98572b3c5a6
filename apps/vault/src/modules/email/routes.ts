import {
  challengeRequest,
  type EmailDeviceResponse,
  type EmailResendResponse,
  type EmailStartResponse,
  emailStartRequest,
} from '@portico/protocol/vault'
import { type DpopVerifier, parseBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import type { Caller } from '../../http/readCaller.ts'
import { requireProof } from '../../http/requireProof.ts'
import type { EmailService } from './service.ts'

/** Routes for logging in by e-mail: start, wait for the link, resend it. */
export function emailRoutes({
  email,
  dpop,
  callerOf,
  stopping,
}: {
  email: EmailService
  dpop: DpopVerifier
  callerOf: (c: Context<AppEnv>) => Caller
  /** Aborts long polls. */
  stopping: AbortSignal
}): Hono<AppEnv> {
  const proof = requireProof(dpop)
  return new Hono<AppEnv>()
    .post('/v1/email/start', proof, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: emailStartRequest })
      const answer = await email.start({ ...body, jkt: c.var.jkt, caller: callerOf(c) })
      return c.json(answer satisfies EmailStartResponse)
    })
    .post('/v1/email/device', proof, async (c) => {
      const { tx } = await parseBody({ request: c.req.raw, schema: challengeRequest })
      const gone = AbortSignal.any([c.req.raw.signal, stopping])
      return c.json((await email.device({ tx, jkt: c.var.jkt, gone })) satisfies EmailDeviceResponse)
    })
    .post('/v1/email/resend', proof, async (c) => {
      const { tx } = await parseBody({ request: c.req.raw, schema: challengeRequest })
      const answer = await email.resend({ tx, jkt: c.var.jkt, caller: callerOf(c) })
      return c.json(answer satisfies EmailResendResponse)
    })
}
