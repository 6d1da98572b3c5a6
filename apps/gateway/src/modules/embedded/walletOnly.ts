import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppEnv } from '../../http/AppEnv.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { Embedded } from './createEmbedded.ts'

const withBody = new Set(['POST', 'PUT', 'PATCH'])

/**
 * What every request to `/wallet/v1` must be: sent by the wallet's own site, or by a program, and as JSON. There are no
 * cookies, so a foreign page could do nothing in somebody's name anyway; this keeps it so.
 */
export function walletOnly({ embedded }: { embedded: Embedded | undefined }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // Where nothing answers, that is the answer.
    if (!matchedRoutes(c).some(({ method }) => method === c.req.method)) return next()
    if (!embedded) throw new HttpProblem('embedded-off')
    const origin = c.req.header('origin')
    if (origin !== undefined && origin !== embedded.walletOrigin) throw new HttpProblem('origin-not-allowed')
    // A browser says how it came to ask: by a link, a form, an image or a script without CORS is none of our ways.
    const mode = c.req.header('sec-fetch-mode')
    if (mode !== undefined && mode !== 'cors') throw new HttpProblem('origin-not-allowed')
    if (origin === undefined && c.req.header('sec-fetch-site') === 'cross-site')
      throw new HttpProblem('origin-not-allowed')
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (withBody.has(c.req.method) && type !== 'application/json') throw new HttpProblem('json-expected')
    c.header('dpop-nonce', embedded.dpop.nonce())
    return next()
  }
}
