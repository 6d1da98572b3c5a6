import {
  confirmWalletRequest,
  confirmWalletResponse,
  createWalletResponse,
  deviceProblem,
  embeddedWalletResponse,
  importWalletRequest,
  retiredWalletsResponse,
} from '@portico/protocol/gateway'
import type { Operation } from '../../../infra/http/openapi/Operation.ts'
import { exampleAccount } from '../../../infra/http/openapi/parameters.ts'
import { walletId } from '../operationParts.ts'

const secret = 'dGhpcnR5LXR3byByYW5kb20gYnl0ZXMgZm9yIG9uZSE'
const problems = [
  'invalid-request',
  'body-too-large',
  'device-held',
  'device-too-new',
  'wallet-page-only',
  'introduction-required',
  'login-too-old',
  'no-wallet',
  'jwt-not-yet-valid',
  'vault-unavailable',
] as const

/** The operations that replace the wallet by an imported one. */
export const importOperations: readonly Operation[] = [
  {
    id: 'listRetiredWallets',
    method: 'get',
    path: '/wallet/v1/wallets',
    summary: 'List the wallets that an import has replaced',
    access: 'wallet',
    answers: { 200: { description: 'The latest first.', schema: retiredWalletsResponse } },
    problems: [],
  },
  {
    id: 'getOneWallet',
    method: 'get',
    path: '/wallet/v1/wallets/{id}',
    summary: 'Get a wallet that is not the current one',
    description: 'One that is being imported, or that an import has replaced.',
    access: 'wallet',
    parameters: [walletId],
    answers: { 200: { description: 'The wallet and its slots.', schema: embeddedWalletResponse } },
    problems: ['no-wallet'],
  },
  {
    id: 'startImport',
    method: 'post',
    path: '/wallet/v1/imports',
    summary: 'Store an imported wallet',
    description:
      'It is pending until it is confirmed, and takes the place of an earlier one that was not. Needs a login on the wallet’s own page within the last ten minutes, a device that is neither held nor new, and the statement of the vault that it has mailed the owner, which is valid once.',
    access: 'wallet',
    body: {
      schema: importWalletRequest,
      example: {
        walletId: 'wlt_9b1xPq0sTk2f',
        vault: 'AAAA',
        check: secret,
        address: exampleAccount,
        slots: [
          { slotId: 'slt_2mVr7c1XdQ8a', kind: 'device', wrap: 'AAAA', share: secret },
          { slotId: 'slt_8sKw3n5YbT1e', kind: 'auto', wrap: 'AAAA', share: secret },
        ],
        replaces: 'wlt_3cZt8mVq1LpA',
        statement: 'eyJhbGciOi…',
      },
    },
    answers: {
      200: { description: 'The wallet, and the nonce for its proofs.', schema: createWalletResponse },
    },
    problemSchema: deviceProblem,
    problems: [...problems, 'statement-invalid', 'wallet-exists'],
  },
  {
    id: 'confirmImport',
    method: 'post',
    path: '/wallet/v1/imports/{id}/confirm',
    summary: 'Replace the wallet by the imported one',
    description:
      'Needs the same proofs as a first wallet, and the same login as the import. The old wallet is retired: it stays stored with all its slots. All other sessions of the user end.',
    access: 'wallet',
    parameters: [walletId],
    body: {
      schema: confirmWalletRequest,
      example: {
        proofs: [
          { slotId: 'slt_2mVr7c1XdQ8a', mac: secret },
          { slotId: 'slt_8sKw3n5YbT1e', mac: secret },
        ],
        receipt: 'eyJhbGciOi…',
        signature: `0x${'11'.repeat(64)}1b`,
      },
    },
    answers: { 200: { description: 'The imported wallet is active.', schema: confirmWalletResponse } },
    problemSchema: deviceProblem,
    problems: [...problems, 'proof-mismatch', 'confirmation-invalid', 'receipt-invalid', 'address-taken'],
  },
]
