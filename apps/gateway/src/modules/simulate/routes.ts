import { type CaipNetworkId, RpcError } from '@portico/protocol'
import { type SimulateResponse, simulateRequest, simulateResponse } from '@portico/protocol/gateway'
import { parseBody } from '@portico/server'
import { Hono } from 'hono'
import type { Chain } from '../../chains/shared/Chain.ts'
import { UpstreamsFailedError } from '../../chains/shared/upstreams/UpstreamsFailedError.ts'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { exampleAccount } from '../../infra/http/openapi/parameters.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import type { SimulateService } from './service.ts'

const maxBody = 1024 * 1024
const timeoutMs = 9000

/** `POST /v1/tx/simulate` */
export function simulateRoutes({
  simulate,
  chains,
  projects,
}: {
  simulate: SimulateService
  chains: ReadonlyMap<CaipNetworkId, Chain>
  projects: Projects
}): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/v1/tx/simulate', requireProject({ projects }), async (c) => {
    const { chainId, from, calls, delegation, ...call } = await parseBody({
      request: c.req.raw,
      schema: simulateRequest,
      limit: maxBody,
    })
    const chain = chains.get(chainId as CaipNetworkId)
    if (!chain) {
      const detail = `This gateway has no upstream for ${chainId}.`
      throw new Problem('chain-not-supported', { detail, errors: [{ pointer: '/chainId', detail }] })
    }
    const deadline = Date.now() + timeoutMs
    try {
      const answer = await simulate.simulate({
        chain,
        account: from,
        calls: calls ?? [call],
        delegates: delegation !== undefined,
        deadline,
      })
      return c.json(answer satisfies SimulateResponse)
    } catch (error) {
      // An upstream with an unusable response, or without quota, counts as unavailable.
      if (error instanceof UpstreamsFailedError || error instanceof RpcError)
        throw new Problem('upstream-unavailable', { cause: error })
      throw error
    }
  })
}

/** The operations of the simulation module. */
export const simulateOperations: readonly Operation[] = [
  {
    id: 'simulate',
    method: 'post',
    path: '/v1/tx/simulate',
    cost: 10,
    summary: 'Simulate one call, or several in sequence, for an account',
    description:
      'The result is not guaranteed: the state of the chain may change before the transaction is included. With `delegation`, the account has the code of a smart account in this simulation (EIP-7702), as in its first batch; it needs an upstream with `eth_simulateV1`, otherwise `simulation-unavailable` is returned.',
    access: 'project',
    body: {
      schema: simulateRequest,
      description: 'Either one call (`to`, `value`, `data`, `gas`) or a list of `calls`.',
      example: {
        chainId: 'eip155:31337',
        from: exampleAccount,
        to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        value: '0xde0b6b3a7640000',
      },
    },
    answers: {
      200: {
        description:
          '`method` is the RPC method that was used. `verified` is true for changes confirmed by balances, not only claimed by logs.',
        schema: simulateResponse,
      },
    },
    problems: [
      'invalid-request',
      'chain-not-supported',
      'body-too-large',
      'simulation-unavailable',
      'upstream-unavailable',
    ],
  },
]
