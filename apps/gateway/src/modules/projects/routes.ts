import type { ProjectConfigResponse, ProjectOriginsResponse } from '@portico/protocol/gateway'
import { Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import { requireProject } from '../../http/requireProject.ts'
import type { Projects } from './service.ts'

/**
 * `GET /projects/v1/origins`: the origin patterns a project allows. `GET /appkit/v1/config`: what the kit may fill in
 * where the app has set nothing.
 */
export function projectRoutes({ projects }: { projects: Projects }): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/projects/v1/origins', requireProject({ projects }), (c) =>
      c.json({ allowedOrigins: [...c.var.project.allowedOrigins] } satisfies ProjectOriginsResponse),
    )
    .get('/appkit/v1/config', requireProject({ projects }), (c) =>
      c.json({ features: [...(c.var.project.features ?? [])] } satisfies ProjectConfigResponse),
    )
}
