import type { ProblemCode } from '../http/problems.ts'
import { routeCost } from '../limits/routeCost.ts'
import type { Access, Operation } from './Operation.ts'

const session = [
  'session-missing',
  'session-invalid',
  'session-expired',
  'session-revoked',
  'jwt-not-yet-valid',
] as const
/** Of `/wallet/v1`: asked by the wallet's own site. */
const walletSite = ['embedded-off', 'origin-not-allowed', 'json-expected'] as const
const proof = [...walletSite, 'dpop-missing', 'dpop-invalid', 'use-dpop-nonce'] as const
const project = ['invalid-key', 'origin-not-allowed'] as const

const ofAccess: Readonly<Record<Access, readonly ProblemCode[]>> = {
  public: [],
  project,
  stream: project,
  session: [...project, ...session],
  walletSite,
  proof,
  wallet: [...proof, ...session],
  relay: ['project-id-missing', ...project, 'relay-token-invalid', 'jwt-not-yet-valid'],
}
const ofKeys = [
  'invalid-request',
  'body-too-large',
  'idempotency-key-busy',
  'idempotency-key-reused',
] as const

/** Everything an operation may be refused with. */
export function problemsOf(operation: Operation): ProblemCode[] {
  const { access, problems, isIdempotent, answers } = operation
  return [
    ...new Set<ProblemCode>([
      ...problems,
      ...ofAccess[access],
      ...(isIdempotent ? ofKeys : []),
      // JSON-RPC is throttled in its own words.
      ...(unitsOf(operation) > 0 && !answers[429] ? (['rate-limited'] as const) : []),
      'internal',
    ]),
  ]
}

/** How many cost units a call takes. */
export function unitsOf({ path }: Operation): number {
  return routeCost(path.replace(/\{(\w+)\}/g, ':$1'))
}
