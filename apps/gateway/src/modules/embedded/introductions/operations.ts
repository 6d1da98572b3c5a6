import {
  introductionCodeRequest,
  introductionCodeResponse,
  introductionMailRequest,
  introductionMailResponse,
  introductionProblem,
  introductionRequest,
  introductionResendRequest,
  introductionResponse,
} from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { Operation, Parameter } from '../../../infra/http/openapi/Operation.ts'

const id: Parameter = {
  in: 'path',
  name: 'id',
  description: 'The ID of the introduction.',
  schema: z.string(),
  example: 'dGhpcnR5LXR3byByYW5kb20gYnl0ZXMgZm9yIG9uZSE',
}
const sealed = 'eyJhbGciOi…'
const problems = ['invalid-request', 'body-too-large'] as const

/** The operations that introduce a key of the wallet's frame. Only the wallet site may call them. */
export const introductionOperations: readonly Operation[] = [
  {
    id: 'startIntroduction',
    method: 'post',
    path: '/wallet/v1/introductions',
    summary: 'Start a login that the gateway verifies itself',
    description:
      'Mails a code at once if this key has logged in with the address before. Otherwise the code is mailed when the vault has verified the address. The DPoP proof must contain a nonce of the server.',
    access: 'proof',
    body: { schema: introductionRequest, example: { way: 'email', sealed } },
    answers: {
      200: { description: 'The introduction; valid for 25 minutes.', schema: introductionResponse },
    },
    problems: [...problems, 'sealed-invalid', 'email-invalid', 'invalid-key', 'busy'],
    problemSchema: introductionProblem,
  },
  {
    id: 'mailIntroductionCode',
    method: 'post',
    path: '/wallet/v1/introductions/{id}/mail',
    summary: 'Mail the code, with the vault’s assertion about the address',
    description:
      'The assertion must be for this key, challenge, address and page. It can be used once; repeating the request mails nothing.',
    access: 'proof',
    parameters: [id],
    body: { schema: introductionMailRequest, example: { assertion: sealed } },
    answers: { 200: { description: 'The code is mailed.', schema: introductionMailResponse } },
    problems: [
      ...problems,
      'introduction-expired',
      'introduction-mismatch',
      'assertion-invalid',
      'assertion-expired',
      'assertion-used',
      'jwt-not-yet-valid',
      'vault-unavailable',
      'busy',
    ],
    problemSchema: introductionProblem,
  },
  {
    id: 'resendIntroductionCode',
    method: 'post',
    path: '/wallet/v1/introductions/{id}/resend',
    summary: 'Mail another code',
    description: 'The new code invalidates the previous one; the number of tries stays.',
    access: 'proof',
    parameters: [id],
    body: { schema: introductionResendRequest, example: {} },
    answers: { 200: { description: 'The code is mailed.', schema: introductionMailResponse } },
    problems: [...problems, 'introduction-expired', 'code-burnt', 'too-soon', 'busy'],
    problemSchema: introductionProblem,
  },
  {
    id: 'enterIntroductionCode',
    method: 'post',
    path: '/wallet/v1/introductions/{id}/code',
    summary: 'Log in with the code',
    description:
      'A code is valid for ten minutes; an introduction allows three tries. `introduced` is a JWS (ES256, `introduced+jwt`) of `IntroducedStatement` for the vault.',
    access: 'proof',
    parameters: [id],
    body: { schema: introductionCodeRequest, example: { sealed } },
    answers: {
      200: {
        description: 'The tokens of the session, and the statement for the vault.',
        schema: introductionCodeResponse,
      },
    },
    problems: [
      ...problems,
      'sealed-invalid',
      'introduction-expired',
      'code-wrong',
      'code-burnt',
      'code-void',
      'identity-mismatch',
    ],
    problemSchema: introductionProblem,
  },
]
