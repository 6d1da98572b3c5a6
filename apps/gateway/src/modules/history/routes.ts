import type { HistoryResponse } from '@portico/protocol/gateway'
import { Hono } from 'hono'
import type { Families } from '../../families/createFamilies.ts'
import type { AppEnv } from '../../http/AppEnv.ts'
import { currencies } from '../../http/currencies.ts'
import { readAccount } from '../../http/readAccount.ts'
import { readChoice } from '../../http/readChoice.ts'
import { readLimit } from '../../http/readLimit.ts'
import { requireProject } from '../../http/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import type { HistoryService } from './service.ts'

/** `GET /v1/account/{address}/history` */
export function historyRoutes({
  history,
  families,
  projects,
}: {
  history: HistoryService
  families: Families
  projects: Projects
}): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/v1/account/:address/history', requireProject({ projects }), async (c) => {
    const query = readAccount({
      address: c.req.param('address'),
      chainId: c.req.query('chainId') || undefined,
      families,
    })
    const limit = readLimit(c.req.query('limit'))
    readChoice({ name: 'currency', value: c.req.query('currency'), choices: currencies, fallback: 'usd' })
    const onramp = readChoice({
      name: 'onramp',
      value: c.req.query('onramp'),
      choices: ['', 'coinbase'],
      fallback: '',
    })
    // Purchases: there is no such provider here yet, so there are none.
    if (onramp !== '') return c.json({ data: [], next: null } satisfies HistoryResponse)
    const { data, next, missing, coverage } = await history.page({
      ...query,
      limit,
      cursor: c.req.query('cursor') || undefined,
    })
    if (missing.length > 0) c.header('server-timing', missing.map((id) => `missing;desc="${id}"`).join(', '))
    return c.json({ data, next, coverage } satisfies HistoryResponse)
  })
}
