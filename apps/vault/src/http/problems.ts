import { commonProblems, type ProblemKind, proofProblems } from '@portico/server'

const again = 'Start again with /v1/email/start.'

/** Every problem the vault answers with. The key is the `code` programs compare; `/problems/<code>` shows the help. */
export const problems = {
  ...commonProblems,
  ...proofProblems,
  'origin-not-allowed': {
    status: 403,
    title: 'Only the wallet site may ask this.',
    help: 'The operator sets WALLET_ORIGIN.',
  },
  'content-type': {
    status: 415,
    title: 'The body must be application/json.',
    help: 'Send `Content-Type: application/json`.',
  },
  'email-invalid': {
    status: 400,
    title: 'That is no e-mail address.',
    help: 'Write it as name@example.com.',
  },
  'too-soon': {
    status: 429,
    title: 'A mail was sent a moment ago.',
    help: 'Wait as many seconds as `retryAfter` says.',
    retryable: true,
  },
  'transaction-expired': {
    status: 410,
    title: 'This attempt has ended, or was never this key’s.',
    help: again,
  },
  'code-wrong': {
    status: 403,
    title: 'The code is wrong.',
    help: 'It may be typed `triesLeft` times more.',
  },
  'code-burnt': {
    status: 403,
    title: 'The code was typed wrongly too often.',
    help: again,
  },
  'sealed-invalid': {
    status: 400,
    title: 'What was sealed cannot be opened, or is not for this request.',
    help: 'Seal to the `enc` key of /.well-known/jwks.json with ECDH-ES and A256GCM, with the key of the proof in `jkt`.',
  },
  'device-refused': {
    status: 403,
    title: 'The owner of the mailbox has refused this sign-in.',
    help: 'It was not theirs, or so they said. Start again with /v1/email/start if it was.',
  },
  'link-invalid': {
    status: 410,
    title: 'The link has expired, or was used.',
    help: 'Ask for a new mail where you log in.',
  },
  'email-reserved': {
    status: 409,
    title: 'This address was changed a short time ago, and may be changed back.',
    help: 'Use the link in the mail about it, or wait until `until`.',
  },
  'email-taken': {
    status: 409,
    title: 'This address belongs to another user.',
    help: 'Choose another address.',
  },
  'grant-invalid': {
    status: 401,
    title: 'The grant is not this key’s, or has expired.',
    help: 'Log in again: a grant lives ten minutes.',
  },
  'auto-exists': {
    status: 409,
    title: 'Another secret is kept for this slot.',
    help: 'What is kept is never overwritten: make a new slot id.',
  },
  'auto-missing': {
    status: 404,
    title: 'No secret is kept for this slot.',
    help: 'Check wallet and slot.',
  },
  held: {
    status: 403,
    title: 'The recovery secret is held back from new devices.',
    help: 'Ask again from this device at `until`; the operator sets HOLD_HOURS.',
  },
  'hold-cancelled': {
    status: 403,
    title: 'The owner of the mailbox has stopped this device.',
    help: 'It gets no recovery secret. If it is yours, log in again: the wait begins anew.',
  },
  'device-unknown': {
    status: 403,
    title: 'This key has not logged in as this user.',
    help: 'Log in first.',
  },
  'device-too-new': {
    status: 403,
    title: 'This device is too new to change the address.',
    help: 'Use an older device, or wait until `until`.',
  },
  busy: {
    status: 503,
    title: 'Too many mails are waiting to be sent.',
    help: 'Try again in a minute; the operator checks SMTP_URL.',
    retryable: true,
  },
  internal: {
    status: 500,
    title: 'The vault failed.',
    help: "The operator finds the requestId in the vault's log.",
  },
} as const satisfies Record<string, ProblemKind>
