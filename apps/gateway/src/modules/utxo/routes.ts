import { type CaipNetworkId, isCaipNetworkId } from '@portico/protocol'
import type { FeesResponse, UtxosResponse } from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { Families } from '../../families/createFamilies.ts'
import type { UtxoSource } from '../../families/UtxoSource.ts'
import type { AppEnv } from '../../http/AppEnv.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { ProblemCode } from '../../http/problems.ts'
import { readAccount } from '../../http/readAccount.ts'
import { requireProject } from '../../http/requireProject.ts'
import type { Projects } from '../projects/service.ts'

const patience = 9000

/** `GET /v1/account/{address}/utxos` and `GET /v1/fees` */
export function utxoRoutes({
  families,
  projects,
  log,
}: {
  families: Families
  projects: Projects
  log: Log
}): Hono<AppEnv> {
  function sourceOf(chain: CaipNetworkId): UtxoSource {
    const { utxos } = families.get(chain)
    if (utxos) return utxos
    throw refuse(
      'chain-not-supported',
      `${chain} has no unspent outputs, and no fees by the byte: networks of Bitcoin do.`,
    )
  }

  async function ask<Value>(
    c: Context<AppEnv>,
    chain: CaipNetworkId,
    call: (deadline: number) => Promise<Value>,
  ): Promise<Value> {
    try {
      return await call(Date.now() + patience)
    } catch (error) {
      log.warn({ requestId: c.var.requestId, chain, error }, 'a network could not be asked')
      throw new HttpProblem('upstream-unavailable', { cause: error })
    }
  }

  return new Hono<AppEnv>()
    .get('/v1/account/:address/utxos', requireProject({ projects }), async (c) => {
      const { account, chains } = readAccount({
        address: c.req.param('address'),
        chainId: c.req.query('chainId') || undefined,
        families,
      })
      const [{ id: chain }, ...others] = chains as [(typeof chains)[number]]
      const source = sourceOf(chain)
      // Outputs of one network are nothing on another, and they do not say which they are of.
      if (others.length > 0) throw refuse('invalid-request', 'Required: the address is of several networks.')
      const data = await ask(c, chain, (deadline) => source.list({ chain, account, deadline }))
      return c.json({ data } satisfies UtxosResponse)
    })
    .get('/v1/fees', requireProject({ projects }), async (c) => {
      const chain = c.req.query('chainId')
      if (!chain || !isCaipNetworkId(chain))
        throw refuse('invalid-request', 'Required: the CAIP-2 id of the chain.')
      if (!families.networks.has(chain))
        throw refuse('chain-not-supported', 'There is no node of this chain here.')
      const source = sourceOf(chain)
      const data = await ask(c, chain, (deadline) => source.rates({ chain, deadline }))
      return c.json({ data } satisfies FeesResponse)
    })
}

function refuse(code: ProblemCode, detail: string): HttpProblem {
  return new HttpProblem(code, { detail: `chainId: ${detail}`, errors: [{ pointer: 'chainId', detail }] })
}
