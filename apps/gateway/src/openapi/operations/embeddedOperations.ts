import {
  addSlotRequest,
  addSlotResponse,
  confirmWalletRequest,
  confirmWalletResponse,
  createWalletRequest,
  createWalletResponse,
  embeddedWalletResponse,
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
import type { Operation, Parameter } from '../Operation.ts'
import { exampleAccount } from '../parameters.ts'

const inPath = (name: string, description: string, example: string): Parameter => ({
  in: 'path',
  name,
  description,
  schema: z.string(),
  example,
})
const id = inPath('id', 'Id of the wallet.', 'wlt_9b1xPq0sTk2f')
const slotId = inPath('slotId', 'Id of the slot.', 'slt_2mVr7c1XdQ8a')
const share = 'c2hhcmUgb2YgdGhpcnR5LXR3byBieXRlcyBmb3IgeW8'
const mac = 'bWFjIG9mIHRoaXJ0eS10d28gYnl0ZXMgZm9yIHlvdS4'
const noContent = (description: string) => ({ 204: { description } })

/** The embedded wallet: what its own site asks. Others are refused. */
export const embeddedOperations: readonly Operation[] = [
  {
    id: 'createWalletSession',
    method: 'post',
    path: '/wallet/v1/sessions',
    summary: 'Log in with the vault’s word',
    description:
      'The assertion is bound to the key of the proof and good once, for a minute. An older session of the same key for the same page ends.',
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
      'vault-unavailable',
    ],
  },
  {
    id: 'refreshWalletSession',
    method: 'post',
    path: '/wallet/v1/sessions/refresh',
    summary: 'The next tokens of a session',
    description:
      'Each refresh token is good once. The same again within ten seconds has the same answer; later it ends the session.',
    access: 'proof',
    body: { schema: walletRefreshRequest, example: { refreshToken: share } },
    answers: { 200: { description: 'The tokens of the session.', schema: walletSessionResponse } },
    problems: ['invalid-request', 'body-too-large', 'refresh-invalid', 'refresh-reused', 'session-expired'],
  },
  {
    id: 'listWalletSessions',
    method: 'get',
    path: '/wallet/v1/sessions',
    summary: 'The devices a user is logged in on',
    access: 'wallet',
    answers: { 200: { description: 'Newest first.', schema: walletSessionsResponse } },
    problems: [],
  },
  {
    id: 'endWalletSession',
    method: 'delete',
    path: '/wallet/v1/sessions/{id}',
    summary: 'Log a device out',
    description: 'Ends the session and deletes what its device could open wallets with, at once.',
    access: 'wallet',
    parameters: [inPath('id', 'Id of the session, or `current`.', 'ses_x')],
    answers: noContent('It has ended.'),
    problems: ['not-found'],
  },
  {
    id: 'getEmbeddedWallet',
    method: 'get',
    path: '/wallet/v1/wallet',
    summary: 'The user’s wallet, encrypted',
    access: 'wallet',
    answers: { 200: { description: 'The wallet and the ways to open it.', schema: embeddedWalletResponse } },
    problems: ['no-wallet'],
  },
  {
    id: 'createEmbeddedWallet',
    method: 'post',
    path: '/wallet/v1/wallets',
    summary: 'Keep a new wallet',
    description:
      'All of it or nothing, and `pending` until it is confirmed; after 24 hours it is forgotten. The same again has the same answer.',
    access: 'wallet',
    parameters: [
      {
        in: 'header',
        name: 'idempotency-key',
        description: 'May be sent. What makes the call repeatable is the wallet’s id.',
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
      200: { description: 'The wallet, and what its proofs are about.', schema: createWalletResponse },
    },
    problems: ['invalid-request', 'body-too-large', 'wallet-exists'],
  },
  {
    id: 'dropEmbeddedWallet',
    method: 'delete',
    path: '/wallet/v1/wallets/{id}',
    summary: 'Forget a wallet that was not confirmed',
    access: 'wallet',
    parameters: [id],
    answers: noContent('It is gone.'),
    problems: ['no-wallet'],
  },
  {
    id: 'confirmEmbeddedWallet',
    method: 'post',
    path: '/wallet/v1/wallets/{id}/confirm',
    summary: 'Make a wallet usable',
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
      },
    },
    answers: { 200: { description: 'It is active.', schema: confirmWalletResponse } },
    problems: [
      'invalid-request',
      'body-too-large',
      'no-wallet',
      'proof-mismatch',
      'receipt-invalid',
      'vault-unavailable',
    ],
  },
  {
    id: 'addWalletSlot',
    method: 'post',
    path: '/wallet/v1/wallets/{id}/slots',
    summary: 'Add the slot of this device',
    access: 'wallet',
    parameters: [id],
    body: {
      schema: addSlotRequest,
      example: { slotId: 'slt_5tRz6v9QwE3u', kind: 'device', wrap: 'AAAA', share, epoch: 1 },
    },
    answers: { 200: { description: 'The next epoch.', schema: addSlotResponse } },
    problems: ['invalid-request', 'body-too-large', 'no-wallet', 'epoch-stale', 'too-many-slots'],
  },
  {
    id: 'deleteWalletSlot',
    method: 'delete',
    path: '/wallet/v1/wallets/{id}/slots/{slotId}',
    summary: 'Remove a slot',
    access: 'wallet',
    parameters: [id, slotId],
    answers: noContent('It is gone.'),
    problems: ['no-wallet', 'not-found', 'slot-last'],
  },
  {
    id: 'getSlotShare',
    method: 'post',
    path: '/wallet/v1/wallets/{id}/slots/{slotId}/share',
    summary: 'This server’s half of a slot',
    description:
      'Of a device to its key alone, of the recovery within ten minutes of logging in. The proof needs the server’s nonce.',
    access: 'wallet',
    parameters: [id, slotId],
    answers: { 200: { description: 'The share.', schema: slotShareResponse } },
    problems: ['no-wallet', 'not-found', 'slot-not-yours', 'login-too-old'],
  },
  {
    id: 'leaseNonce',
    method: 'post',
    path: '/wallet/v1/nonces',
    summary: 'A transaction number for one request',
    description:
      'The lowest from the chain’s pending one that no other request holds; held for a minute. The same request has the same.',
    access: 'wallet',
    body: {
      schema: leaseNonceRequest,
      example: { chainId: 'eip155:31337', address: exampleAccount, requestId: '4b1f' },
    },
    answers: { 200: { description: 'The number.', schema: leaseNonceResponse } },
    problems: [
      'invalid-request',
      'body-too-large',
      'no-wallet',
      'chain-not-supported',
      'upstream-unavailable',
    ],
  },
  {
    id: 'releaseNonce',
    method: 'delete',
    path: '/wallet/v1/nonces/{requestId}',
    summary: 'Give a transaction number back',
    access: 'wallet',
    parameters: [inPath('requestId', 'Of the request that holds it.', '4b1f')],
    answers: noContent('It is free.'),
    problems: ['no-wallet'],
  },
  {
    id: 'getWalletAllowlist',
    method: 'get',
    path: '/wallet/v1/allowlist',
    summary: 'Which pages may show the wallet',
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
    summary: 'The keys this server signs with for wallets',
    access: 'walletSite',
    answers: { 200: { description: 'A JWK Set (RFC 7517).', schema: walletJwksResponse } },
    problems: [],
  },
]
