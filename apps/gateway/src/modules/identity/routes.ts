import { isCaipAddress, isCaipNetworkId, parseCaipAddress } from '@portico/protocol'
import { type IdentityResponse, identityResponse } from '@portico/protocol/gateway'
import { type Context, Hono } from 'hono'
import type { Namespaces } from '../../chains/createNamespaces.ts'
import { namespaceRules } from '../../chains/namespaceRules.ts'
import { readAccount } from '../../chains/readAccount.ts'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { parameters } from '../../infra/http/openapi/parameters.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import type { IdentityService } from './service.ts'

/** Routes `GET /v1/identity/{address}` and its alias `/v1/account/{address}/identity`. */
export function identityRoutes({
  identity,
  namespaces,
  projects,
}: {
  identity: IdentityService
  namespaces: Namespaces
  projects: Projects
}): Hono<AppEnv> {
  const handle = async (c: Context<AppEnv>): Promise<Response> => {
    if (isOtherNamespace(c.req.param('address') ?? '')) {
      // Only accounts of the eip155 namespace can have names.
      const resolvedAt = new Date().toISOString()
      return c.json({ name: null, avatar: null, resolvedAt, maxAge: 300 } satisfies IdentityResponse)
    }
    const wanted = c.req.query('chainId') || undefined
    // An account has its ENS name on networks that are not served, too.
    const isServed = !isCaipNetworkId(wanted) || namespaces.networks.has(wanted)
    const chainId = isServed ? wanted : undefined
    const { account, chains } = readAccount({
      address: c.req.param('address') ?? '',
      chainId,
      namespaces,
    })
    const isNamed = chainId !== undefined || isCaipAddress(c.req.param('address') ?? '')
    const network = isNamed ? chains[0]?.id : undefined
    return c.json((await identity.resolve({ account, network })) satisfies IdentityResponse)
  }
  // No `cache-control`, so that no HTTP cache adds its time to that of clients, which keep the response for `maxAge`.
  return new Hono<AppEnv>()
    .get('/v1/identity/:address', requireProject({ projects }), handle)
    .get('/v1/account/:address/identity', requireProject({ projects }), handle)
}

/** Whether an address or CAIP-10 account belongs to another namespace than eip155. */
function isOtherNamespace(address: string): boolean {
  if (isCaipAddress(address)) return parseCaipAddress(address).namespace !== 'eip155'
  const { eip155, ...others } = namespaceRules
  return (
    eip155.readAddress(address) === undefined &&
    Object.values(others).some((rules) => rules.readAddress(address) !== undefined)
  )
}

const { address, chainId } = parameters

const identity = {
  method: 'get',
  summary: 'Get the name and avatar of an address',
  description:
    'The primary ENS name if the gateway has an upstream for eip155:1, otherwise a name registered at this gateway. The registered name of a smart account is found only with its network. The response may be kept for `maxAge` seconds from its arrival.',
  access: 'project',
  cost: 3,
  parameters: [address, chainId],
  answers: {
    200: {
      description: 'Name and avatar; each is null if there is none.',
      schema: identityResponse,
    },
  },
  problems: ['invalid-request', 'chain-not-supported'],
} as const satisfies Omit<Operation, 'id' | 'path'>

/** The operations of the identity module. */
export const identityOperations: readonly Operation[] = [
  { ...identity, id: 'getIdentity', path: '/v1/identity/{address}' },
  {
    ...identity,
    id: 'getAccountIdentity',
    path: '/v1/account/{address}/identity',
    description: 'The same as `GET /v1/identity/{address}`.',
  },
]
