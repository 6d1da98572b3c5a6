import {
  authenticateRequest,
  authenticateResponse,
  jwksResponse,
  nonceResponse,
  sessionResponse,
  sessionsResponse,
} from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { ProblemCode } from '../../http/problems.ts'
import type { Operation, Parameter } from '../Operation.ts'

const nonceToken: Parameter = {
  in: 'header',
  name: 'x-nonce-jwt',
  description: '`Bearer` and the token of `GET /auth/v1/nonce`.',
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

/** Signing in with a message the account signs, and the sessions that come of it. */
export const authOperations: readonly Operation[] = [
  {
    id: 'getNonce',
    method: 'get',
    path: '/auth/v1/nonce',
    summary: 'A nonce for one sign-in message',
    access: 'project',
    answers: {
      200: {
        description: 'The nonce, and the token that proves it: good once, for ten minutes.',
        schema: nonceResponse,
      },
    },
    problems: [],
  },
  {
    id: 'authenticate',
    method: 'post',
    path: '/auth/v1/authenticate',
    summary: 'Sign in',
    description:
      'The message is one of EIP-4361 (for Solana and Bitcoin CAIP-122) with the nonce, for an origin of the project. The nonce is used up whatever comes of it.',
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
        description: 'The session token: a JWT (EdDSA) about the account.',
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
      'As signing in, with the token of the session to which the account is added; it may be of another family of chains.',
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
        description: 'A token for the same session whose `accounts` names all of them.',
        schema: authenticateResponse,
      },
    },
    problems: [...signInProblems, 'too-many-accounts'],
  },
  {
    id: 'getSession',
    method: 'get',
    path: '/auth/v1/me',
    summary: 'The session of a token',
    access: 'session',
    answers: { 200: { description: 'Who is signed in, where, and for how long.', schema: sessionResponse } },
    problems: [],
  },
  {
    id: 'listSessions',
    method: 'get',
    path: '/auth/v1/sessions',
    summary: 'All sessions of the accounts',
    access: 'session',
    answers: { 200: { description: 'Those that have not ended.', schema: sessionsResponse } },
    problems: [],
  },
  {
    id: 'endSession',
    method: 'delete',
    path: '/auth/v1/sessions/{id}',
    summary: 'End a session of one of the accounts',
    access: 'session',
    parameters: [
      {
        in: 'path',
        name: 'id',
        description: 'The `id` of the session.',
        schema: z.string(),
        example: '2f0c4e4e-6ef0-4a54-8f0b-0f6a3a2c1d5e',
      },
    ],
    answers: { 204: { description: 'It has ended.' } },
    problems: ['not-found'],
  },
  {
    id: 'signOut',
    method: 'post',
    path: '/auth/v1/sign-out',
    summary: 'End this session',
    access: 'session',
    answers: { 204: { description: 'It has ended.' } },
    problems: [],
  },
  {
    id: 'getKeys',
    method: 'get',
    path: '/.well-known/jwks.json',
    summary: 'Public keys of the session tokens',
    access: 'public',
    answers: {
      200: { description: 'A JWK set (RFC 7517).', schema: jwksResponse, headers: ['cache-control'] },
    },
    problems: [],
  },
]
