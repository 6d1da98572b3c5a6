import type { MiddlewareHandler } from 'hono'
import { Problem } from '../problems/Problem.ts'
import type { AppEnv } from './AppEnv.ts'

/**
 * Middleware that refuses POST requests of browsers from other sites than the wallet site, and requests that are not made by
 * a script with a JSON body, such as forms. Programs other than browsers send none of these headers; they need a DPoP proof.
 */
export function guardOrigin({ walletOrigin }: { walletOrigin: string }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.req.method !== 'POST') return next()
    const origin = c.req.header('origin')
    const mode = c.req.header('sec-fetch-mode')
    const isOtherOrigin = origin !== undefined && origin !== walletOrigin
    const isNotScript = c.req.header('sec-fetch-site') === 'none' || (mode !== undefined && mode !== 'cors')
    // A browser that sends `Sec-Fetch-Site` also sends `Origin` with every POST.
    const isOriginMissing = origin === undefined && c.req.header('sec-fetch-site') !== undefined
    if (isOtherOrigin || isNotScript || isOriginMissing) throw new Problem('origin-not-allowed')
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (type !== 'application/json') throw new Problem('content-type')
    return next()
  }
}
