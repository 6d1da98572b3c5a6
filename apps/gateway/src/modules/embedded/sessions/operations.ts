import {
  deviceProblem,
  walletRefreshRequest,
  walletSessionRequest,
  walletSessionResponse,
  walletSessionsResponse,
} from '@portico/protocol/gateway'
import type { Operation } from '../../../infra/http/openapi/Operation.ts'
import { inPath, noContent, share } from '../operationParts.ts'

/** The operations of sessions. */
export const sessionOperations: readonly Operation[] = [
  {
    id: 'createWalletSession',
    method: 'post',
    path: '/wallet/v1/sessions',
    summary: 'Log in with an identity assertion of the vault',
    description:
      'The assertion is bound to the key of the DPoP proof and can be used once, within a minute. An older session of the same key and page is revoked.',
    access: 'proof',
    body: { schema: walletSessionRequest, example: { assertion: 'eyJhbGciOi…' } },
    answers: { 200: { description: 'The tokens of the session.', schema: walletSessionResponse } },
    problems: [
      'invalid-request',
      'body-too-large',
      'assertion-invalid',
      'assertion-expired',
      'assertion-used',
      'jwt-not-yet-valid',
      'invalid-key',
      'introduction-required',
      'vault-unavailable',
    ],
  },
  {
    id: 'refreshWalletSession',
    method: 'post',
    path: '/wallet/v1/sessions/refresh',
    summary: 'Refresh the tokens of a session',
    description:
      'Each refresh token can be used once. Repeating the request within ten seconds returns the same token; using an old token later revokes the session.',
    access: 'proof',
    body: { schema: walletRefreshRequest, example: { refreshToken: share } },
    answers: { 200: { description: 'The tokens of the session.', schema: walletSessionResponse } },
    problems: ['invalid-request', 'body-too-large', 'refresh-invalid', 'refresh-reused', 'session-expired'],
  },
  {
    id: 'listWalletSessions',
    method: 'get',
    path: '/wallet/v1/sessions',
    summary: 'List the devices a user is logged in on',
    access: 'wallet',
    answers: {
      200: {
        description: 'The sessions, and the devices whose keys are known, newest first.',
        schema: walletSessionsResponse,
      },
    },
    problems: [],
  },
  {
    id: 'endWalletSession',
    method: 'delete',
    path: '/wallet/v1/sessions/{id}',
    summary: 'Log out a device',
    description:
      'Revokes the session and immediately deletes the shares with which its device could open wallets. With `current`, or the ID of the own session, the device signs out: its shares stay for its next login and cannot be read until then.',
    access: 'wallet',
    parameters: [inPath('id', 'The ID of the session, or `current`.', 'ses_x')],
    answers: noContent('The session is revoked.'),
    problemSchema: deviceProblem,
    problems: ['not-found', 'device-held', 'device-too-new'],
  },
]
