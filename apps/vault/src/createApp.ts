import { createProblemHandlers, preflightHeaders, requestId } from '@portico/server'
import { answerProxyCheck, proxyCheckHeader } from '@portico/server/checks'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { routePath } from 'hono/route'
import type { Services } from './createServices.ts'
import type { AppEnv } from './http/AppEnv.ts'
import { answerHeaders } from './http/answerHeaders.ts'
import { guardOrigin } from './http/guardOrigin.ts'
import { readCaller } from './http/readCaller.ts'
import { autoRoutes } from './modules/auto/routes.ts'
import { claimRoutes } from './modules/claims/routes.ts'
import { deviceRoutes } from './modules/device/routes.ts'
import { emailRoutes } from './modules/email/routes.ts'
import { exportRoutes } from './modules/exports/routes.ts'
import { farcasterRoutes } from './modules/farcaster/routes.ts'
import { healthRoutes } from './modules/health/routes.ts'
import { keyRoutes } from './modules/keys/routes.ts'
import { linkRoutes } from './modules/links/routes.ts'
import { loginRoutes } from './modules/logins/routes.ts'
import { moveRoutes } from './modules/moves/routes.ts'
import { noticeRoutes } from './modules/notices/routes.ts'
import { socialRoutes } from './modules/social/routes.ts'
import { updateRoutes } from './modules/update/routes.ts'
import { Problem } from './problems/Problem.ts'
import { problems } from './problems/problems.ts'

const maxBytes = 100 * 1024

/**
 * Creates the server as a Hono app, without a port.
 *
 * @example
 * const app = createApp(await createServices({ config, log }))
 * const response = await app.request('/livez')
 */
export function createApp(services: Services): Hono<AppEnv> {
  const { log, metrics, config } = services
  const { walletOrigin, trustedProxies, countryHeader } = config
  const app = new Hono<AppEnv>()

  const callerOf = (c: Context<AppEnv>) => readCaller({ c, trustedProxies, countryHeader })

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
  // Answers `--check`, which compares the number of proxies with TRUSTED_PROXIES.
  app.use('/livez', async (c, next) => {
    const [asked, forwardedFor] = [c.req.header(proxyCheckHeader), c.req.header('x-forwarded-for')]
    const answer = answerProxyCheck({ secret: services.checkSecret, asked, forwardedFor, now: Date.now() })
    if (answer !== undefined) c.header(proxyCheckHeader, answer)
    await next()
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
      maxSize: maxBytes,
      onError: () => {
        throw new Problem('body-too-large', { detail: `At most ${maxBytes} bytes.` })
      },
    }),
  )
  app.use(guardOrigin({ walletOrigin }))
  // Before any signature is verified or anything is written: creating keys and proofs costs an attacker nothing.
  app.use(async (c, next) => {
    if (c.req.method === 'POST') services.requests.take(callerOf(c).ip)
    return next()
  })
  app.route('/', healthRoutes(services))
  app.route('/', keyRoutes(services))
  app.route('/', emailRoutes({ ...services, callerOf }))
  app.route('/', claimRoutes({ ...services, callerOf }))
  app.route('/', socialRoutes({ ...services, callerOf }))
  app.route('/', farcasterRoutes({ ...services, callerOf }))
  app.route('/', deviceRoutes(services))
  app.route('/', linkRoutes({ ...services, callerOf }))
  app.route('/', loginRoutes({ ...services, callerOf }))
  app.route('/', moveRoutes({ ...services, callerOf }))
  app.route('/', updateRoutes({ ...services, callerOf }))
  app.route('/', noticeRoutes(services))
  app.route('/', exportRoutes({ ...services, callerOf }))
  app.route('/', autoRoutes(services))

  const { onError, notFound } = createProblemHandlers({ problems, log, router: app.router })
  app.onError(onError)
  app.notFound(notFound)
  return app
}
