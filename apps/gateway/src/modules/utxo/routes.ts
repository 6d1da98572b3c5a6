import { type CaipNetworkId, isCaipNetworkId } from '@portico/protocol'
import { type FeesResponse, feesResponse, type UtxosResponse, utxosResponse } from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { Namespaces } from '../../chains/createNamespaces.ts'
import { readAccount } from '../../chains/readAccount.ts'
import type { UtxoSource } from '../../chains/shared/UtxoSource.ts'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { parameters } from '../../infra/http/openapi/parameters.ts'
import { Problem } from '../../infra/http/Problem.ts'
import type { ProblemCode } from '../../infra/http/problems.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { Projects } from '../projects/service.ts'

const timeoutMs = 9000

/** `GET /v1/account/{address}/utxos` and `GET /v1/fees` */
export function utxoRoutes({
  namespaces,
  projects,
  log,
}: {
  namespaces: Namespaces
  projects: Projects
  log: Log
}): Hono<AppEnv> {
  function sourceOf(chain: CaipNetworkId): UtxoSource {
    const { utxos } = namespaces.get(chain)
    if (utxos) return utxos
    throw refuse(
      'chain-not-supported',
      `${chain} is not a Bitcoin network, so it has no unspent outputs and fee rates.`,
    )
  }

  async function ask<Value>(
    c: Context<AppEnv>,
    chain: CaipNetworkId,
    call: (deadline: number) => Promise<Value>,
  ): Promise<Value> {
    try {
      return await call(Date.now() + timeoutMs)
    } catch (error) {
      log.warn({ requestId: c.var.requestId, chain, error }, 'a network could not be read')
      throw new Problem('upstream-unavailable', { cause: error })
    }
  }

  return new Hono<AppEnv>()
    .get('/v1/account/:address/utxos', requireProject({ projects }), async (c) => {
      const { account, chains } = readAccount({
        address: c.req.param('address'),
        chainId: c.req.query('chainId') || undefined,
        namespaces,
      })
      const [{ id: chain }, ...others] = chains as [(typeof chains)[number]]
      const source = sourceOf(chain)
      // Outputs do not contain their network, so the response must be for one network only.
      if (others.length > 0)
        throw refuse('invalid-request', 'Required: the address is valid on several networks.')
      const data = await ask(c, chain, (deadline) => source.list({ chain, account, deadline }))
      return c.json({ data } satisfies UtxosResponse)
    })
    .get('/v1/fees', requireProject({ projects }), async (c) => {
      const chain = c.req.query('chainId')
      if (!chain || !isCaipNetworkId(chain))
        throw refuse('invalid-request', 'Required: the CAIP-2 ID of the chain.')
      if (!namespaces.networks.has(chain))
        throw refuse('chain-not-supported', 'This gateway has no upstream for the chain.')
      const source = sourceOf(chain)
      const data = await ask(c, chain, (deadline) => source.rates({ chain, deadline }))
      return c.json({ data } satisfies FeesResponse)
    })
}

function refuse(code: ProblemCode, detail: string): Problem {
  return new Problem(code, { detail: `chainId: ${detail}`, errors: [{ pointer: 'chainId', detail }] })
}

const { address, chainId } = parameters
const bitcoin = { ...chainId, example: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328' } as const

/** The operations of the UTXO module. */
export const utxoOperations: readonly Operation[] = [
  {
    id: 'getUtxos',
    method: 'get',
    path: '/v1/account/{address}/utxos',
    cost: 5,
    summary: 'List the unspent outputs of a Bitcoin address',
    description:
      'Confirmed and pending outputs. An address that is valid on several networks requires `chainId`.',
    access: 'project',
    parameters: [
      {
        ...address,
        description: 'A Bitcoin address, or its CAIP-10 account ID.',
        example: 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
      },
      { ...bitcoin, isShown: true },
    ],
    answers: {
      200: {
        description:
          'Up to 1000 outputs, largest first. `value` is in satoshis; `height` is absent for pending outputs.',
        schema: utxosResponse,
      },
    },
    problems: ['invalid-request', 'chain-not-supported', 'upstream-unavailable'],
  },
  {
    id: 'getFees',
    method: 'get',
    path: '/v1/fees',
    cost: 3,
    summary: 'Get the fee rates of a Bitcoin network',
    access: 'project',
    parameters: [{ ...bitcoin, description: 'The CAIP-2 ID of the network.', required: true }],
    answers: {
      200: {
        description:
          'Satoshis per virtual byte for confirmation within 144 blocks, 6 blocks, or the next block.',
        schema: feesResponse,
      },
    },
    problems: ['invalid-request', 'chain-not-supported', 'upstream-unavailable'],
  },
]
