import { type FaucetResponse, faucetRequest, faucetResponse } from '@portico/protocol/gateway'
import { parseBody } from '@portico/server'
import { Hono } from 'hono'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { IpOf } from '../../infra/http/createIpOf.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { exampleAccount } from '../../infra/http/openapi/parameters.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import type { FaucetService } from './service.ts'

/** Route `POST /v1/faucet`. */
export function faucetRoutes({
  faucet,
  projects,
  ipOf,
}: {
  faucet: FaucetService
  projects: Projects
  ipOf: IpOf
}): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/v1/faucet', requireProject({ projects }), async (c) => {
    const { chainId, address } = await parseBody({ request: c.req.raw, schema: faucetRequest, limit: 4096 })
    const paid = await faucet.pay({ chain: chainId, address, ip: ipOf(c) })
    c.header('cache-control', 'no-store')
    return c.json(paid satisfies FaucetResponse)
  })
}

/** The operations of the faucet module. */
export const faucetOperations: readonly Operation[] = [
  {
    id: 'getTestMoney',
    method: 'post',
    path: '/v1/faucet',
    cost: 20,
    summary: 'Get test money',
    description:
      'Sends the coin of a test network that `faucet` of `GET /v1/supported-chains` lists: once per hour to an address on a network, and three times per hour to one IP address.',
    access: 'project',
    body: { schema: faucetRequest, example: { chainId: 'eip155:31337', address: exampleAccount } },
    answers: {
      200: {
        description: 'The transaction, which may not be in a block yet, and the amount in whole coins.',
        schema: faucetResponse,
        headers: ['cache-control'],
      },
    },
    problems: ['invalid-request', 'body-too-large', 'chain-not-supported', 'faucet-limit', 'faucet-empty'],
  },
]
