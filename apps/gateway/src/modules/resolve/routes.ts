import { isCaipNetworkId } from '@portico/protocol'
import { type ResolveResponse, resolveResponse } from '@portico/protocol/gateway'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { namespaceOf } from '../../chains/namespaceRules.ts'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { parameters } from '../../infra/http/openapi/parameters.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import type { ResolveService } from './service.ts'

/** Route `GET /v1/resolve/{name}`. */
export function resolveRoutes({
  resolve,
  projects,
}: {
  resolve: ResolveService
  projects: Projects
}): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/v1/resolve/:name', requireProject({ projects }), async (c) => {
    const chain = c.req.query('chainId')
    if (!isCaipNetworkId(chain))
      throw new Problem('invalid-request', {
        detail: 'chainId: Must be a CAIP-2 id such as eip155:1.',
        errors: [{ pointer: 'chainId', detail: 'Must be a CAIP-2 id such as eip155:1.' }],
      })
    // Not only the networks that are served: an application may send on others through nodes of its own.
    if (!namespaceOf(chain))
      throw new Problem('chain-not-supported', {
        errors: [{ pointer: 'chainId', detail: 'Must be in the namespace eip155, solana or bip122.' }],
      })
    const found = await resolve.resolve({ name: c.req.param('name'), chain })
    // Private: whoever asks is about to pay somebody.
    c.header('cache-control', 'private, max-age=60')
    return c.json(found satisfies ResolveResponse)
  })
}

/** The operations of the resolve module. */
export const resolveOperations: readonly Operation[] = [
  {
    id: 'resolveName',
    method: 'get',
    path: '/v1/resolve/{name}',
    summary: 'Get the address of a name on a network',
    description:
      'An ENS name, with its offchain lookups (ERC-3668), or a name of this gateway. `coinType` is that of the network (ENSIP-11), or 60 on an EVM network if the name has only an Ethereum address: then it may not be its owner’s there.',
    access: 'project',
    cost: 3,
    parameters: [
      {
        in: 'path',
        name: 'name',
        description: 'The name. It is normalised (ENSIP-15).',
        schema: z.string(),
        example: 'alice.eth',
      },
      {
        ...parameters.chainId,
        required: true,
        description: 'CAIP-2 ID of the network. It need not be served.',
      },
    ],
    answers: {
      200: {
        description: 'The normalised name and its address, never zero.',
        schema: resolveResponse,
        headers: ['cache-control'],
      },
    },
    problems: ['invalid-request', 'chain-not-supported', 'name-unknown', 'upstream-unavailable'],
  },
]
