import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { AppEnv } from '../http/AppEnv.ts'
import { readSecretKey } from '../modules/projects/secretKey.ts'
import type { Limits } from './createLimits.ts'
import { routeCost } from './routeCost.ts'

/**
 * Takes from every call what its route costs: from its address at once, from its project as soon as `requireProject`
 * knows it. JSON-RPC does so by itself, by method.
 */
export function limitCalls({
  limits,
  ipOf,
}: {
  limits: Limits
  ipOf: (c: Context<AppEnv>) => string
}): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const units = routeCost(routePath(c, -1))
    if (units === 0) return next()
    const show = (headers: Record<string, string>): void => {
      for (const [name, value] of Object.entries(headers)) c.header(name, value, { append: true })
    }
    const hasSecret = readSecretKey(c.req.header('authorization')) !== undefined
    if (!hasSecret) show(limits.takeAddress({ ip: ipOf(c), units }))
    c.set('takeProject', (project) => show(limits.takeProject({ project, units })))
    await next()
    // A key that opens nothing, or where none is asked for, saves nobody from being counted.
    if (hasSecret && !c.var.project) limits.takeAddress({ ip: ipOf(c), units })
    return undefined
  }
}
