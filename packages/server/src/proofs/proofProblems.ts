import type { ProblemKind } from '../http/ProblemKind.ts'

/** How a DPoP proof is refused; servers that ask for proofs put these into their tables. */
export const proofProblems = {
  'dpop-missing': {
    status: 401,
    title: 'The proof of possession is missing.',
    help: 'Send a DPoP header (RFC 9449) with every request.',
  },
  'dpop-invalid': {
    status: 401,
    title: 'The proof of possession is not valid.',
    help: 'Make a new proof for this method and address, with the right time and a new `jti`.',
  },
  'use-dpop-nonce': {
    status: 401,
    title: 'The proof of possession lacks the nonce of this server.',
    help: 'Make a new proof with the nonce of the DPoP-Nonce header (RFC 9449 §8).',
    retryable: true,
  },
} as const satisfies Record<string, ProblemKind>
