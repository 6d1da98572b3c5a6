import type { CaipNetworkId } from '@portico/protocol'
import type { BalanceResponse } from '@portico/protocol/gateway'
import { Hono } from 'hono'
import type { Chain } from '../../chain/Chain.ts'
import type { AppEnv } from '../../http/AppEnv.ts'
import { currencies } from '../../http/currencies.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { readAccount } from '../../http/readAccount.ts'
import { readChoice } from '../../http/readChoice.ts'
import { requireProject } from '../../http/requireProject.ts'
import type { Log } from '../../log/createLog.ts'
import type { Projects } from '../projects/service.ts'
import type { BalanceService } from './service.ts'

const patience = 9000

/** `GET /v1/account/{address}/balance` */
export function balanceRoutes({
  balances,
  chains,
  projects,
  log,
}: {
  balances: BalanceService
  chains: ReadonlyMap<CaipNetworkId, Chain>
  projects: Projects
  log: Log
}): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/v1/account/:address/balance', requireProject({ projects }), async (c) => {
    const query = readAccount({
      address: c.req.param('address'),
      chainId: c.req.query('chainId') || undefined,
      chains,
    })
    const currency = readChoice({
      name: 'currency',
      value: c.req.query('currency'),
      choices: currencies,
      fallback: 'usd',
    })
    const deadline = Date.now() + patience
    const results = await Promise.allSettled(
      query.chains.map((chain) => balances.list({ chain, account: query.account, currency, deadline })),
    )
    const missing = query.chains.filter((_, index) => results[index]?.status === 'rejected')
    for (const [index, result] of results.entries()) {
      const chain = query.chains[index]?.id
      if (result.status === 'rejected')
        log.warn({ requestId: c.var.requestId, chain, error: result.reason }, 'balances of a chain failed')
    }
    if (missing.length === query.chains.length) throw new HttpProblem('upstream-unavailable')
    // Honest about what is not in the answer: one dead chain does not hide the others.
    if (missing.length > 0)
      c.header('server-timing', missing.map(({ id }) => `missing;desc="${id}"`).join(', '))
    const merged = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    return c.json({ balances: merged } satisfies BalanceResponse)
  })
}
