import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Project } from '../infra/config/Project.ts'
import type { AppEnv } from '../infra/http/AppEnv.ts'
import { Problem } from '../infra/http/Problem.ts'
import type { Limits } from '../infra/limits/createLimits.ts'
import { readSecretKey } from '../modules/projects/secretKey.ts'
import type { Projects } from '../modules/projects/service.ts'

/**
 * Charges every call the cost units of its route: to its address at once, and to its project as soon as
 * `requireProject` has found it. A call with a project's secret key is charged to that project alone. JSON-RPC charges
 * by method and does not pass through here.
 */
export function limitCalls({
  limits,
  projects,
  costs,
  ipOf,
}: {
  limits: Limits
  projects: Projects
  /** Cost units by route pattern; other routes cost 1. */
  costs: Readonly<Record<string, number>>
  ipOf: (c: Context<AppEnv>) => string
}): MiddlewareHandler<AppEnv> {
  /** Returns the project of a secret key. An invalid key is charged to the address, like a call without one. */
  function ownerOf(authorization: string | undefined): Project | undefined {
    if (readSecretKey(authorization) === undefined) return undefined
    try {
      return projects.authorize({ projectId: undefined, origin: undefined, authorization })
    } catch (error) {
      if (error instanceof Problem) return undefined
      throw error
    }
  }

  return async (c, next) => {
    const units = costs[routePath(c, -1)] ?? 1
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
