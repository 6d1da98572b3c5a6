import {
  type AutoReleaseResponse,
  type AutoStoreResponse,
  autoReleaseRequest,
  autoStoreRequest,
} from '@portico/protocol/vault'
import { type DpopVerifier, parseBody } from '@portico/server'
import { Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import { requireProof } from '../../http/requireProof.ts'
import type { AutoService } from './service.ts'

/** Routes that store and release recovery secrets. */
export function autoRoutes({ auto, dpop }: { auto: AutoService; dpop: DpopVerifier }): Hono<AppEnv> {
  const proof = requireProof(dpop)
  return new Hono<AppEnv>()
    .post('/v1/auto/store', proof, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: autoStoreRequest })
      return c.json((await auto.store({ ...body, jkt: c.var.jkt })) satisfies AutoStoreResponse)
    })
    .post('/v1/auto/release', proof, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: autoReleaseRequest })
      return c.json((await auto.release({ ...body, jkt: c.var.jkt })) satisfies AutoReleaseResponse)
    })
}
