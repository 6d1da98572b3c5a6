import {
  addSlotRequest,
  addSlotResponse,
  confirmWalletRequest,
  confirmWalletResponse,
  createWalletRequest,
  createWalletResponse,
  deviceProblem,
  embeddedWalletResponse,
  endDeviceRequest,
  handoffAnswerRequest,
  handoffAnswerResponse,
  handoffQuestionRequest,
  handoffQuestionResponse,
  handoffRequest,
  leaseNonceRequest,
  leaseNonceResponse,
  slotShareResponse,
  walletAllowlistResponse,
  walletJwksResponse,
  walletRefreshRequest,
  walletSessionRequest,
  walletSessionResponse,
  walletSessionsResponse,
} from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { Operation, Parameter } from '../../infra/http/openapi/Operation.ts'
import { exampleAccount } from '../../infra/http/openapi/parameters.ts'
import { addressChangeOperations } from './addresses/operations.ts'
import { exportOperations } from './exports/operations.ts'
import { importOperations } from './imports/operations.ts'
import { introductionOperations } from './introductions/operations.ts'
import { moveOperations } from './moves/operations.ts'
import { recoveryOperations } from './recovery/operations.ts'

const inPath = (name: string, description: string, example: string): Parameter => ({
  in: 'path',
  name,
  description,
  schema: z.string(),
  example,
})
const id = inPath('id', 'The ID of the wallet.', 'wlt_9b1xPq0sTk2f')
const slotId = inPath('slotId', 'The ID of the slot.', 'slt_2mVr7c1XdQ8a')
const share = 'c2hhcmUgb2YgdGhpcnR5LXR3byBieXRlcyBmb3IgeW8'
const mac = 'bWFjIG9mIHRoaXJ0eS10d28gYnl0ZXMgZm9yIHlvdS4'
const handoffId = 'dGhpcnR5LXR3byByYW5kb20gYnl0ZXMgZm9yIG9uZSE'
const noContent = (description: string) => ({ 204: { description } })

/** The operations of the embedded module. Only the wallet site may call them. */
export const embeddedOperations: readonly Operation[] = [
  {
    id: 'createWalletSession',
    method: 'post',
    path: '/wallet/v1/sessions',
    summary: 'Log in with an identity assertion of the vault',
    description:
      'The assertion is bound to the key of the DPoP proof and can be used once, within a minute. An older session of the same key and page is revoked.',
    access: 'proof',
    body: { schema: walletSessionRequest, example: { assertion: 'eyJhbGciOi…' } },
    answers: { 200: { description: 'The tokens of the session.', schema: walletSessionResponse } },
    problems: [
      'invalid-request',
      'body-too-large',
      'assertion-invalid',
      'assertion-expired',
      'assertion-used',
      'jwt-not-yet-valid',
      'invalid-key',
      'introduction-required',
      'vault-unavailable',
    ],
  },
  ...introductionOperations,
  ...recoveryOperations,
  ...exportOperations,
  ...addressChangeOperations,
  {
    id: 'refreshWalletSession',
    method: 'post',
    path: '/wallet/v1/sessions/refresh',
    summary: 'Refresh the tokens of a session',
    description:
      'Each refresh token can be used once. Repeating the request within ten seconds returns the same token; using an old token later revokes the session.',
    access: 'proof',
    body: { schema: walletRefreshRequest, example: { refreshToken: share } },
    answers: { 200: { description: 'The tokens of the session.', schema: walletSessionResponse } },
    problems: ['invalid-request', 'body-too-large', 'refresh-invalid', 'refresh-reused', 'session-expired'],
  },
  {
    id: 'listWalletSessions',
    method: 'get',
    path: '/wallet/v1/sessions',
    summary: 'List the devices a user is logged in on',
    access: 'wallet',
    answers: {
      200: {
        description: 'The sessions, and the devices whose keys are known, newest first.',
        schema: walletSessionsResponse,
      },
    },
    problems: [],
  },
  {
    id: 'endWalletSession',
    method: 'delete',
    path: '/wallet/v1/sessions/{id}',
    summary: 'Log out a device',
    description:
      'Revokes the session and immediately deletes the shares with which its device could open wallets. With `current`, or the ID of the own session, the device signs out: its shares stay for its next login and cannot be read until then.',
    access: 'wallet',
    parameters: [inPath('id', 'The ID of the session, or `current`.', 'ses_x')],
    answers: noContent('The session is revoked.'),
    problemSchema: deviceProblem,
    problems: ['not-found', 'device-held', 'device-too-new'],
  },
  {
    id: 'endOtherWalletDevice',
    method: 'delete',
    path: '/wallet/v1/devices/{jkt}',
    summary: 'End another device',
    description:
      'Ends a device of the user whether or not it is logged in: its sessions and shares, and that its key is known. To log in again it needs a link and a code, like a new device.',
    access: 'wallet',
    parameters: [inPath('jkt', 'The thumbprint of the key of the device.', 'a'.repeat(43))],
    answers: noContent('Nothing is known of the device any more.'),
    problemSchema: deviceProblem,
    problems: ['not-found', 'device-held', 'device-too-new'],
  },
  {
    id: 'endWalletDevice',
    method: 'post',
    path: '/wallet/v1/devices/end',
    summary: 'End a device that the owner stopped',
    description:
      'Takes the statement that the vault returns when the owner cancels a hold or undoes a change of address. Revokes the sessions of the device and deletes its shares.',
    access: 'walletSite',
    body: { schema: endDeviceRequest, example: { statement: 'eyJhbGciOi…' } },
    answers: noContent('The device has no session any more.'),
    problems: [
      'invalid-request',
      'body-too-large',
      'statement-invalid',
      'jwt-not-yet-valid',
      'vault-unavailable',
      'rate-limited',
    ],
  },
  ...importOperations,
  ...moveOperations,
  {
    id: 'getEmbeddedWallet',
    method: 'get',
    path: '/wallet/v1/wallet',
    summary: 'Get the user’s encrypted wallet',
    access: 'wallet',
    answers: { 200: { description: 'The wallet and its slots.', schema: embeddedWalletResponse } },
    problems: ['no-wallet'],
  },
  {
    id: 'createEmbeddedWallet',
    method: 'post',
    path: '/wallet/v1/wallets',
    summary: 'Store a new wallet',
    description:
      'Stores the wallet with all its slots. It is `pending` until it is confirmed, and is deleted after 24 hours if it is not. Repeating the request returns the same response.',
    access: 'wallet',
    parameters: [
      {
        in: 'header',
        name: 'idempotency-key',
        description: 'Optional and ignored: the ID of the wallet makes the request idempotent.',
        schema: z.string(),
      },
    ],
    body: {
      schema: createWalletRequest,
      example: {
        walletId: 'wlt_9b1xPq0sTk2f',
        vault: 'AAAA',
        check: mac,
        address: exampleAccount,
        slots: [
          { slotId: 'slt_2mVr7c1XdQ8a', kind: 'device', wrap: 'AAAA', share },
          { slotId: 'slt_8sKw3n5YbT1e', kind: 'auto', wrap: 'AAAA', share },
        ],
      },
    },
    answers: {
      200: { description: 'The wallet, and the nonce for its proofs.', schema: createWalletResponse },
    },
    problems: ['invalid-request', 'body-too-large', 'wallet-exists'],
  },
  {
    id: 'dropEmbeddedWallet',
    method: 'delete',
    path: '/wallet/v1/wallets/{id}',
    summary: 'Delete a pending wallet',
    access: 'wallet',
    parameters: [id],
    answers: noContent('The wallet is deleted.'),
    problems: ['no-wallet'],
  },
  {
    id: 'confirmEmbeddedWallet',
    method: 'post',
    path: '/wallet/v1/wallets/{id}/confirm',
    summary: 'Confirm a pending wallet',
    description:
      'Needs a proof for each slot, the receipt of the vault, and a signature by the key of the wallet’s address over the SHA-256 digest of five lines: `portico/wallet-confirmation/1`, the user ID, the wallet ID, the address in lower case and the nonce. An address belongs to one active wallet.',
    access: 'wallet',
    parameters: [id],
    body: {
      schema: confirmWalletRequest,
      example: {
        proofs: [
          { slotId: 'slt_2mVr7c1XdQ8a', mac },
          { slotId: 'slt_8sKw3n5YbT1e', mac },
        ],
        receipt: 'eyJhbGciOi…',
        signature: `0x${'11'.repeat(64)}1b`,
      },
    },
    answers: { 200: { description: 'The wallet is active.', schema: confirmWalletResponse } },
    problems: [
      'invalid-request',
      'body-too-large',
      'no-wallet',
      'proof-mismatch',
      'confirmation-invalid',
      'receipt-invalid',
      'address-taken',
      'vault-unavailable',
    ],
  },
  {
    id: 'addWalletSlot',
    method: 'post',
    path: '/wallet/v1/wallets/{id}/slots',
    summary: 'Add a slot for this device',
    description:
      'The slot replaces other slots of the same device key. A wallet with 64 slots gives up its least recently used device slot, one without a live session first; the recovery slot always stays.',
    access: 'wallet',
    parameters: [id],
    body: {
      schema: addSlotRequest,
      example: { slotId: 'slt_5tRz6v9QwE3u', kind: 'device', wrap: 'AAAA', share, epoch: 1 },
    },
    answers: { 200: { description: 'The new epoch of the wallet.', schema: addSlotResponse } },
    problemSchema: deviceProblem,
    problems: ['invalid-request', 'body-too-large', 'device-held', 'no-wallet', 'epoch-stale'],
  },
  {
    id: 'deleteWalletSlot',
    method: 'delete',
    path: '/wallet/v1/wallets/{id}/slots/{slotId}',
    summary: 'Remove a slot',
    access: 'wallet',
    parameters: [id, slotId],
    answers: noContent('The slot is removed.'),
    problemSchema: deviceProblem,
    problems: [
      'device-held',
      'device-too-new',
      'wallet-page-only',
      'introduction-required',
      'login-too-old',
      'no-wallet',
      'not-found',
      'slot-last',
    ],
  },
  {
    id: 'getSlotShare',
    method: 'post',
    path: '/wallet/v1/wallets/{id}/slots/{slotId}/share',
    summary: 'Get the gateway’s share of a slot',
    description:
      'The share of a device slot is returned only to the key of that device, the share of the recovery slot only within ten minutes of a login whose code the gateway mailed, and not while the device is on hold. Users from before introductions need no such login while introductions are optional. No session gets the share of a recovery code. The DPoP proof must contain a nonce of the server.',
    access: 'wallet',
    parameters: [id, slotId],
    answers: { 200: { description: 'The share.', schema: slotShareResponse } },
    problemSchema: deviceProblem,
    problems: [
      'device-held',
      'introduction-required',
      'no-wallet',
      'not-found',
      'slot-not-yours',
      'login-too-old',
    ],
  },
  {
    id: 'leaseNonce',
    method: 'post',
    path: '/wallet/v1/nonces',
    summary: 'Lease a transaction nonce for one request',
    description:
      'Returns the lowest nonce, starting at the chain’s pending transaction count, that no other request of the user holds. The lease lasts a minute. Repeating the request returns the same nonce. A user holds at most 32.',
    access: 'wallet',
    body: {
      schema: leaseNonceRequest,
      example: { chainId: 'eip155:31337', address: exampleAccount, requestId: '4b1f' },
    },
    answers: { 200: { description: 'The transaction nonce.', schema: leaseNonceResponse } },
    problems: [
      'invalid-request',
      'body-too-large',
      'no-wallet',
      'chain-not-supported',
      'upstream-unavailable',
      'too-many-nonces',
    ],
  },
  {
    id: 'releaseNonce',
    method: 'delete',
    path: '/wallet/v1/nonces/{requestId}',
    summary: 'Release a transaction nonce',
    access: 'wallet',
    parameters: [inPath('requestId', 'The ID of the request that holds the nonce.', '4b1f')],
    answers: noContent('The nonce is released.'),
    problems: [],
  },
  {
    id: 'putWindowQuestion',
    method: 'post',
    path: '/wallet/v1/window-mailbox',
    summary: 'Store a request for the wallet window',
    description:
      'For pages on which frame and window cannot exchange messages (`Cross-Origin-Opener-Policy: same-origin`). The request is encrypted with a key that the gateway never has. At most 256 KiB, stored for five minutes, eight per session at a time.',
    access: 'wallet',
    body: { schema: handoffQuestionRequest, example: { id: handoffId, question: 'c2VhbGVk' } },
    answers: noContent('The request is stored.'),
    problems: ['invalid-request', 'body-too-large', 'mailbox-id-used', 'mailbox-full'],
  },
  {
    id: 'takeWindowQuestion',
    method: 'post',
    path: '/wallet/v1/window-mailbox/question',
    summary: 'Read the request, in the window',
    description: 'Works once. The ID is the only credential, because the window has no session.',
    access: 'walletSite',
    body: { schema: handoffRequest, example: { id: handoffId } },
    answers: { 200: { description: 'The encrypted request.', schema: handoffQuestionResponse } },
    problems: ['invalid-request', 'body-too-large', 'not-found'],
  },
  {
    id: 'answerWindowQuestion',
    method: 'post',
    path: '/wallet/v1/window-mailbox/answer',
    summary: 'Store the answer, in the window',
    description: 'Works once, after the request was read.',
    access: 'walletSite',
    body: { schema: handoffAnswerRequest, example: { id: handoffId, answer: 'c2VhbGVk' } },
    answers: noContent('The answer is stored.'),
    problems: ['invalid-request', 'body-too-large', 'not-found'],
  },
  {
    id: 'collectWindowAnswer',
    method: 'post',
    path: '/wallet/v1/window-mailbox/collect',
    summary: 'Read the answer, in the frame',
    description:
      'Only for the session that stored the request. `answer` is absent until there is one; reading it deletes the handoff.',
    access: 'wallet',
    body: { schema: handoffRequest, example: { id: handoffId } },
    answers: {
      200: { description: 'The encrypted answer, if there is one.', schema: handoffAnswerResponse },
    },
    problems: ['invalid-request', 'body-too-large', 'not-found'],
  },
  {
    id: 'dropWindowQuestion',
    method: 'post',
    path: '/wallet/v1/window-mailbox/drop',
    summary: 'Delete a request',
    access: 'wallet',
    body: { schema: handoffRequest, example: { id: handoffId } },
    answers: noContent('The request does not exist any more.'),
    problems: ['invalid-request', 'body-too-large'],
  },
  {
    id: 'getWalletAllowlist',
    method: 'get',
    path: '/wallet/v1/allowlist',
    summary: 'Get the origins that may embed the wallet',
    access: 'walletSite',
    answers: {
      200: {
        description: 'A JWS (ES256, `allowlist+jwt`) of `WalletAllowlist`.',
        schema: walletAllowlistResponse,
      },
    },
    problems: [],
  },
  {
    id: 'getWalletKeys',
    method: 'get',
    path: '/wallet/v1/jwks',
    summary: 'Get the keys of the gateway for embedded wallets',
    description:
      'With `use` `sig`: the keys that sign access tokens, the allowlist and statements to the vault. With `use` `enc`: the keys to which introductions are encrypted (ECDH-ES, A256GCM).',
    access: 'walletSite',
    answers: { 200: { description: 'A JWK Set (RFC 7517).', schema: walletJwksResponse } },
    problems: [],
  },
]
