import type { DpopVerifier } from '@portico/server'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './AppEnv.ts'

/** Middleware that requires a DPoP proof (RFC 9449) with a nonce of this server, and sets `jkt`. */
export function requireProof(dpop: DpopVerifier): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { jkt } = await dpop.verify({
      proof: c.req.header('dpop'),
      method: c.req.method,
      path: c.req.path,
      needsNonce: true,
    })
    c.set('jkt', jkt)
    // A fresh nonce, so that the next request need not be refused first.
    c.header('dpop-nonce', dpop.nonce())
    await next()
  }
}
