import type { CaipNetworkId } from '@portico/protocol'
import { type SupportedChainsResponse, supportedChainsResponse } from '@portico/protocol/gateway'
import { Hono } from 'hono'
import type { Namespaces } from '../../chains/createNamespaces.ts'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { Projects } from '../projects/service.ts'

/** Route `GET /v1/supported-chains`: the networks that have a configured upstream. */
export function chainRoutes({
  namespaces,
  projects,
  offersSwaps,
  faucets,
  production,
}: {
  namespaces: Namespaces
  projects: Projects
  offersSwaps: (chain: CaipNetworkId) => boolean
  /** The networks on which the gateway gives test money away. */
  faucets: readonly CaipNetworkId[]
  production: boolean
}): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/v1/supported-chains', requireProject({ projects }), (c) => {
    // During development the list changes with every edit of the configuration.
    if (production) c.header('cache-control', 'public, max-age=86400, s-maxage=86400')
    const ids = [...namespaces.networks.keys()]
    // WebSocket works for all of them: if no upstream of a network supports it, the gateway polls.
    const swap = ids.filter(offersSwaps)
    return c.json({ http: ids, ws: ids, swap, faucet: [...faucets] } satisfies SupportedChainsResponse)
  })
}

/** The operations of the chains module. */
export const chainOperations: readonly Operation[] = [
  {
    id: 'listChains',
    method: 'get',
    path: '/v1/supported-chains',
    summary: 'List the networks this gateway serves',
    access: 'project',
    answers: {
      200: {
        description:
          'CAIP-2 IDs, for HTTP and for WebSocket, those with swaps, and those of `POST /v1/faucet`.',
        schema: supportedChainsResponse,
        headers: ['cache-control'],
      },
    },
    problems: [],
  },
]
