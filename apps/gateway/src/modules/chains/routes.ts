import type { SupportedChainsResponse } from '@portico/protocol/gateway'
import { Hono } from 'hono'
import type { Families } from '../../families/createFamilies.ts'
import type { AppEnv } from '../../http/AppEnv.ts'
import { requireProject } from '../../http/requireProject.ts'
import type { Projects } from '../projects/service.ts'

/** `GET /v1/supported-chains`: the chains there are nodes for. */
export function chainRoutes({
  families,
  projects,
  production,
}: {
  families: Families
  projects: Projects
  production: boolean
}): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/v1/supported-chains', requireProject({ projects }), (c) => {
    // On a developer's machine the list changes with every edit of the configuration.
    if (production) c.header('cache-control', 'public, max-age=86400, s-maxage=86400')
    const ids = [...families.networks.keys()]
    // Sockets are offered for all: where no node has one, the gateway asks instead.
    return c.json({ http: ids, ws: ids } satisfies SupportedChainsResponse)
  })
}
