import type { ProblemKind } from './ProblemKind.ts'

/** The problems that code of this package throws; every server includes them in its own table. */
export const sharedProblems = {
  'invalid-request': {
    status: 400,
    title: 'The request is not valid.',
    help: 'Correct the fields that `errors` names.',
  },
  'not-found': { status: 404, title: 'There is no resource at this address.', help: 'Check path and IDs.' },
  'method-not-allowed': {
    status: 405,
    title: 'The resource does not support this method.',
    help: 'The `Allow` header lists the supported methods.',
  },
  'body-too-large': { status: 413, title: 'The body is too large.', help: 'Send less in one request.' },
  'rate-limited': {
    status: 429,
    title: 'Too many requests.',
    help: 'Wait as many seconds as the `Retry-After` header says.',
    retryable: true,
  },
  'too-many-connections': {
    status: 429,
    title: 'This network address has too many open connections.',
    help: 'Close streams, sockets and requests that are no longer used. The operator sets the limits per address.',
  },
  unavailable: {
    status: 503,
    title: 'The server cannot do this at the moment.',
    help: 'Try again after as many seconds as the `Retry-After` header says: the database cannot be reached, or the server is stopping.',
    retryable: true,
  },
  'dpop-missing': {
    status: 401,
    title: 'The proof of possession is missing.',
    help: 'Send a DPoP header (RFC 9449) with every request.',
  },
  'dpop-invalid': {
    status: 401,
    title: 'The proof of possession is not valid.',
    help: 'Create a new proof for this method and URL, with the current time and a new `jti`.',
    headers: { 'www-authenticate': 'DPoP error="invalid_dpop_proof", algs="ES256"' },
  },
  'use-dpop-nonce': {
    status: 401,
    title: 'The proof of possession has no valid nonce of this server.',
    help: 'Create a new proof with the nonce of the `DPoP-Nonce` header (RFC 9449 §8).',
    retryable: true,
    headers: { 'www-authenticate': 'DPoP error="use_dpop_nonce", algs="ES256"' },
  },
} as const satisfies Record<string, ProblemKind>

/** The codes that every server's table has; the title of `internal` names the server. */
export type SharedProblemCode = keyof typeof sharedProblems | 'internal'
