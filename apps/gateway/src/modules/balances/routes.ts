import type { CaipNetworkId } from '@portico/protocol'
import {
  type BalanceResponse,
  balanceResponse,
  type PortfolioResponse,
  portfolioResponse,
} from '@portico/protocol/gateway'
import { isDatabaseUnreachable, type Log } from '@portico/server'
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { Namespaces } from '../../chains/createNamespaces.ts'
import { rulesOf } from '../../chains/namespaceRules.ts'
import { readAccount } from '../../chains/readAccount.ts'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import { currencies } from '../../infra/http/currencies.ts'
import { matchesTag } from '../../infra/http/matchesTag.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { parameters } from '../../infra/http/openapi/parameters.ts'
import { readChoice } from '../../infra/http/readChoice.ts'
import { upstreamUnavailable } from '../../infra/http/upstreamUnavailable.ts'
import { weakTag } from '../../infra/http/weakTag.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import { readForceUpdate } from './readForceUpdate.ts'
import type { BalanceService } from './service.ts'

const readTimeoutMs = 9000

/** Routes `GET /v1/account/{address}/balance` and `/portfolio`. */
export function balanceRoutes({
  balances,
  namespaces,
  projects,
  log,
}: {
  balances: BalanceService
  namespaces: Namespaces
  projects: Projects
  log: Log
}): Hono<AppEnv> {
  async function read(c: Context<AppEnv>) {
    const query = readAccount({
      address: c.req.param('address') ?? '',
      chainId: c.req.query('chainId') || undefined,
      namespaces,
    })
    const currency = readChoice({
      name: 'currency',
      value: c.req.query('currency'),
      choices: currencies,
      fallback: 'usd',
    })
    const forced = readForceUpdate(c.req.query('forceUpdate'))
    const deadline = Date.now() + readTimeoutMs
    const { account } = query
    const results = await Promise.allSettled(
      query.chains.map(async (chain) => {
        const head = await namespaces.get(chain.id).stateVersion({ chain: chain.id, account, deadline })
        const tokens = forced.get(chain.id)
        const found = await balances.list({ chain: chain.id, account, currency, head, tokens, deadline })
        return { ...found, head }
      }),
    )
    const missing = query.chains.filter((_, index) => results[index]?.status === 'rejected')
    const reasons: unknown[] = []
    for (const [index, result] of results.entries()) {
      const chain = query.chains[index]?.id
      if (result.status === 'fulfilled') continue
      reasons.push(result.reason)
      if (!isDatabaseUnreachable(result.reason))
        log.warn({ requestId: c.var.requestId, chain, error: result.reason }, 'balances of a chain failed')
    }
    if (missing.length === query.chains.length) throw upstreamUnavailable(reasons)
    // Return what the other chains returned, and name the failed ones in a header.
    if (missing.length > 0)
      c.header('server-timing', missing.map(({ id }) => `missing;desc="${id}"`).join(', '))
    const found = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    return { found, missing }
  }

  /** Responds with an ETag, so that a client that polls gets 304 until something changes. */
  function respond(c: Context<AppEnv>, dependencies: readonly string[], body: unknown): Response {
    const text = JSON.stringify(body)
    const tag = weakTag([...dependencies, text])
    // Revalidate each time, so that a transaction shows at once.
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
      return respond(c, [...found.map(({ head }) => head), ...missing.map(({ id }) => id)], body)
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
      return respond(
        c,
        found.map(({ head }) => head),
        body,
      )
    })
}

const { address, chainId, currency, ifNoneMatch } = parameters
const unchanged = {
  description: 'Nothing has changed since the response with this ETag.',
  headers: ['etag'],
} as const

const forceUpdate = {
  in: 'query',
  name: 'forceUpdate',
  description:
    'Contracts that are read from the chain now, listed or not: up to 100 comma-separated CAIP-10 IDs.',
  schema: z.string(),
} as const

/** The operations of the balances module. */
export const balanceOperations: readonly Operation[] = [
  {
    id: 'getBalance',
    method: 'get',
    path: '/v1/account/{address}/balance',
    cost: 5,
    summary: 'List the coins and tokens of an account',
    description:
      'The native coin, listed tokens, and tokens that the account has transferred. Chains that failed are left out and named in the header Server-Timing.',
    access: 'project',
    parameters: [address, chainId, { ...currency, isShown: true }, forceUpdate, ifNoneMatch],
    answers: {
      200: {
        description: '`value` is absent if no price is known; `address` is absent for the native coin.',
        schema: balanceResponse,
        headers: ['etag', 'cache-control', 'server-timing'],
      },
      304: unchanged,
    },
    problems: ['invalid-request', 'chain-not-supported', 'upstream-unavailable'],
  },
  {
    id: 'getPortfolio',
    method: 'get',
    path: '/v1/account/{address}/portfolio',
    cost: 5,
    summary: 'List the assets of an account, without amounts',
    access: 'project',
    parameters: [address, chainId, currency, forceUpdate, ifNoneMatch],
    answers: {
      200: {
        description: 'The most valuable asset first. `id` is a CAIP-10 ID.',
        schema: portfolioResponse,
        headers: ['etag', 'cache-control', 'server-timing'],
      },
      304: unchanged,
    },
    problems: ['invalid-request', 'chain-not-supported', 'upstream-unavailable'],
  },
]
