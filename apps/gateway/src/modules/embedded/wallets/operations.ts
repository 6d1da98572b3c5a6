import {
  addSlotRequest,
  addSlotResponse,
  confirmWalletRequest,
  confirmWalletResponse,
  createWalletRequest,
  createWalletResponse,
  deviceProblem,
  embeddedWalletResponse,
  slotShareResponse,
} from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { Operation } from '../../../infra/http/openapi/Operation.ts'
import { exampleAccount } from '../../../infra/http/openapi/parameters.ts'
import { noContent, share, slotId, walletId } from '../operationParts.ts'

const mac = 'bWFjIG9mIHRoaXJ0eS10d28gYnl0ZXMgZm9yIHlvdS4'

/** The operations of a wallet and its slots. */
export const walletOperations: readonly Operation[] = [
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
    parameters: [walletId],
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
    parameters: [walletId],
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
    parameters: [walletId],
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
    parameters: [walletId, slotId],
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
    parameters: [walletId, slotId],
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
]
