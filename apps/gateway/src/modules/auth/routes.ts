import {
  type AuthenticateResponse,
  authenticateRequest,
  type NonceResponse,
  type SessionResponse,
  type SessionsResponse,
} from '@portico/protocol/gateway'
import { parseBody, type RateLimit } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { requireProject } from '../../http/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import { type AuthService, toSessionResponse } from './service.ts'

const maxAuthBody = 100 * 1024

/** `/auth/v1`: sign-in with messages of EIP-4361 and CAIP-122, and the sessions it makes. */
export function authRoutes({
  auth,
  projects,
  limit,
  ipOf,
}: {
  auth: AuthService
  projects: Projects
  limit: RateLimit
  ipOf: (c: Context<AppEnv>) => string
}): Hono<AppEnv> {
  const sessionOf = (c: Context<AppEnv>) =>
    auth.readSession({ project: c.var.project, token: bearer(c.req.header('authorization')) })

  function takeTurn(c: Context<AppEnv>): void {
    const { id, listed } = c.var.project
    // Ids that anybody can make up would each bring a new allowance.
    const headers = limit.take(`${ipOf(c)}|${listed ? id : ''}`)
    for (const [name, value] of Object.entries(headers)) c.header(name, value, { append: true })
  }

  const routes = new Hono<AppEnv>()
  // Public by nature, and asked for by servers that verify sessions: no project.
  routes.get('/.well-known/jwks.json', (c) => {
    c.header('cache-control', 'public, max-age=300')
    return c.json(auth.jwks())
  })
  routes.use('/auth/v1/*', requireProject({ projects }))
  routes.get('/auth/v1/nonce', async (c) => {
    takeTurn(c)
    return c.json((await auth.issueNonce({ project: c.var.project })) satisfies NonceResponse)
  })
  routes.post('/auth/v1/authenticate', async (c) => {
    takeTurn(c)
    const { message, signature } = await parseBody({
      request: c.req.raw,
      schema: authenticateRequest,
      limit: maxAuthBody,
    })
    const answer = await auth.authenticate({
      project: c.var.project,
      origin: c.req.header('origin'),
      nonceToken: bearer(c.req.header('x-nonce-jwt')),
      message,
      signature,
    })
    return c.json(answer satisfies AuthenticateResponse)
  })
  routes.post('/auth/v1/link', async (c) => {
    takeTurn(c)
    const session = await sessionOf(c)
    const { message, signature } = await parseBody({
      request: c.req.raw,
      schema: authenticateRequest,
      limit: maxAuthBody,
    })
    const answer = await auth.link({
      project: c.var.project,
      session,
      origin: c.req.header('origin'),
      nonceToken: bearer(c.req.header('x-nonce-jwt')),
      message,
      signature,
    })
    return c.json(answer satisfies AuthenticateResponse)
  })
  routes.get('/auth/v1/me', async (c) =>
    c.json(toSessionResponse(await sessionOf(c)) satisfies SessionResponse),
  )
  routes.get('/auth/v1/sessions', async (c) => {
    const sessions = await auth.listSessions(await sessionOf(c))
    return c.json({ data: sessions.map(toSessionResponse) } satisfies SessionsResponse)
  })
  routes.delete('/auth/v1/sessions/:id', async (c) => {
    const ended = await auth.revoke({ by: await sessionOf(c), id: c.req.param('id') })
    if (!ended) throw new HttpProblem('not-found', { detail: 'The account has no such session.' })
    return c.body(null, 204)
  })
  routes.post('/auth/v1/sign-out', async (c) => {
    const session = await sessionOf(c)
    await auth.revoke({ by: session, id: session.id })
    return c.body(null, 204)
  })
  return routes
}

function bearer(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
}
