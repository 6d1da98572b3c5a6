import {
  type ProjectConfigResponse,
  type ProjectFeature,
  type ProjectOriginsResponse,
  projectConfigResponse,
  projectOriginsResponse,
} from '@portico/protocol/gateway'
import { Hono } from 'hono'
import type { Project } from '../../infra/config/Project.ts'
import type { SocialConfig } from '../../infra/config/SocialConfig.ts'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { offerSocialLogins } from './offerSocialLogins.ts'
import { requireProject } from './requireProject.ts'
import type { Projects } from './service.ts'

/**
 * `GET /projects/v1/origins`: the origin patterns a project allows. `GET /appkit/v1/config`: defaults for features that
 * the app has not configured.
 */
export function projectRoutes({
  projects,
  social,
}: {
  projects: Projects
  /** The social logins that are set up; undefined if embedded wallets are off. */
  social: SocialConfig | undefined
}): Hono<AppEnv> {
  const featuresOf = ({ features = [] }: Project): ProjectFeature[] =>
    social ? offerSocialLogins({ features, social }) : [...features]

  return new Hono<AppEnv>()
    .get('/projects/v1/origins', requireProject({ projects }), (c) =>
      c.json({ allowedOrigins: [...c.var.project.allowedOrigins] } satisfies ProjectOriginsResponse),
    )
    .get('/appkit/v1/config', requireProject({ projects }), (c) =>
      c.json({ features: featuresOf(c.var.project) } satisfies ProjectConfigResponse),
    )
}

/** The operations of the projects module. */
export const projectOperations: readonly Operation[] = [
  {
    id: 'listOrigins',
    method: 'get',
    path: '/projects/v1/origins',
    summary: 'List the origins the project allows',
    access: 'project',
    answers: {
      200: { description: 'Patterns such as https://*.app.example.', schema: projectOriginsResponse },
    },
    problems: [],
  },
  {
    id: 'getProjectConfig',
    method: 'get',
    path: '/appkit/v1/config',
    summary: 'Get the default features of the project',
    access: 'project',
    answers: {
      200: {
        description:
          'The features. They never override the configuration of the app. `social_login` has only logins that are set up.',
        schema: projectConfigResponse,
      },
    },
    problems: [],
  },
]
