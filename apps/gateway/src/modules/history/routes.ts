import { type HistoryResponse, historyResponse } from '@portico/protocol/gateway'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Namespaces } from '../../chains/createNamespaces.ts'
import { readAccount } from '../../chains/readAccount.ts'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import { currencies } from '../../infra/http/currencies.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { parameters } from '../../infra/http/openapi/parameters.ts'
import { readChoice } from '../../infra/http/readChoice.ts'
import { readLimit } from '../../infra/http/readLimit.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import type { Purchases } from './createPurchases.ts'
import type { HistoryService } from './service.ts'

/** Route `GET /v1/account/{address}/history`. */
export function historyRoutes({
  history,
  purchases,
  namespaces,
  projects,
}: {
  history: HistoryService
  purchases: Purchases
  namespaces: Namespaces
  projects: Projects
}): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/v1/account/:address/history', requireProject({ projects }), async (c) => {
    const query = readAccount({
      address: c.req.param('address'),
      chainId: c.req.query('chainId') || undefined,
      namespaces,
    })
    const limit = readLimit(c.req.query('limit'))
    readChoice({ name: 'currency', value: c.req.query('currency'), choices: currencies, fallback: 'usd' })
    const onramp = readChoice({
      name: 'onramp',
      value: c.req.query('onramp'),
      choices: ['', 'coinbase', ...purchases.providers],
      fallback: '',
    })
    if (onramp !== '')
      return c.json(
        (await purchases.page({
          ...query,
          limit,
          projectId: c.var.project.id,
          provider: onramp,
          cursor: c.req.query('cursor') || undefined,
        })) satisfies HistoryResponse,
      )
    const { data, next, missing, coverage } = await history.page({
      ...query,
      limit,
      cursor: c.req.query('cursor') || undefined,
    })
    if (missing.length > 0) c.header('server-timing', missing.map((id) => `missing;desc="${id}"`).join(', '))
    return c.json({ data, next, coverage } satisfies HistoryResponse)
  })
}

const { address, chainId, currency, limit, cursor } = parameters

/** The operations of the history module. */
export const historyOperations: readonly Operation[] = [
  {
    id: 'getHistory',
    method: 'get',
    path: '/v1/account/{address}/history',
    cost: 10,
    summary: 'List the transactions of an account',
    description:
      'Newest first. A page may be short or empty and still have a `next`, because it contains only what could be read in time.',
    access: 'project',
    parameters: [
      address,
      chainId,
      currency,
      { ...limit, isShown: true },
      cursor,
      {
        in: 'query',
        name: 'onramp',
        description:
          'ID of an onramp provider. Lists the purchases there that have arrived, instead of transactions.',
        schema: z.string(),
      },
    ],
    answers: {
      200: {
        description:
          'A page of transactions. `next` is the cursor of the next page, or null on the last page.',
        schema: historyResponse,
        headers: ['server-timing'],
      },
    },
    problems: ['invalid-request', 'chain-not-supported', 'cursor-stale', 'upstream-unavailable'],
  },
]
