import { getConnInfo } from '@hono/node-server/conninfo'
import {
  clientIp,
  preflightHeaders,
  problemBody,
  RequestProblem,
  requestId,
  responseHeaders,
} from '@portico/server'
import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import type { Services } from './createServices.ts'
import type { AppEnv } from './http/AppEnv.ts'
import { HttpProblem } from './http/HttpProblem.ts'
import { problemRoutes } from './http/problemRoutes.ts'
import { limitCalls } from './limits/limitCalls.ts'
import { authRoutes } from './modules/auth/routes.ts'
import { balanceRoutes } from './modules/balances/routes.ts'
import { chainRoutes } from './modules/chains/routes.ts'
import { corsOrigin } from './modules/embedded/corsOrigin.ts'
import { embeddedRoutes } from './modules/embedded/routes.ts'
import { healthRoutes } from './modules/health/routes.ts'
import { historyRoutes } from './modules/history/routes.ts'
import { identityRoutes } from './modules/identity/routes.ts'
import { imageRoutes } from './modules/images/routes.ts'
import { ccipRoutes } from './modules/names/ccipRoutes.ts'
import { nameRoutes } from './modules/names/routes.ts'
import { nftRoutes } from './modules/nfts/routes.ts'
import { priceRoutes } from './modules/prices/routes.ts'
import { projectRoutes } from './modules/projects/routes.ts'
import { relayRoutes } from './modules/relay/routes.ts'
import { createRpcHandler } from './modules/rpc/createRpcHandler.ts'
import { rpcRoutes } from './modules/rpc/routes.ts'
import { simulateRoutes } from './modules/simulate/routes.ts'
import { socketRoutes } from './modules/sockets/routes.ts'
import { streamRoutes } from './modules/stream/routes.ts'
import { utxoRoutes } from './modules/utxo/routes.ts'
import { walletRoutes } from './modules/wallets/routes.ts'
import { openApiRoutes } from './openapi/routes.ts'

/**
 * The whole server without a port.
 *
 * @example
 * const app = createApp(await createServices({ config, log }))
 * const response = await app.request('/livez')
 */
export function createApp(services: Services): Hono<AppEnv> {
  const { log, metrics, config, limits } = services
  const app = new Hono<AppEnv>()

  const ipOf = (c: Context<AppEnv>): string =>
    clientIp({
      remoteAddress: c.env?.incoming ? getConnInfo(c).remote.address : undefined,
      forwardedFor: c.req.header('x-forwarded-for'),
      trustedProxies: config.trustedProxies,
    })

  /** The origin an answer is for, see `responseHeaders`. */
  const originOf = (c: Context<AppEnv>): string | undefined =>
    corsOrigin({
      path: c.req.path,
      origin: c.req.header('origin'),
      walletOrigin: config.embedded?.walletOrigin,
    })

  app.options('*', (c) => {
    const id = requestId(c.req.header('x-request-id'))
    const headers = {
      ...responseHeaders({ origin: originOf(c), requestId: id }),
      ...preflightHeaders({ requestedHeaders: c.req.header('access-control-request-headers') }),
    }
    return new Response(null, { status: 204, headers })
  })

  // Before all middleware: this path carries nearly all of the traffic.
  const handleRpc = createRpcHandler({ ...services, production: config.production })
  app.route('/', rpcRoutes({ handleRpc, ipOf }))

  app.use(async (c, next) => {
    const start = performance.now()
    const id = requestId(c.req.header('x-request-id'))
    c.set('requestId', id)
    for (const [name, value] of Object.entries(responseHeaders({ origin: originOf(c), requestId: id })))
      c.header(name, value)
    await next()
    const ms = performance.now() - start
    // The pattern, never the path: it holds addresses.
    const route = routePath(c, -1)
    const { method } = c.req
    metrics.onRequest({ method, route, status: c.res.status, seconds: ms / 1000 })
    log.info({ requestId: id, method, route, status: c.res.status, ms: Math.round(ms) }, 'answered')
  })

  app.use(limitCalls({ limits, projects: services.projects, ipOf }))
  app.route('/', healthRoutes(services))
  app.route('/', problemRoutes())
  app.route('/', openApiRoutes(config))
  app.route('/', chainRoutes({ ...services, production: config.production }))
  app.route('/', socketRoutes())
  app.route('/', streamRoutes({ ...services, ipOf }))
  app.route('/', relayRoutes({ ...services, open: config.open, hosts: config.relayHosts, ipOf }))
  app.route('/', projectRoutes(services))
  app.route('/', balanceRoutes(services))
  app.route('/', priceRoutes(services))
  app.route('/', historyRoutes(services))
  app.route('/', nftRoutes(services))
  app.route('/', utxoRoutes(services))
  app.route('/', imageRoutes(services))
  app.route('/', simulateRoutes(services))
  app.route('/', identityRoutes(services))
  app.route('/', nameRoutes({ ...services, limit: limits.auth, ipOf }))
  app.route('/', ccipRoutes(services))
  app.route('/', walletRoutes(services))
  app.route('/', embeddedRoutes({ ...services, limit: limits.auth, ipOf }))
  app.route('/', authRoutes({ ...services, limit: limits.auth, ipOf }))

  app.notFound((c) => answerProblem(c, missing(app, c)))
  app.onError((error, c) => {
    if (error instanceof RequestProblem) return answerProblem(c, error)
    log.error({ requestId: c.var.requestId, method: c.req.method, error }, 'request failed')
    return answerProblem(c, new HttpProblem('internal', { cause: error }))
  })
  return app
}

/** 405 where the path exists under another method, else 404. */
function missing(app: Hono<AppEnv>, c: Context<AppEnv>): HttpProblem {
  const methods = ['GET', 'POST', 'DELETE'].filter((method) =>
    app.router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method),
  )
  if (methods.length === 0) return new HttpProblem('not-found')
  return new HttpProblem('method-not-allowed', { headers: { allow: [...methods, 'OPTIONS'].join(', ') } })
}

function answerProblem(c: Context<AppEnv>, problem: HttpProblem): Response {
  for (const [name, value] of Object.entries(problem.headers)) c.header(name, value)
  const body = problemBody({ problem, requestId: c.var.requestId ?? requestId(undefined) })
  return c.body(JSON.stringify(body), problem.status as 500, { 'content-type': 'application/problem+json' })
}
