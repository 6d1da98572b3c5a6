import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Projects } from './service.ts'

/**
 * Creates middleware that rejects calls without a valid project, from origins it does not allow, or over its rate
 * limit.
 */
export function requireProject({ projects }: { projects: Projects }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const project = projects.authorize({
      projectId: c.req.query('projectId') || c.req.header('x-project-id') || undefined,
      origin: c.req.header('origin'),
      authorization: c.req.header('authorization'),
    })
    c.set('project', project)
    c.var.takeProject?.(project)
    await next()
  }
}
