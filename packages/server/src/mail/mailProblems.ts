import type { ProblemKind } from '../problems/ProblemKind.ts'

/** The problems that mails add to those of `sharedProblems`; a server that sends mail includes them in its own table. */
export const mailProblems = {
  'too-soon': {
    status: 429,
    title: 'A mail was sent less than 30 seconds ago.',
    help: 'Wait `retryAfter` seconds.',
    retryable: true,
  },
  busy: {
    status: 503,
    title: 'Too many mails are waiting to be sent.',
    help: 'Try again in a minute; the operator checks the mail server.',
    retryable: true,
  },
} as const satisfies Record<string, ProblemKind>

export type MailProblemCode = keyof typeof mailProblems
