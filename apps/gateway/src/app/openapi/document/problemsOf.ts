import type { Access, Operation } from '../../../infra/http/openapi/Operation.ts'
import { operationCost } from '../../../infra/http/openapi/routeCosts.ts'
import type { ProblemCode } from '../../../infra/http/problems.ts'

const session = [
  'session-missing',
  'session-invalid',
  'session-expired',
  'session-revoked',
  'jwt-not-yet-valid',
] as const
/** Problems of every operation under `/wallet/v1`, which only the wallet site may call. */
const walletSite = ['embedded-off', 'origin-not-allowed', 'json-expected'] as const
const proof = [...walletSite, 'dpop-missing', 'dpop-invalid', 'use-dpop-nonce'] as const
const project = ['invalid-key', 'origin-not-allowed'] as const

const problemsByAccess: Readonly<Record<Access, readonly ProblemCode[]>> = {
  public: [],
  project,
  stream: project,
  session: [...project, ...session],
  walletSite,
  proof,
  wallet: [...proof, ...session],
  relay: ['project-id-missing', ...project, 'relay-token-invalid', 'jwt-not-yet-valid'],
}
const idempotencyProblems = [
  'invalid-request',
  'body-too-large',
  'idempotency-key-busy',
  'idempotency-key-reused',
] as const

/** Returns the codes of all problems that an operation can return. */
export function problemsOf(operation: Operation): ProblemCode[] {
  const { access, problems, isIdempotent, answers } = operation
  return [
    ...new Set<ProblemCode>([
      ...problems,
      ...problemsByAccess[access],
      ...(isIdempotent ? idempotencyProblems : []),
      // JSON-RPC describes its own 429 response.
      ...(operationCost(operation) > 0 && !answers[429] ? (['rate-limited'] as const) : []),
      'unavailable',
      'internal',
    ]),
  ]
}
