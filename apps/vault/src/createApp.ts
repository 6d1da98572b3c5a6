import { getConnInfo } from '@hono/node-server/conninfo'
import {
  CommonProblem,
  clientIp,
  preflightHeaders,
  problemBody,
  RequestProblem,
  requestId,
} from '@portico/server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { routePath } from 'hono/route'
import type { Services } from './createServices.ts'
import { describeBrowser } from './email/describeBrowser.ts'
import type { AppEnv } from './http/AppEnv.ts'
import { answerHeaders } from './http/answerHeaders.ts'
import { guardOrigin } from './http/guardOrigin.ts'
import { HttpProblem } from './http/HttpProblem.ts'
import { autoRoutes } from './modules/auto/routes.ts'
import { deviceRoutes } from './modules/device/routes.ts'
import { emailRoutes } from './modules/email/routes.ts'
import type { Caller } from './modules/email/service.ts'
import { healthRoutes } from './modules/health/routes.ts'
import { keyRoutes } from './modules/keys/routes.ts'
import { updateRoutes } from './modules/update/routes.ts'

const mostBytes = 100 * 1024

/**
 * The whole server without a port.
 *
 * @example
 * const app = createApp(await createServices({ config, log }))
 * const response = await app.request('/livez')
 */
export function createApp(services: Services): Hono<AppEnv> {
  const { log, metrics, config } = services
  const { walletOrigin, trustedProxies, countryHeader } = config
  const app = new Hono<AppEnv>()

  function callerOf(c: Context<AppEnv>): Caller {
    const country = countryHeader === undefined ? undefined : c.req.header(countryHeader)
    return {
      ip: clientIp({
        remoteAddress: c.env?.incoming ? getConnInfo(c).remote.address : undefined,
        forwardedFor: c.req.header('x-forwarded-for'),
        trustedProxies,
      }),
      ...describeBrowser(c.req.header('user-agent')),
      ...(country !== undefined && /^[A-Z]{2}$/.test(country) ? { country } : {}),
    }
  }

  app.use(async (c, next) => {
    const start = performance.now()
    const id = requestId(c.req.header('x-request-id'))
    c.set('requestId', id)
    const headers = answerHeaders({ origin: c.req.header('origin'), walletOrigin, requestId: id })
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    await next()
    const ms = performance.now() - start
    const route = routePath(c, -1)
    const { method } = c.req
    metrics.onRequest({ method, route, status: c.res.status, seconds: ms / 1000 })
    log.info({ requestId: id, method, route, status: c.res.status, ms: Math.round(ms) }, 'answered')
  })
  app.options('*', (c) => {
    const isWallet = c.req.header('origin') === walletOrigin
    const requestedHeaders = c.req.header('access-control-request-headers')
    for (const [name, value] of Object.entries(isWallet ? preflightHeaders({ requestedHeaders }) : {}))
      c.header(name, value)
    return c.body(null, 204)
  })
  app.use(
    bodyLimit({
      maxSize: mostBytes,
      onError: () => {
        throw new CommonProblem('body-too-large', { detail: `At most ${mostBytes} bytes.` })
      },
    }),
  )
  app.use(guardOrigin({ walletOrigin }))
  // Before any signature is checked or anything written: proofs of new keys cost their maker nothing.
  app.use(async (c, next) => {
    if (c.req.method === 'POST') services.requests.take(callerOf(c).ip)
    return next()
  })
  app.route('/', healthRoutes(services))
  app.route('/', keyRoutes(services))
  app.route('/', emailRoutes({ ...services, callerOf }))
  app.route('/', deviceRoutes(services))
  app.route('/', updateRoutes({ ...services, callerOf }))
  app.route('/', autoRoutes(services))

  app.notFound((c) => answerProblem(c, missing(app, c)))
  app.onError((error, c) => {
    if (error instanceof RequestProblem) return answerProblem(c, error)
    log.error({ requestId: c.var.requestId, method: c.req.method, error }, 'request failed')
    return answerProblem(c, new HttpProblem('internal', { cause: error }))
  })
  return app
}

/** 405 where the path exists under another method, else 404. */
function missing(app: Hono<AppEnv>, c: Context<AppEnv>): RequestProblem {
  const methods = ['GET', 'POST'].filter((method) =>
    app.router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method),
  )
  if (methods.length === 0) return new HttpProblem('not-found')
  return new HttpProblem('method-not-allowed', { headers: { allow: [...methods, 'OPTIONS'].join(', ') } })
}

function answerProblem(c: Context<AppEnv>, problem: RequestProblem): Response {
  for (const [name, value] of Object.entries(problem.headers)) c.header(name, value)
  const body = problemBody({ problem, requestId: c.var.requestId ?? requestId(undefined) })
  return c.body(JSON.stringify(body), problem.status as 500, { 'content-type': 'application/problem+json' })
}
