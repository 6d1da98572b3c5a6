import {
  addSlotResponse,
  codeSlotRequest,
  deviceProblem,
  recoveryRequest,
  recoveryResponse,
} from '@portico/protocol/gateway'
import type { Operation } from '../../../infra/http/openapi/Operation.ts'
import { share, walletId } from '../operationParts.ts'

/** The operations for recovery codes. */
export const recoveryOperations: readonly Operation[] = [
  {
    id: 'addWalletCode',
    method: 'post',
    path: '/wallet/v1/wallets/{id}/code',
    summary: 'Store the slot of a recovery code',
    description:
      'Needs a login on the wallet’s own page within the last ten minutes, by a device that is neither held nor new, and the vault’s statement that it has mailed the owner. The slot replaces that of an older code.',
    access: 'wallet',
    parameters: [walletId],
    body: {
      schema: codeSlotRequest,
      example: {
        slotId: 'slt_7kQw2bNm4XcV',
        wrap: 'AAAA',
        share,
        proofKey: share,
        epoch: 2,
        statement: 'eyJ…',
      },
    },
    answers: { 200: { description: 'The new epoch of the wallet.', schema: addSlotResponse } },
    problemSchema: deviceProblem,
    problems: [
      'invalid-request',
      'body-too-large',
      'device-held',
      'device-too-new',
      'wallet-page-only',
      'introduction-required',
      'login-too-old',
      'no-wallet',
      'epoch-stale',
      'code-taken',
      'statement-invalid',
      'jwt-not-yet-valid',
      'vault-unavailable',
    ],
  },
  {
    id: 'openWithCode',
    method: 'post',
    path: '/wallet/v1/recovery',
    summary: 'Open a wallet with its recovery code',
    description:
      'Needs no session: the DPoP proof is signed with the key of the code, and must contain a nonce of the server. Returns the encrypted wallet and the gateway’s share, which are useless without the code.',
    access: 'proof',
    body: { schema: recoveryRequest, example: {} },
    answers: { 200: { description: 'The wallet, the slot and its share.', schema: recoveryResponse } },
    problems: ['invalid-request', 'body-too-large', 'code-unknown', 'rate-limited'],
  },
]
