import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './AppEnv.ts'
import { HttpProblem } from './HttpProblem.ts'

/**
 * Refuses what a browser says comes from another page than the wallet site, what is no script's request, and forms: there
 * are no cookies to abuse, and it stays so. Programs without a browser send none of these headers and need a key's proof.
 */
export function guardOrigin({ walletOrigin }: { walletOrigin: string }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.req.method !== 'POST') return next()
    const origin = c.req.header('origin')
    const mode = c.req.header('sec-fetch-mode')
    const isForeign = origin !== undefined && origin !== walletOrigin
    const isNoScript = c.req.header('sec-fetch-site') === 'none' || (mode !== undefined && mode !== 'cors')
    // A browser that names its site names its origin, too, with every POST.
    const isNameless = origin === undefined && c.req.header('sec-fetch-site') !== undefined
    if (isForeign || isNoScript || isNameless) throw new HttpProblem('origin-not-allowed')
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (type !== 'application/json') throw new HttpProblem('content-type')
    return next()
  }
}
