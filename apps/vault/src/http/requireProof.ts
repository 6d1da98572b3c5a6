import type { DpopVerifier } from '@portico/server'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './AppEnv.ts'

/** Lets through who proves a key (DPoP, RFC 9449) with a nonce of ours, and says whose it is. */
export function requireProof(dpop: DpopVerifier): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { jkt } = await dpop.verify({
      proof: c.req.header('dpop'),
      method: c.req.method,
      path: c.req.path,
      needsNonce: true,
    })
    c.set('jkt', jkt)
    // For the next request, so that it need not be refused first.
    c.header('dpop-nonce', dpop.nonce())
    await next()
  }
}
