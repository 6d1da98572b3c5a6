import { type CaipNetworkId, RpcError } from '@portico/protocol'
import { type SimulateResponse, simulateRequest } from '@portico/protocol/gateway'
import { parseBody } from '@portico/server'
import { Hono } from 'hono'
import type { Chain } from '../../chain/Chain.ts'
import type { AppEnv } from '../../http/AppEnv.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { requireProject } from '../../http/requireProject.ts'
import { UpstreamsFailedError } from '../../upstreams/UpstreamsFailedError.ts'
import type { Projects } from '../projects/service.ts'
import type { SimulateService } from './service.ts'

const maxBody = 1024 * 1024
const patience = 9000

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
    const { chainId, from, calls, ...call } = await parseBody({
      request: c.req.raw,
      schema: simulateRequest,
      limit: maxBody,
    })
    const chain = chains.get(chainId as CaipNetworkId)
    if (!chain) {
      const detail = `There is no node of ${chainId} here.`
      throw new HttpProblem('chain-not-supported', { detail, errors: [{ pointer: '/chainId', detail }] })
    }
    const deadline = Date.now() + patience
    try {
      const answer = await simulate.simulate({ chain, account: from, calls: calls ?? [call], deadline })
      return c.json(answer satisfies SimulateResponse)
    } catch (error) {
      // A node that answers nonsense, or is out of quota, is none.
      if (error instanceof UpstreamsFailedError || error instanceof RpcError)
        throw new HttpProblem('upstream-unavailable', { cause: error })
      throw error
    }
  })
}
