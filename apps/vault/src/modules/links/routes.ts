import { type LinksAllowResponse, linksAllowRequest } from '@portico/protocol/vault'
import { type DpopVerifier, parseBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import type { Caller } from '../../http/readCaller.ts'
import { requireProof } from '../../http/requireProof.ts'
import type { LinkService } from './service.ts'

/** The route with which a device of the user lets others ask for links. */
export function linkRoutes({
  links,
  dpop,
  callerOf,
}: {
  links: LinkService
  dpop: DpopVerifier
  callerOf: (c: Context<AppEnv>) => Caller
}): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/v1/links/allow', requireProof(dpop), async (c) => {
    const { userId } = await parseBody({ request: c.req.raw, schema: linksAllowRequest })
    const answer = await links.allow({ userId, jkt: c.var.jkt, caller: callerOf(c) })
    return c.json(answer satisfies LinksAllowResponse)
  })
}
