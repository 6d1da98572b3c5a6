import type { ProblemKind } from './ProblemKind.ts'

/** The problems every server of ours answers with; each puts them into its own table. */
export const commonProblems = {
  'invalid-request': {
    status: 400,
    title: 'The request is not valid.',
    help: 'Correct the fields that `errors` names.',
  },
  'not-found': { status: 404, title: 'There is nothing at this address.', help: 'Check path and ids.' },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not take that method.',
    help: 'The `Allow` header lists the methods it takes.',
  },
  'body-too-large': { status: 413, title: 'The body is too large.', help: 'Send less in one request.' },
  'rate-limited': {
    status: 429,
    title: 'Too many requests.',
    help: 'Wait as long as Retry-After says.',
    retryable: true,
  },
} as const satisfies Record<string, ProblemKind>
