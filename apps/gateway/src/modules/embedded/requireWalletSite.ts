import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import { Problem } from '../../infra/http/Problem.ts'
import type { Embedded } from './createEmbedded.ts'

const withBody = new Set(['POST', 'PUT', 'PATCH'])

/**
 * Creates middleware that accepts requests to `/wallet/v1` only from the wallet site or from outside a browser, with
 * JSON bodies. There are no cookies, so foreign pages could not act for a user anyway; this check is a second
 * defence.
 */
export function requireWalletSite({
  embedded,
}: {
  embedded: Embedded | undefined
}): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // Unknown routes get the usual 404.
    if (!matchedRoutes(c).some(({ method }) => method === c.req.method)) return next()
    if (!embedded) throw new Problem('embedded-off')
    const origin = c.req.header('origin')
    if (origin !== undefined && origin !== embedded.walletOrigin) throw new Problem('origin-not-allowed')
    // The wallet site only uses CORS requests, never links, forms, images or scripts.
    const mode = c.req.header('sec-fetch-mode')
    if (mode !== undefined && mode !== 'cors') throw new Problem('origin-not-allowed')
    if (origin === undefined && c.req.header('sec-fetch-site') === 'cross-site')
      throw new Problem('origin-not-allowed')
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (withBody.has(c.req.method) && type !== 'application/json') throw new Problem('json-expected')
    c.header('dpop-nonce', embedded.dpop.nonce())
    return next()
  }
}
