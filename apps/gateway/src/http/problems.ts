import { gatewayErrors } from '@portico/protocol/gateway'
import { commonProblems, type ProblemKind, proofProblems } from '@portico/server'

const signIn = (title: string, help: string): ProblemKind => ({ status: 401, title, help })
const again = 'Ask for a new nonce and let the visitor sign again.'

/**
 * Every problem the gateway answers with. The key is the `code` programs compare; `/problems/<code>` shows the help.
 */
export const problems = {
  ...commonProblems,
  ...proofProblems,
  'chain-not-supported': {
    status: 400,
    title: 'This gateway has no node of that chain.',
    help: 'GET /v1/supported-chains lists the chains; the operator adds one to RPC_URLS.',
  },
  'invalid-key': {
    status: 401,
    title: gatewayErrors['invalid-key'],
    isFixed: true,
    help: 'Send a projectId, or a secret key, that the operator has made.',
  },
  'origin-not-allowed': {
    status: 401,
    title: gatewayErrors['origin-not-allowed'],
    isFixed: true,
    help: "The operator adds the page's origin to the project's allowed origins.",
  },
  'jwt-not-yet-valid': {
    status: 401,
    title: gatewayErrors['jwt-not-yet-valid'],
    isFixed: true,
    help: 'The token says it was issued in the future: the clocks of the servers disagree.',
  },
  'relay-token-invalid': {
    status: 401,
    title: 'The token of the relay client is not valid.',
    help: 'Send a JWT signed with the key of the client id as `auth`, for the address of this relay.',
  },
  'project-id-missing': {
    status: 401,
    title: 'Project ID is missing',
    help: 'Send `projectId`: one that the operator has put into PROJECTS.',
  },
  'nonce-token-missing': signIn(
    'The nonce token is missing.',
    'Send the token of GET /auth/v1/nonce as `x-nonce-jwt: Bearer …`.',
  ),
  'nonce-token-invalid': signIn('The nonce token is not one of this gateway.', again),
  'nonce-token-expired': signIn('The nonce is older than ten minutes.', again),
  'nonce-used': signIn('The nonce has been used.', again),
  'nonce-mismatch': signIn('The message does not carry the nonce of its token.', again),
  'malformed-message': signIn('The message is not a sign-in message.', 'Write it by EIP-4361.'),
  'domain-mismatch': signIn(
    'The message is for a domain that is not allowed.',
    'Domain and URI must be an allowed origin of the project, and that of the page.',
  ),
  'uri-mismatch': signIn(
    'The message is for a URI that is not allowed.',
    'Domain and URI must be an allowed origin of the project, and that of the page.',
  ),
  'chain-unsupported': signIn(
    'The message is for a chain this gateway does not know.',
    'GET /v1/supported-chains lists the chains.',
  ),
  'not-yet-valid': signIn('The message is not valid yet.', 'Check the clock of the visitor.'),
  expired: signIn('The message has expired.', again),
  'address-mismatch': signIn('The message is by another account.', again),
  'signature-malformed': signIn('The signature is not well-formed.', again),
  'signature-invalid': signIn("The signature is not the account's.", again),
  'client-required': signIn('The signature of this account cannot be checked here.', again),
  'client-unavailable': signIn('The chain could not be asked about the signature.', again),
  'session-missing': signIn('The session token is missing.', 'Send it as `Authorization: Bearer …`.'),
  'session-invalid': signIn('The session token is not one of this gateway and project.', 'Sign in again.'),
  'session-expired': signIn('The session has expired.', 'Sign in again.'),
  'too-many-accounts': {
    status: 409,
    title: 'The session has as many accounts as it may have.',
    help: 'Begin another session, or sign out.',
  },
  'session-revoked': signIn('The session has ended.', 'Sign in again.'),
  'gateway-mismatch': signIn(
    'The message is for another gateway.',
    'Sign the gateway origin that GET /v1/profile/nonce names; the operator sets PUBLIC_URLS.',
  ),
  'name-mismatch': signIn('The message is about another name or action.', again),
  'name-invalid': {
    status: 400,
    title: 'The name cannot be registered here.',
    help: 'Names are normalised by ENSIP-15 and end in the zone of this gateway; `detail` says what is wrong.',
  },
  'name-reserved': {
    status: 403,
    title: 'The name is not given out.',
    help: 'Choose another one: GET /v1/profile/suggestions/{name} proposes some.',
  },
  'name-not-yours': {
    status: 403,
    title: 'The name is not registered, or by another account.',
    help: 'Only the account that registered a name may change it.',
  },
  'name-taken': {
    status: 409,
    title: 'The name is taken.',
    help: 'Choose another one: GET /v1/profile/suggestions/{name} proposes some.',
  },
  'name-owner-has-one': {
    status: 409,
    title: 'The account has a name already.',
    help: 'An account has one name; give up the other one first.',
  },
  'name-cooling': {
    status: 409,
    title: 'The name was given up less than a day ago.',
    help: 'Others may have it a day after it was given up.',
  },
  'cursor-stale': {
    status: 409,
    title: 'The chain was reorganised since this cursor was given out.',
    help: 'Read the list again from its first page.',
  },
  'idempotency-key-busy': {
    status: 409,
    title: 'A request with this Idempotency-Key is being answered.',
    help: 'Ask again in a second with the same key.',
    retryable: true,
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'This Idempotency-Key was used for another request.',
    help: 'Make a new key for each request that is to have an effect.',
  },
  'upgrade-required': {
    status: 426,
    title: 'This address speaks WebSocket.',
    help: 'Connect with `new WebSocket(…)`; single requests go to POST /v1.',
  },
  'names-not-configured': {
    status: 501,
    title: 'This gateway registers no names.',
    help: 'The operator sets PUBLIC_URLS: what is signed for a gateway names its address.',
  },
  'embedded-off': {
    status: 404,
    title: 'This gateway keeps no embedded wallets.',
    help: 'The operator sets WALLET_ORIGIN and VAULT_URL.',
  },
  'json-expected': {
    status: 415,
    title: 'The body must be sent as JSON.',
    help: 'Send `Content-Type: application/json`.',
  },
  'assertion-invalid': signIn(
    'The identity assertion is not one of the vault for this key.',
    'Log in again.',
  ),
  'assertion-expired': signIn('The identity assertion is older than a minute.', 'Log in again.'),
  'assertion-used': signIn('The identity assertion has been used.', 'Log in again.'),
  'refresh-invalid': signIn('The refresh token is not one of this gateway and key.', 'Log in again.'),
  'refresh-reused': signIn(
    'The refresh token has been used before: its session has ended.',
    'Somebody may have copied it. Log in again.',
  ),
  'no-wallet': {
    status: 404,
    title: 'The user has no such wallet.',
    help: 'GET /wallet/v1/wallet says which one there is; POST /wallet/v1/wallets makes one.',
  },
  'wallet-exists': {
    status: 409,
    title: 'The user has a wallet already.',
    help: 'Load that one: GET /wallet/v1/wallet.',
  },
  'proof-mismatch': {
    status: 422,
    title: 'The proofs do not show that every slot opens the wallet.',
    help: 'Open the wallet by each of its slots, and send what each gives, which must be the same.',
  },
  'receipt-invalid': {
    status: 422,
    title: "The receipt is not the vault's for this wallet's recovery.",
    help: 'Store the recovery secret at the vault, and send the receipt of that.',
  },
  'epoch-stale': {
    status: 409,
    title: 'The slots of the wallet have changed.',
    help: 'Read the wallet again and use its epoch.',
  },
  'slot-last': {
    status: 409,
    title: 'The wallet would be lost with its devices.',
    help: 'The last slot that is not of a device stays; add another one first.',
  },
  'slot-not-yours': {
    status: 403,
    title: 'The slot is of another device.',
    help: "A device's share is given to the key it was made with.",
  },
  'login-too-old': {
    status: 403,
    title: 'The login is older than ten minutes.',
    help: 'Log in again: what recovers a wallet is given out right after that alone.',
  },
  'too-many-slots': {
    status: 409,
    title: 'The wallet has as many slots as it may have.',
    help: 'End sessions on devices that are no longer used.',
  },
  'mailbox-id-used': {
    status: 409,
    title: 'There is a request with this id.',
    help: 'Make the id of 256 new random bits for each request.',
  },
  'mailbox-full': {
    status: 409,
    title: 'As many requests wait for this session as may.',
    help: 'Drop those that nobody answers any more; each ends by itself after five minutes.',
  },
  'vault-unavailable': {
    status: 503,
    title: 'The vault does not answer.',
    help: 'Try again; the operator checks VAULT_URL.',
    retryable: true,
  },
  internal: {
    status: 500,
    title: 'The gateway failed.',
    help: "The operator finds the requestId in the gateway's log.",
  },
  'simulation-unavailable': {
    status: 422,
    title: 'This cannot be simulated here.',
    help: 'Simulate the calls one by one, or ask the operator for a node with eth_simulateV1.',
  },
  'upstream-unavailable': {
    status: 503,
    title: 'No node of the chain answers.',
    help: 'Try again; the operator checks RPC_URLS.',
    retryable: true,
  },
} as const satisfies Record<string, ProblemKind>

/** What programs compare, one of the keys of `problems`. */
export type ProblemCode = keyof typeof problems

/** The entry of a code, with its optional parts. */
export function problemKind(code: ProblemCode): ProblemKind {
  return problems[code]
}
