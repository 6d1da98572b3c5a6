import { type ProblemKind, sharedProblems } from '@portico/server'
import { mailProblems } from '@portico/server/mail'

const again = 'Start again with /v1/email/start.'

/** All problems of the vault. The key is the `code` that programs compare; `/problems/<code>` shows the help. */
export const problems = {
  ...sharedProblems,
  ...mailProblems,
  'origin-not-allowed': {
    status: 403,
    title: 'Only the wallet site may send this request.',
    help: 'The operator sets WALLET_ORIGIN.',
  },
  'content-type': {
    status: 415,
    title: 'The body must be application/json.',
    help: 'Send `Content-Type: application/json`.',
  },
  'email-invalid': {
    status: 400,
    title: 'The e-mail address is not valid.',
    help: 'Write it as name@example.com.',
  },
  'work-required': {
    status: 429,
    title: 'This request needs proof of work.',
    help: 'Many strangers are logging in. Find a `nonce` for which the SHA-256 hash of `<workChallenge>.<nonce>` begins with `workBits` zero bits, and send the request again with `work: { challenge, nonce }` within five minutes.',
    retryable: true,
  },
  'transaction-expired': {
    status: 410,
    title: 'The challenge has expired or ended, or belongs to another key.',
    help: again,
  },
  'digits-wrong': {
    status: 403,
    title: 'The digits are wrong.',
    help: 'The window where the sign-in was started shows them. `triesLeft` attempts are left.',
  },
  'digits-burnt': {
    status: 403,
    title: 'Wrong digits were typed twice on the page behind the link.',
    help: again,
  },
  'sealed-invalid': {
    status: 400,
    title: 'The encrypted content cannot be decrypted, or does not belong to this request.',
    help: 'Encrypt to the `enc` key of /.well-known/jwks.json with ECDH-ES and A256GCM, with the thumbprint of the DPoP key in `jkt`.',
  },
  'siwf-invalid': {
    status: 403,
    title: 'The message of Farcaster is not valid for this login.',
    help: 'It must be for the wallet site, have the nonce of this login, and be signed by the owner of the account or an address that may log in for it. Start again with /v1/farcaster/start.',
  },
  'registry-unavailable': {
    status: 503,
    title: 'Farcaster’s registries cannot be read.',
    help: 'At least two nodes of FARCASTER_RPC_URLS must answer, and alike. Send the request again.',
    retryable: true,
  },
  'device-refused': {
    status: 403,
    title: 'The owner of the e-mail address refused this sign-in or change of address.',
    help: 'The owner chose “This wasn’t me”. If that was a mistake, start again with /v1/email/start or /v1/update/start.',
  },
  'link-invalid': {
    status: 410,
    title: 'The link has expired or was already used.',
    help: 'Request a new mail in the window where you log in.',
  },
  'email-reserved': {
    status: 409,
    title: 'The previous user of this address can still change back to it.',
    help: 'Use the link in the mail about the change, or wait until `until`.',
  },
  'email-taken': {
    status: 409,
    title: 'This address belongs to another user.',
    help: 'Choose another address.',
  },
  'email-missing': {
    status: 409,
    title: 'This user has no e-mail address.',
    help: 'The user logs in with an account at another provider. This request needs a user who logs in by e-mail.',
  },
  'login-taken': {
    status: 409,
    title: 'This account opens another wallet.',
    help: 'Log in with it to use that wallet. An account that opens a wallet cannot be attached to another one.',
  },
  'login-exists': {
    status: 409,
    title: 'The user already has a login of this kind.',
    help: 'Remove it first, or change the e-mail address with /v1/update/start.',
  },
  'last-login': {
    status: 409,
    title: 'The last login of a wallet cannot be removed.',
    help: 'Add another login first.',
  },
  'email-required': {
    status: 409,
    title: 'An e-mail address cannot be removed.',
    help: 'Change it with /v1/update/start: its owner can undo that for 72 hours.',
  },
  'provider-off': {
    status: 404,
    title: 'Logins with this provider are not set up.',
    help: 'The operator sets SOCIAL_<PROVIDER>_CLIENT_ID and its secret at vault, gateway and wallet site.',
  },
  'ticket-invalid': {
    status: 410,
    title: 'The ticket has expired or was already used.',
    help: 'Start again with /v1/social/start.',
  },
  'grant-invalid': {
    status: 401,
    title: 'The grant has expired or belongs to another key.',
    help: 'Log in again: a grant is valid for ten minutes.',
  },
  'auto-exists': {
    status: 409,
    title: 'Another secret is stored for this slot.',
    help: 'A stored secret is never overwritten: use a new slot ID.',
  },
  'auto-missing': {
    status: 404,
    title: 'No secret is stored for this slot.',
    help: 'Check the IDs of wallet and slot.',
  },
  held: {
    status: 403,
    title: 'New devices must wait for the recovery secret.',
    help: 'Try again from this device at `until`. The operator sets HOLD_HOURS.',
  },
  'hold-cancelled': {
    status: 403,
    title: 'The owner of the e-mail address stopped this device.',
    help: 'It gets no recovery secret. If the device is yours, log in again; the wait then starts over.',
  },
  'introduced-invalid': {
    status: 401,
    title: 'The statement of the gateway is invalid.',
    help: 'It must be signed by the gateway at GATEWAY_URL and used within two minutes. Enter a new code.',
  },
  'introduced-mismatch': {
    status: 403,
    title: 'The statement of the gateway is for another login or change of address.',
    help: 'Challenge, key, user and addresses of both servers must be the same. Start again.',
  },
  'gateway-unavailable': {
    status: 503,
    title: 'The keys of the gateway cannot be read.',
    help: 'Try again. The operator checks that the vault reaches GATEWAY_URL.',
  },
  'device-unknown': {
    status: 403,
    title: 'This key has not logged in as this user.',
    help: 'Log in first.',
  },
  'device-too-new': {
    status: 403,
    title:
      'This device is too new to change the address or the logins, add another device or export the key.',
    help: 'Use an older device, or wait until `until`.',
  },
  internal: {
    status: 500,
    title: 'The vault failed to handle the request.',
    help: 'The operator can find the `requestId` in the log of the vault.',
  },
} as const satisfies Record<string, ProblemKind>

/** A key of `problems`, which programs compare. */
export type ProblemCode = keyof typeof problems
