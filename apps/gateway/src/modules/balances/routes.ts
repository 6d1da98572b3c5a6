import type { CaipNetworkId } from '@portico/protocol'
import type { BalanceResponse, PortfolioResponse } from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { Families } from '../../families/createFamilies.ts'
import { rulesOf } from '../../families/rulesOf.ts'
import type { AppEnv } from '../../http/AppEnv.ts'
import { currencies } from '../../http/currencies.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { matchesTag } from '../../http/matchesTag.ts'
import { readAccount } from '../../http/readAccount.ts'
import { readChoice } from '../../http/readChoice.ts'
import { requireProject } from '../../http/requireProject.ts'
import { weakTag } from '../../http/weakTag.ts'
import type { Projects } from '../projects/service.ts'
import { readForceUpdate } from './readForceUpdate.ts'
import type { BalanceService } from './service.ts'

const patience = 9000

/** `GET /v1/account/{address}/balance` and `/portfolio` */
export function balanceRoutes({
  balances,
  families,
  projects,
  log,
}: {
  balances: BalanceService
  families: Families
  projects: Projects
  log: Log
}): Hono<AppEnv> {
  async function read(c: Context<AppEnv>) {
    const query = readAccount({
      address: c.req.param('address') ?? '',
      chainId: c.req.query('chainId') || undefined,
      families,
    })
    const currency = readChoice({
      name: 'currency',
      value: c.req.query('currency'),
      choices: currencies,
      fallback: 'usd',
    })
    const forced = readForceUpdate(c.req.query('forceUpdate'))
    const deadline = Date.now() + patience
    const { account } = query
    const results = await Promise.allSettled(
      query.chains.map(async (chain) => {
        const head = await families.get(chain.id).stateOf({ chain: chain.id, account, deadline })
        // The coin alone is new with every block; a token that nobody listed has to be named.
        const tokens = forced.get(chain.id)
        const found = await balances.list({ chain: chain.id, account, currency, head, tokens, deadline })
        return { ...found, head }
      }),
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
    const found = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    return { found, missing }
  }

  /** With a tag, so that polling costs nothing while the chain stands still. */
  function answer(c: Context<AppEnv>, depends: readonly string[], body: unknown): Response {
    const text = JSON.stringify(body)
    const tag = weakTag([...depends, text])
    // Asked again each time: after a transaction the visitor wants to see it.
    c.header('cache-control', 'private, no-cache')
    c.header('etag', tag)
    if (matchesTag(c.req.header('if-none-match'), tag)) return c.body(null, 304)
    return c.body(text, 200, { 'content-type': 'application/json' })
  }

  return new Hono<AppEnv>()
    .get('/v1/account/:address/balance', requireProject({ projects }), async (c) => {
      const { found, missing } = await read(c)
      const body: BalanceResponse = {
        balances: found.flatMap((chain) => chain.balances),
        coverage: found.every(({ coverage }) => coverage === 'indexed') ? 'indexed' : 'list',
      }
      return answer(c, [...found.map(({ head }) => head), ...missing.map(({ id }) => id)], body)
    })
    .get('/v1/account/:address/portfolio', requireProject({ projects }), async (c) => {
      const { found } = await read(c)
      const held = found
        .flatMap((chain) => chain.balances)
        .filter(({ quantity }) => quantity.numeric !== '0')
        .sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
      const body: PortfolioResponse = {
        data: held.map(({ address, chainId, name, symbol }) => ({
          id: address ?? `${chainId}:${rulesOf(chainId as CaipNetworkId).coinAddress}`,
          name,
          symbol,
        })),
      }
      return answer(
        c,
        found.map(({ head }) => head),
        body,
      )
    })
}
