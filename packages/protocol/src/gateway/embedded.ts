import * as z from 'zod/mini'
import { problem } from './problem.ts'

/*
 * `/wallet/v1/…`: the requests of the embedded wallet's site to the gateway. Bytes are base64url without padding. The
 * wallet site creates the IDs of wallets and slots. Every request has a DPoP proof (RFC 9449), except those for the
 * allowlist.
 */

const partId = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))
const thumbprint = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const bytes = (maximum: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(maximum))
const token = z.string().check(z.minLength(1), z.maxLength(4096))
const epoch = z.int().check(z.minimum(0), z.maximum(2 ** 31))
const evmAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))

/** The project ID of logins on the wallet's own page, which belongs to no project. Its origin is the wallet site's. */
export const walletSiteProject = 'wallet-site'

/** Whose secret opens a slot: that of the device, the one kept by the vault (`auto`), or a recovery code (`code`). */
export const walletSlotKind = z.enum(['device', 'auto', 'code'])
export type WalletSlotKind = z.infer<typeof walletSlotKind>

/** `POST /wallet/v1/sessions`: the vault's identity assertion. Valid once, for a minute. */
export const walletSessionRequest = z.strictObject({ assertion: token })
export type WalletSessionRequest = z.infer<typeof walletSessionRequest>

/** `POST /wallet/v1/sessions/refresh` */
export const walletRefreshRequest = z.strictObject({ refreshToken: token })
export type WalletRefreshRequest = z.infer<typeof walletRefreshRequest>

/**
 * The tokens of a session, bound to the key of the DPoP proof. `expiresIn` is the access token's lifetime in seconds.
 */
export const walletSessionResponse = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresIn: z.number(),
  userId: z.string(),
  sessionId: z.string(),
})
export type WalletSessionResponse = z.infer<typeof walletSessionResponse>

/**
 * `GET /wallet/v1/sessions`: the user's sessions, newest first, and the 100 devices that were introduced last, whether or not
 * they have one. `jkt` is the thumbprint of the device's key, as in its slots. `heldUntil`: the device is new, and the servers let it
 * wait until then. Times are ISO 8601.
 */
export const walletSessionsResponse = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      origin: z.string(),
      jkt: thumbprint,
      createdAt: z.string(),
      lastUsedAt: z.string(),
      current: z.boolean(),
      heldUntil: z.optional(z.string()),
    }),
  ),
  devices: z.array(z.object({ jkt: thumbprint, introducedAt: z.string() })),
})
export type WalletSessionsResponse = z.infer<typeof walletSessionsResponse>

/** A problem of a device that is held or new. `until` is the ISO 8601 time from which the request may succeed. */
export const deviceProblem = z.extend(problem, { until: z.optional(z.string()) })
export type DeviceProblem = z.infer<typeof deviceProblem>

/**
 * `POST /wallet/v1/devices/end`: the vault's statement that the owner of the address stopped a device
 * (`hold-cancelled+jwt` or `email-reverted+jwt`). Ends the sessions and slots of that device.
 */
export const endDeviceRequest = z.strictObject({ statement: token })
export type EndDeviceRequest = z.infer<typeof endDeviceRequest>

/**
 * `GET /wallet/v1/wallet`, and `/wallet/v1/wallets/:id` for one that is being imported or was retired. Slots whose share was
 * deleted are not listed. `confirmNonce` is set while it is pending.
 */
export const embeddedWalletResponse = z.object({
  walletId: z.string(),
  status: z.enum(['pending', 'active', 'retired']),
  epoch: z.number(),
  vault: z.string(),
  check: z.string(),
  address: z.string(),
  confirmNonce: z.optional(z.string()),
  slots: z.array(
    z.object({
      slotId: z.string(),
      kind: walletSlotKind,
      jkt: z.optional(z.string()),
      wrap: z.string(),
      epoch: z.number(),
      /** When its share was last released, ISO 8601. */
      lastUsedAt: z.string(),
    }),
  ),
})
export type EmbeddedWalletResponse = z.infer<typeof embeddedWalletResponse>

const newSlot = z.strictObject({
  slotId: partId,
  kind: z.enum(['device', 'auto']),
  wrap: bytes(1024),
  /** 32 bytes. */
  share: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
})

/**
 * `POST /wallet/v1/wallets`: the whole wallet, `pending` until it is confirmed. It has one device slot and one auto
 * slot.
 */
export const createWalletRequest = z.strictObject({
  walletId: partId,
  vault: bytes(4096),
  check: bytes(128),
  address: evmAddress,
  slots: z.array(newSlot).check(z.minLength(2), z.maxLength(2)),
})
export type CreateWalletRequest = z.infer<typeof createWalletRequest>

export const createWalletResponse = z.object({
  walletId: z.string(),
  status: z.enum(['pending', 'active']),
  epoch: z.number(),
  confirmNonce: z.string(),
})
export type CreateWalletResponse = z.infer<typeof createWalletResponse>

/**
 * `POST /wallet/v1/wallets/:id/confirm`: one HMAC-SHA-256(MK, "wk1/confirm" ‖ nonce) per slot, with the master key MK
 * opened by this slot, the vault's receipt for the secret of the auto slot, and a signature by the wallet's address over
 * the SHA-256 digest of `confirmationText`.
 */
export const confirmWalletRequest = z.strictObject({
  proofs: z
    .array(z.strictObject({ slotId: partId, mac: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }))
    .check(z.minLength(2), z.maxLength(8)),
  receipt: token,
  /** r ‖ s ‖ v in hex, with v 27 or 28. */
  signature: z.string().check(z.regex(/^0x[0-9a-fA-F]{128}1[bcBC]$/)),
})
export type ConfirmWalletRequest = z.infer<typeof confirmWalletRequest>

export const confirmWalletResponse = z.object({
  walletId: z.string(),
  status: z.literal('active'),
  epoch: z.number(),
})
export type ConfirmWalletResponse = z.infer<typeof confirmWalletResponse>

/**
 * `POST /wallet/v1/wallets/:id/slots`. `epoch` is the wallet's epoch as read before; adding the slot increments it. The slot
 * replaces other slots of the same device key and, if the wallet has too many, the device slot that is least in use.
 */
export const addSlotRequest = z.strictObject({ ...newSlot.shape, kind: z.literal('device'), epoch })
export type AddSlotRequest = z.infer<typeof addSlotRequest>

export const addSlotResponse = z.object({ epoch: z.number() })
export type AddSlotResponse = z.infer<typeof addSlotResponse>

/** `POST /wallet/v1/wallets/:id/slots/:slotId/share` */
export const slotShareResponse = z.object({ share: z.string() })
export type SlotShareResponse = z.infer<typeof slotShareResponse>

/**
 * `POST /wallet/v1/nonces`: reserves a nonce of the user's account for this request, for a minute. A transaction in which the account
 * delegates (EIP-7702) uses two in a row: its own, and that of the authorization.
 */
export const leaseNonceRequest = z.strictObject({
  chainId: z.string().check(z.regex(/^eip155:\d{1,20}$/)),
  address: evmAddress,
  requestId: z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/)),
  /** How many nonces in a row; 1 if omitted. */
  count: z.optional(z.int().check(z.minimum(1), z.maximum(2))),
  /** `account`, if omitted: of transactions. `operation`: of user operations, at the EntryPoint; always one. */
  kind: z.optional(z.enum(['account', 'operation'])),
})
export type LeaseNonceRequest = z.infer<typeof leaseNonceRequest>

/** The first nonce: a number for transactions, a decimal string of up to 256 bits for user operations. */
export const leaseNonceResponse = z.object({ nonce: z.union([z.number(), z.string()]) })
export type LeaseNonceResponse = z.infer<typeof leaseNonceResponse>

/**
 * `GET /wallet/v1/networks`: the networks on which the operator offers smart accounts, and whose node shows their contracts.
 * `chainId` is CAIP-2, `implementation` the code that accounts delegate to there. With a session: `sponsor`, if the project of its
 * page may pay fees there, by its name, and the tokens in which fees can be paid.
 */
export const walletNetworksResponse = z.array(
  z.object({
    chainId: z.string(),
    implementation: evmAddress,
    sponsor: z.optional(z.object({ paymaster: evmAddress, name: z.string() })),
    feeTokens: z.array(z.object({ address: evmAddress, symbol: z.string(), decimals: z.number() })),
  }),
)
export type WalletNetworksResponse = z.infer<typeof walletNetworksResponse>

/** 256 random bits that grant access to the entry, once. Never sent in a URL, because URLs are logged. */
const handoffId = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/**
 * `POST /wallet/v1/window-mailbox`: hands a request over to the wallet window, for browsers that isolate the window
 * from the frame. Encrypted with a key the server never has. At most 256 KiB, kept for five minutes.
 */
export const handoffQuestionRequest = z.strictObject({ id: handoffId, question: bytes(349_526) })
export type HandoffQuestionRequest = z.infer<typeof handoffQuestionRequest>

/** `POST /wallet/v1/window-mailbox/question`, `/collect` and `/drop` */
export const handoffRequest = z.strictObject({ id: handoffId })
export type HandoffRequest = z.infer<typeof handoffRequest>

export const handoffQuestionResponse = z.object({ question: z.string() })
export type HandoffQuestionResponse = z.infer<typeof handoffQuestionResponse>

/**
 * `POST /wallet/v1/window-mailbox/answer`: the answer of the window that read the question, encrypted with the same
 * key.
 */
export const handoffAnswerRequest = z.strictObject({ id: handoffId, answer: bytes(1024) })
export type HandoffAnswerRequest = z.infer<typeof handoffAnswerRequest>

/** `POST /wallet/v1/window-mailbox/collect`. `answer` is absent until there is one. */
export const handoffAnswerResponse = z.object({ answer: z.optional(z.string()) })
export type HandoffAnswerResponse = z.infer<typeof handoffAnswerResponse>

/** `GET /wallet/v1/allowlist`: JWS (ES256, `typ: "allowlist+jwt"`) of `walletAllowlist`. */
export const walletAllowlistResponse = z.object({ jws: z.string() })
export type WalletAllowlistResponse = z.infer<typeof walletAllowlistResponse>

/** The origin patterns that may embed the wallet, by project. Times are seconds since 1970. */
export const walletAllowlist = z.object({
  projects: z.record(z.string(), z.object({ name: z.string(), origins: z.array(z.string()) })),
  iat: z.number(),
  exp: z.number(),
})
export type WalletAllowlist = z.infer<typeof walletAllowlist>

const publicKey = {
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: thumbprint,
  y: thumbprint,
  kid: z.string(),
}

/**
 * `GET /wallet/v1/jwks` (RFC 7517): the keys that verify access tokens, the allowlist and statements to the vault (`sig`),
 * and, if introductions are on, keys to encrypt to (`enc`).
 */
export const walletJwksResponse = z.object({
  keys: z.array(
    z.union([
      z.object({ ...publicKey, use: z.literal('sig'), alg: z.literal('ES256') }),
      z.object({ ...publicKey, use: z.literal('enc'), alg: z.literal('ECDH-ES') }),
    ]),
  ),
})
export type WalletJwksResponse = z.infer<typeof walletJwksResponse>
