import { gatewayErrors } from '@portico/protocol/gateway'
import { type ProblemKind, sharedProblems } from '@portico/server'
import { mailProblems } from '@portico/server/mail'

const signIn = (title: string, help: string): ProblemKind => ({ status: 401, title, help })
const again = 'Request a new nonce and let the user sign again.'

/**
 * Every problem the gateway can return. The key is the `code` that programs compare; `/problems/<code>` shows the help.
 */
export const problems = {
  ...sharedProblems,
  ...mailProblems,
  'chain-not-supported': {
    status: 400,
    title: 'This gateway does not support that network.',
    help: 'GET /v1/supported-chains lists the supported networks. The operator adds one with RPC_URLS.',
  },
  'invalid-key': {
    status: 401,
    title: gatewayErrors['invalid-key'],
    isFixed: true,
    help: 'Send the `projectId` or the secret key of a project that the operator has created.',
  },
  'origin-not-allowed': {
    status: 401,
    title: gatewayErrors['origin-not-allowed'],
    isFixed: true,
    help: 'The operator allows the page: `npm run gateway -- project set <id> --origin <origin>`, or `PROJECTS`.',
  },
  'jwt-not-yet-valid': {
    status: 401,
    title: gatewayErrors['jwt-not-yet-valid'],
    isFixed: true,
    help: "The token's issue time is in the future: synchronize the clocks of the machines.",
  },
  'relay-token-invalid': {
    status: 401,
    title: "The relay client's token is not valid.",
    help: "Send `auth`: a JWT signed with the key of the client ID, with this relay's URL as audience.",
  },
  'project-id-missing': {
    status: 401,
    title: 'Project ID is missing',
    help: 'Send the `projectId` of a project that the operator has created.',
  },
  'nonce-token-missing': signIn(
    'The nonce token is missing.',
    'Send the token from GET /auth/v1/nonce as `x-nonce-jwt: Bearer …`.',
  ),
  'nonce-token-invalid': signIn('The nonce token was not issued by this gateway.', again),
  'nonce-token-expired': signIn('The nonce is older than ten minutes.', again),
  'nonce-used': signIn('The nonce has already been used.', again),
  'nonce-mismatch': signIn('The nonce of the message differs from the nonce of its token.', again),
  'malformed-message': signIn(
    'The message is not a sign-in message.',
    'Write the message as EIP-4361 or CAIP-122 specifies.',
  ),
  'domain-mismatch': signIn(
    'The message is for a domain that is not allowed.',
    "Set domain and URI to the page's origin, which must be an allowed origin of the project.",
  ),
  'uri-mismatch': signIn(
    'The message is for a URI that is not allowed.',
    "Set domain and URI to the page's origin, which must be an allowed origin of the project.",
  ),
  'chain-unsupported': signIn(
    'The message is for a network that this gateway does not support.',
    'GET /v1/supported-chains lists the supported networks.',
  ),
  'not-yet-valid': signIn('The message is not valid yet.', "Check the clock of the user's device."),
  expired: signIn('The message has expired.', again),
  'address-mismatch': signIn('The message is for a different account.', again),
  'signature-malformed': signIn('The signature is malformed.', again),
  'signature-invalid': signIn("The signature does not match the account's key.", again),
  'client-required': signIn(
    'The signature of this account cannot be verified here.',
    "The account is a smart account: the operator adds its network's upstreams with RPC_URLS.",
  ),
  'client-unavailable': signIn(
    'The network could not be reached to verify the signature.',
    'Request a new nonce and let the user sign again later.',
  ),
  'session-missing': signIn('The session token is missing.', 'Send it as `Authorization: Bearer …`.'),
  'session-invalid': signIn(
    'The session token was not issued by this gateway for this project.',
    'Sign in again.',
  ),
  'session-expired': signIn('The session has expired.', 'Sign in again.'),
  'too-many-accounts': {
    status: 409,
    title: 'The session has the maximum number of accounts.',
    help: 'Start another session, or sign out.',
  },
  'session-revoked': signIn('The session has been revoked.', 'Sign in again.'),
  'gateway-mismatch': signIn(
    'The message is for another gateway.',
    'Sign the gateway origin that GET /v1/profile/nonce returns. The operator configures it with PUBLIC_URLS.',
  ),
  'name-mismatch': signIn('The message is about another name or action.', again),
  'name-invalid': {
    status: 400,
    title: 'The name cannot be registered here.',
    help: "Names must be normalised (ENSIP-15) and end in this gateway's zone; `detail` gives the reason.",
  },
  'name-reserved': {
    status: 403,
    title: 'The name is reserved.',
    help: 'Choose another name: GET /v1/profile/suggestions/{name} proposes some.',
  },
  'name-not-yours': {
    status: 403,
    title: 'The name is not registered, or belongs to another account.',
    help: 'Sign with the account that registered the name.',
  },
  'name-taken': {
    status: 409,
    title: 'The name is taken.',
    help: 'Choose another name: GET /v1/profile/suggestions/{name} proposes some.',
  },
  'name-owner-has-one': {
    status: 409,
    title: 'The account already has a name.',
    help: 'An account can have one name: release the other one first.',
  },
  'name-cooling': {
    status: 409,
    title: 'The name was released less than a day ago.',
    help: 'Register the name a day after its release, or choose another one.',
  },
  'faucet-limit': {
    status: 429,
    title: 'Test money was sent to this address, or at your request, a short time ago.',
    help: 'An address gets test money once per hour on each network, and one client may ask three times. Try again after `Retry-After` seconds.',
    retryable: true,
  },
  'faucet-empty': {
    status: 503,
    title: 'The faucet cannot pay at the moment.',
    help: 'Try again later. The operator checks the balance of the key in FAUCETS.',
    retryable: true,
  },
  'name-unknown': {
    status: 404,
    title: 'No address is known for this name on this network.',
    help: 'The owner of the name may have set no address, or one of another kind; `detail` says if the name could not be read.',
  },
  'cursor-stale': {
    status: 409,
    title: 'The chain was reorganised since this cursor was issued.',
    help: 'Read the list again from the first page.',
  },
  'idempotency-key-busy': {
    status: 409,
    title: 'A request with this Idempotency-Key is still running.',
    help: 'Retry after a second with the same key.',
    retryable: true,
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'This Idempotency-Key was used for a different request.',
    help: 'Use a new key for each request; repeat a key only to retry the same request.',
  },
  'upgrade-required': {
    status: 426,
    title: 'This path accepts only WebSocket connections.',
    help: 'Connect with `new WebSocket(…)`, or send single requests to POST /v1.',
  },
  'names-not-configured': {
    status: 501,
    title: 'Name registration is not configured on this gateway.',
    help: "The operator sets PUBLIC_URLS, because signed messages must contain the gateway's origin.",
  },
  'embedded-off': {
    status: 404,
    title: 'Embedded wallets are not configured on this gateway.',
    help: 'The operator sets WALLET_ORIGIN and VAULT_URL.',
  },
  'json-expected': {
    status: 415,
    title: 'The body must be sent as JSON.',
    help: 'Send `Content-Type: application/json`.',
  },
  'assertion-invalid': signIn(
    'The identity assertion was not issued by the vault for this key.',
    'Log in again.',
  ),
  'assertion-expired': signIn('The identity assertion is older than a minute.', 'Log in again.'),
  'assertion-used': signIn('The identity assertion has already been used.', 'Log in again.'),
  'introduction-required': {
    status: 409,
    title: 'This key has not been introduced to the gateway.',
    help: 'Start with POST /wallet/v1/introductions. If this is the wallet site, load it again: it is an old version.',
  },
  'introduction-expired': {
    status: 410,
    title: 'The introduction has expired or ended, or belongs to another key.',
    help: 'Start again with POST /wallet/v1/introductions.',
  },
  'introduction-mismatch': {
    status: 403,
    title: 'The vault’s assertion is for another login.',
    help: 'Way, challenge, address, page and project of the assertion must be those of the introduction. Start again.',
  },
  'identity-mismatch': {
    status: 403,
    title: 'The address or account does not belong to the user whom the vault named.',
    help: 'Nothing was changed. The operator checks the vault: see docs/operate.md.',
  },
  'provider-off': {
    status: 404,
    title: 'Logins with this provider are not set up at this gateway.',
    help: 'Offer the providers in `social_login` of GET /appkit/v1/config. The operator sets SOCIAL_…_CLIENT_ID, or FARCASTER_RPC_URLS.',
  },
  'provider-unavailable': {
    status: 503,
    title: 'The keys of the provider cannot be loaded.',
    help: 'Try again later.',
    retryable: true,
  },
  'id-token-invalid': {
    status: 403,
    title: 'The ID token of the provider is not valid for this login.',
    help: 'Issuer, audience, times and nonce must be those of a login for this introduction. Start again with POST /wallet/v1/introductions/social.',
  },
  'siwf-invalid': {
    status: 403,
    title: 'The message of Farcaster is not valid for this login.',
    help: 'It must be for the wallet site, have the nonce of this introduction, and be signed by the owner of the account or an address that may log in for it. Start again with POST /wallet/v1/introductions/social.',
  },
  'registry-unavailable': {
    status: 503,
    title: 'Farcaster’s registries cannot be read.',
    help: 'At least two nodes of FARCASTER_RPC_URLS must answer, and alike. Send the request again.',
    retryable: true,
  },
  'address-change-expired': {
    status: 410,
    title: 'The change of address has expired or ended, or belongs to another key.',
    help: 'Start again with POST /wallet/v1/address-changes.',
  },
  'address-change-mismatch': {
    status: 403,
    title: 'The vault’s statement is for another change of address.',
    help: 'User, key, challenge and address of the statement must be those of the change. Nothing was changed.',
  },
  'email-taken': {
    status: 409,
    title: 'This address belongs to another user.',
    help: 'Choose another address.',
  },
  'sealed-invalid': {
    status: 400,
    title: 'The encrypted content cannot be decrypted, or does not belong to this request.',
    help: 'Encrypt to the `enc` key of GET /wallet/v1/jwks with ECDH-ES and A256GCM, with the thumbprint of the DPoP key in `jkt`.',
  },
  'email-invalid': {
    status: 400,
    title: 'The e-mail address is not valid.',
    help: 'Write it as name@example.com.',
  },
  'code-wrong': {
    status: 403,
    title: 'The code is wrong.',
    help: '`triesLeft` attempts are left.',
  },
  'code-burnt': {
    status: 403,
    title: 'Too many wrong codes were entered.',
    help: 'Start again with POST /wallet/v1/introductions.',
  },
  'code-void': {
    status: 403,
    title: 'Short codes are not valid at the moment, because many are being guessed.',
    help: 'Request a longer code with POST /wallet/v1/introductions/{id}/resend. The try was not counted.',
  },
  'refresh-invalid': signIn(
    'The refresh token was not issued by this gateway for this key.',
    'Log in again.',
  ),
  'refresh-reused': signIn(
    'The refresh token was used a second time, so its session has been revoked.',
    'The token may have been stolen. Log in again.',
  ),
  'no-wallet': {
    status: 404,
    title: 'The user has no such wallet.',
    help: "GET /wallet/v1/wallet returns the user's wallet; POST /wallet/v1/wallets creates one.",
  },
  'wallet-exists': {
    status: 409,
    title: 'The user already has a wallet.',
    help: 'Load it with GET /wallet/v1/wallet.',
  },
  'proof-mismatch': {
    status: 422,
    title: 'The proofs do not show that every slot opens the wallet.',
    help: 'Open the wallet through each of its slots and send the MAC that each one yields; they must be equal.',
  },
  'confirmation-invalid': {
    status: 422,
    title: "The confirmation was not signed with the key of the wallet's address.",
    help: "Sign the SHA-256 digest of the confirmation's text with that key; the API document says what it contains.",
  },
  'address-taken': {
    status: 409,
    title: 'The address is the address of another wallet.',
    help: 'Delete the pending wallet and create another one.',
  },
  'receipt-invalid': {
    status: 422,
    title: "The receipt was not issued by the vault for this wallet's recovery secret.",
    help: 'Store the recovery secret at the vault and send the receipt it returns.',
  },
  'epoch-stale': {
    status: 409,
    title: 'The slots of the wallet have changed.',
    help: 'Read the wallet again and send its current epoch.',
  },
  'slot-last': {
    status: 409,
    title: 'The last recovery slot cannot be removed.',
    help: 'Without it the wallet would be lost with its devices. Add another recovery slot first.',
  },
  'slot-not-yours': {
    status: 403,
    title: 'The slot belongs to another device.',
    help: 'Prove possession of the key that the slot was created with.',
  },
  'device-held': {
    status: 403,
    title: 'The device must wait before it may do this.',
    help: 'Use another device, or wait until `until`. Set by the HOLD_HOURS of the vault.',
  },
  'device-too-new': {
    status: 403,
    title: 'The device is too new to end or add other devices or to delete slots.',
    help: 'Use an older device, or wait until `until`. Set by DEVICE_AGE_HOURS.',
  },
  'move-over': {
    status: 410,
    title: 'The move to another device has expired or ended, or belongs to other devices.',
    help: 'Start again on the device that is logged in. Each step must follow within two minutes.',
  },
  'move-taken': {
    status: 409,
    title: 'Another device has opened this link.',
    help: 'If it was not yours, end the move on the device that is logged in, and start again.',
  },
  'statement-invalid': {
    status: 401,
    title: 'The statement of the vault is invalid.',
    help: 'It must be signed by the vault and handed over within ten minutes. Open the link in the mail again.',
  },
  'last-login': {
    status: 409,
    title: 'The last login of a wallet cannot be removed.',
    help: 'Add another login first.',
  },
  'email-required': {
    status: 409,
    title: 'An e-mail address cannot be removed.',
    help: 'Change it with /wallet/v1/address-changes: its owner can undo that for 72 hours.',
  },
  'login-too-old': {
    status: 403,
    title: 'The login is older than ten minutes.',
    help: 'Log in again: this is allowed only within ten minutes of a login.',
  },
  'wallet-page-only': {
    status: 403,
    title: 'This needs a login on the wallet’s own page.',
    help: 'Log in at /manage on the wallet site.',
  },
  'code-unknown': {
    status: 404,
    title: 'No wallet has this recovery code.',
    help: 'Check the typed code. It may have been replaced by a newer one, or removed.',
  },
  'code-taken': {
    status: 409,
    title: 'The key belongs to another recovery code.',
    help: 'Create a new recovery code from 160 random bits.',
  },
  'too-many-nonces': {
    status: 429,
    title: 'The user holds the maximum number of transaction nonces.',
    help: 'Release the nonces of requests that are over; each is free again after a minute.',
    retryable: true,
  },
  'too-many-permissions': {
    status: 429,
    title: 'The user has the maximum number of permissions.',
    help: 'A user has at most 100 permissions that have not expired. They expire within a week.',
  },
  'account-busy': {
    status: 409,
    title: 'Another transaction of this account is under way.',
    help: 'Nodes keep one pending transaction of an account that delegates its code (EIP-7702). Try again once it is included; a request that was abandoned is forgotten after a minute.',
    retryable: true,
  },
  'mailbox-id-used': {
    status: 409,
    title: 'A handoff with this ID already exists.',
    help: 'Create a new ID from 256 random bits for each request.',
  },
  'mailbox-full': {
    status: 409,
    title: 'The session has the maximum number of pending handoffs.',
    help: 'Drop handoffs that are no longer needed; each expires after five minutes.',
  },
  'vault-unavailable': {
    status: 503,
    title: 'The vault is unreachable.',
    help: 'Try again later. The operator checks VAULT_URL.',
    retryable: true,
  },
  'onramp-not-configured': {
    status: 404,
    title: 'Nothing can be bought at this gateway.',
    help: 'The operator sets ONRAMP_PROVIDERS, see docs/operate.md.',
  },
  'onramp-country': {
    status: 403,
    title: 'Buying is not offered in this country.',
    help: 'Send the country of the visitor as an ISO 3166-1 code. The operator limits the countries with ONRAMP_COUNTRIES.',
  },
  'onramp-limits': {
    status: 422,
    title: 'The amount is outside the limits of the providers.',
    help: 'GET /v1/onramp/buy/options lists the limits of each currency.',
  },
  'onramp-account': {
    status: 403,
    title: 'The address is not one of the accounts that signed in.',
    help: 'Sign in with the account that is to receive what is bought.',
  },
  'onramp-unavailable': {
    status: 503,
    title: 'No onramp provider answers.',
    help: 'Try again later, or choose another provider.',
    retryable: true,
  },
  'webhook-invalid': {
    status: 401,
    title: 'The webhook is not authentic.',
    help: 'It must be signed by the provider, for this gateway, and at most five minutes old. The operator checks the secrets and the clock, see docs/operate.md.',
  },
  internal: {
    status: 500,
    title: 'An internal error occurred in the gateway.',
    help: "Send the operator the requestId: the gateway's log has the error under it.",
  },
  'simulation-unavailable': {
    status: 422,
    title: 'This gateway cannot simulate these calls.',
    help: 'Simulate the calls one by one, or ask the operator for an upstream that supports eth_simulateV1.',
  },
  'swap-no-route': {
    status: 404,
    title: 'Nobody offers this swap.',
    help: 'Swap other tokens or another amount. The operator adds exchanges with DEXES, and providers with SWAP_PROVIDERS and SWAP_MAKERS.',
  },
  'swap-amount-too-small': {
    status: 422,
    title: 'The amount is too small: it returns nothing.',
    help: 'Swap a larger amount.',
  },
  'swap-unverified': {
    status: 502,
    title: 'The transaction of the provider is not the swap that was requested.',
    help: 'Request new quotes, and choose another provider. Nothing was signed.',
  },
  'swap-quote-expired': {
    status: 410,
    title: 'The quote has expired, or is for another swap.',
    help: 'Request new quotes: each is valid for 30 seconds.',
  },
  'upstream-unavailable': {
    status: 503,
    title: 'No upstream of the network responds.',
    help: 'Try again later. The operator checks RPC_URLS.',
    retryable: true,
  },
} as const satisfies Record<string, ProblemKind>

/** A problem's `code`: one of the keys of `problems`. */
export type ProblemCode = keyof typeof problems

/** Returns the entry of a code, typed with its optional fields. */
export function problemKind(code: ProblemCode): ProblemKind {
  return problems[code]
}
