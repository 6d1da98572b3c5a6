import type { MiddlewareHandler } from 'hono'
import type { Projects } from '../modules/projects/service.ts'
import type { AppEnv } from './AppEnv.ts'

/** Refuses calls without a known project, or from a page the project does not allow. */
export function requireProject({ projects }: { projects: Projects }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set(
      'project',
      projects.authorize({
        projectId: c.req.query('projectId') || c.req.header('x-project-id') || undefined,
        origin: c.req.header('origin'),
        authorization: c.req.header('authorization'),
      }),
    )
    await next()
  }
}
