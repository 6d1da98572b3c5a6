import { RequestProblem } from '@portico/server'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { AppEnv } from '../http/AppEnv.ts'
import { readSecretKey } from '../modules/projects/secretKey.ts'
import type { Project, Projects } from '../modules/projects/service.ts'
import type { Limits } from './createLimits.ts'
import { routeCost } from './routeCost.ts'

/**
 * Takes from every call what its route costs: from its address at once, from its project as soon as `requireProject`
 * knows it; of a call with a project's secret key from that project alone. JSON-RPC does so by itself, by method.
 */
export function limitCalls({
  limits,
  projects,
  ipOf,
}: {
  limits: Limits
  projects: Projects
  ipOf: (c: Context<AppEnv>) => string
}): MiddlewareHandler<AppEnv> {
  /** A key that opens nothing saves nobody from being counted, so it is looked up before anything is done. */
  function ownerOf(authorization: string | undefined): Project | undefined {
    if (readSecretKey(authorization) === undefined) return undefined
    try {
      return projects.authorize({ projectId: undefined, origin: undefined, authorization })
    } catch (error) {
      if (error instanceof RequestProblem) return undefined
      throw error
    }
  }

  return async (c, next) => {
    const units = routeCost(routePath(c, -1))
    if (units === 0) return next()
    const show = (headers: Record<string, string>): void => {
      for (const [name, value] of Object.entries(headers)) c.header(name, value, { append: true })
    }
    const owner = ownerOf(c.req.header('authorization'))
    if (owner) show(limits.takeProject({ project: owner, units }))
    else {
      show(limits.takeAddress({ ip: ipOf(c), units }))
      c.set('takeProject', (project) => show(limits.takeProject({ project, units })))
    }
    return next()
  }
}
