import type { MiddlewareHandler } from 'hono'
import type { Projects } from '../modules/projects/service.ts'
import type { AppEnv } from './AppEnv.ts'

/** Refuses calls without a known project, from a page the project does not allow, or more of them than it may. */
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
