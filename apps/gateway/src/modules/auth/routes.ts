import {
  type AuthenticateResponse,
  authenticateRequest,
  authenticateResponse,
  jwksResponse,
  type NonceResponse,
  nonceResponse,
  type SessionResponse,
  type SessionsResponse,
  sessionResponse,
  sessionsResponse,
} from '@portico/protocol/gateway'
import { parseBody, type RateLimit } from '@portico/server'
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Operation, Parameter } from '../../infra/http/openapi/Operation.ts'
import { Problem } from '../../infra/http/Problem.ts'
import type { ProblemCode } from '../../infra/http/problems.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import { type AuthService, toSessionResponse } from './service.ts'

const maxAuthBody = 100 * 1024

/** Routes of `/auth/v1`: sign-in with EIP-4361 and CAIP-122 messages, and sessions. */
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

  function applyRateLimit(c: Context<AppEnv>): void {
    const { id, listed } = c.var.project
    // Count unlisted projects together: anybody can invent project IDs, and each would get its own limit.
    const headers = limit.take(`${ipOf(c)}|${listed ? id : ''}`)
    for (const [name, value] of Object.entries(headers)) c.header(name, value, { append: true })
  }

  const routes = new Hono<AppEnv>()
  // No project ID needed: the keys are public, and other servers fetch them to verify sessions.
  routes.get('/.well-known/jwks.json', (c) => {
    c.header('cache-control', 'public, max-age=300')
    return c.json(auth.jwks())
  })
  routes.use('/auth/v1/*', requireProject({ projects }))
  routes.get('/auth/v1/nonce', async (c) => {
    applyRateLimit(c)
    return c.json((await auth.issueNonce({ project: c.var.project })) satisfies NonceResponse)
  })
  routes.post('/auth/v1/authenticate', async (c) => {
    applyRateLimit(c)
    const { message, signature, login } = await parseBody({
      request: c.req.raw,
      schema: authenticateRequest,
      limit: maxAuthBody,
    })
    const response = await auth.authenticate({
      project: c.var.project,
      origin: c.req.header('origin'),
      nonceToken: bearer(c.req.header('x-nonce-jwt')),
      message,
      signature,
      login,
    })
    return c.json(response satisfies AuthenticateResponse)
  })
  routes.post('/auth/v1/link', async (c) => {
    applyRateLimit(c)
    const session = await sessionOf(c)
    const { message, signature, login } = await parseBody({
      request: c.req.raw,
      schema: authenticateRequest,
      limit: maxAuthBody,
    })
    const response = await auth.link({
      project: c.var.project,
      session,
      origin: c.req.header('origin'),
      nonceToken: bearer(c.req.header('x-nonce-jwt')),
      message,
      signature,
      login,
    })
    return c.json(response satisfies AuthenticateResponse)
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
    if (!ended) throw new Problem('not-found', { detail: 'The account has no session with this ID.' })
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

const nonceToken: Parameter = {
  in: 'header',
  name: 'x-nonce-jwt',
  description: '`Bearer` followed by the `token` of `GET /auth/v1/nonce`.',
  schema: z.string(),
  required: true,
  example: 'Bearer eyJhbGciOi…',
}

const signInProblems = [
  'invalid-request',
  'body-too-large',
  'nonce-token-missing',
  'nonce-token-invalid',
  'nonce-token-expired',
  'jwt-not-yet-valid',
  'nonce-used',
  'malformed-message',
  'nonce-mismatch',
  'domain-mismatch',
  'uri-mismatch',
  'chain-unsupported',
  'not-yet-valid',
  'expired',
  'address-mismatch',
  'signature-malformed',
  'signature-invalid',
  'client-required',
  'client-unavailable',
] as const satisfies readonly ProblemCode[]

/** The operations of the auth module. */
export const authOperations: readonly Operation[] = [
  {
    id: 'getNonce',
    method: 'get',
    path: '/auth/v1/nonce',
    summary: 'Get a nonce for one sign-in message',
    access: 'project',
    answers: {
      200: {
        description: 'The nonce and a signed token for it. Both can be used once, within ten minutes.',
        schema: nonceResponse,
      },
    },
    problems: [],
  },
  {
    id: 'authenticate',
    method: 'post',
    path: '/auth/v1/authenticate',
    cost: 5,
    summary: 'Sign in',
    description:
      'Verifies a signed EIP-4361 message (CAIP-122 for Solana and Bitcoin) that contains the nonce and whose domain and URI are allowed origins of the project. Every attempt consumes the nonce, also a failed one. A message that the embedded wallet signed as part of a login has a nonce derived from the issued one and `login.random`.',
    access: 'project',
    parameters: [nonceToken],
    body: {
      schema: authenticateRequest,
      example: {
        message: 'app.example wants you to sign in with your Ethereum account:\n0x…',
        signature: '0x…',
      },
    },
    answers: {
      200: {
        description: 'The session token: a JWT (EdDSA) whose subject is the account.',
        schema: authenticateResponse,
      },
    },
    problems: signInProblems,
  },
  {
    id: 'linkAccount',
    method: 'post',
    path: '/auth/v1/link',
    summary: 'Add an account to a session',
    description:
      'Works like `POST /auth/v1/authenticate`, with the token of the session to which the account is added. The account may belong to another namespace.',
    access: 'session',
    parameters: [nonceToken],
    body: {
      schema: authenticateRequest,
      example: {
        message: 'app.example wants you to sign in with your Solana account:\n…',
        signature: '…',
      },
    },
    answers: {
      200: {
        description: 'A new token for the same session, whose `accounts` claim lists all accounts.',
        schema: authenticateResponse,
      },
    },
    problems: [...signInProblems, 'too-many-accounts'],
  },
  {
    id: 'getSession',
    method: 'get',
    path: '/auth/v1/me',
    summary: 'Get the session of a token',
    access: 'session',
    answers: {
      200: {
        description: 'The signed-in accounts, the domain, and when the session expires.',
        schema: sessionResponse,
      },
    },
    problems: [],
  },
  {
    id: 'listSessions',
    method: 'get',
    path: '/auth/v1/sessions',
    summary: 'List the sessions of the signed-in accounts',
    access: 'session',
    answers: {
      200: {
        description: 'The sessions that are neither revoked nor expired, newest first.',
        schema: sessionsResponse,
      },
    },
    problems: [],
  },
  {
    id: 'endSession',
    method: 'delete',
    path: '/auth/v1/sessions/{id}',
    summary: 'Revoke a session of one of the signed-in accounts',
    access: 'session',
    parameters: [
      {
        in: 'path',
        name: 'id',
        description: 'The ID of the session.',
        schema: z.string(),
        example: '2f0c4e4e-6ef0-4a54-8f0b-0f6a3a2c1d5e',
      },
    ],
    answers: { 204: { description: 'The session is revoked.' } },
    problems: ['not-found'],
  },
  {
    id: 'signOut',
    method: 'post',
    path: '/auth/v1/sign-out',
    summary: 'Revoke the session of the token',
    access: 'session',
    answers: { 204: { description: 'The session is revoked.' } },
    problems: [],
  },
  {
    id: 'getKeys',
    method: 'get',
    path: '/.well-known/jwks.json',
    summary: 'Get the public keys of session tokens',
    access: 'public',
    answers: {
      200: { description: 'A JWK set (RFC 7517).', schema: jwksResponse, headers: ['cache-control'] },
    },
    problems: [],
  },
]
