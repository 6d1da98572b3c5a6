import { createProblemHandlers, preflightHeaders, requestId, responseHeaders } from '@portico/server'
import { answerProxyCheck, proxyCheckHeader } from '@portico/server/checks'
import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import type { AppEnv } from '../infra/http/AppEnv.ts'
import { problems } from '../infra/http/problems.ts'
import { corsOrigin } from '../modules/embedded/corsOrigin.ts'
import type { Services } from './createServices.ts'
import { limitCalls } from './limitCalls.ts'

/**
 * Creates the HTTP application over the services; it listens on no port.
 *
 * @example
 * const app = createApp(await createServices({ config, log }))
 * const response = await app.request('/livez')
 */
export function createApp(services: Services): Hono<AppEnv> {
  const { log, metrics, config, limits, projects, ipOf } = services
  const { rpc, ...modules } = services.modules
  const costs: Readonly<Record<string, number>> = Object.assign(
    {},
    ...Object.values(services.modules).map((module) => module.costs),
  )
  const app = new Hono<AppEnv>()

  /** Returns the origin that the CORS headers of a response allow, see `responseHeaders`. */
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

  // Mounted before the middleware: JSON-RPC is nearly all of the traffic and does this work itself.
  app.route('/', rpc.routes)

  app.use(async (c, next) => {
    const start = performance.now()
    const id = requestId(c.req.header('x-request-id'))
    c.set('requestId', id)
    for (const [name, value] of Object.entries(responseHeaders({ origin: originOf(c), requestId: id })))
      c.header(name, value)
    await next()
    const ms = performance.now() - start
    // Log the pattern, never the path: paths contain account addresses.
    const route = routePath(c, -1)
    const { method } = c.req
    metrics.onRequest({ method, route, status: c.res.status, seconds: ms / 1000 })
    log.info({ requestId: id, method, route, status: c.res.status, ms: Math.round(ms) }, 'answered')
  })

  // Answers `--check`, which compares the number of proxies with TRUSTED_PROXIES.
  app.use('/livez', async (c, next) => {
    const [asked, forwardedFor] = [c.req.header(proxyCheckHeader), c.req.header('x-forwarded-for')]
    const answer = answerProxyCheck({ secret: services.cursorSecret, asked, forwardedFor, now: Date.now() })
    if (answer !== undefined) c.header(proxyCheckHeader, answer)
    await next()
  })
  app.use(limitCalls({ limits, projects, costs, ipOf }))
  for (const { routes } of Object.values(modules)) app.route('/', routes)

  const { onError, notFound } = createProblemHandlers({ problems, log, router: app.router })
  app.onError(onError)
  app.notFound(notFound)
  return app
}
