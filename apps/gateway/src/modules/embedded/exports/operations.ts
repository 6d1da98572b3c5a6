import { deviceProblem, exportShareRequest, slotShareResponse } from '@portico/protocol/gateway'
import type { Operation } from '../../../infra/http/openapi/Operation.ts'
import { slotId, walletId } from '../operationParts.ts'

/** The operation that releases what an export of the key needs. */
export const exportOperations: readonly Operation[] = [
  {
    id: 'exportKey',
    method: 'post',
    path: '/wallet/v1/wallets/{id}/slots/{slotId}/export',
    summary: 'Get what an export of the key needs',
    description:
      'Returns the share of the device’s own slot. Needs a login on the wallet’s own page within the last ten minutes, whose code the gateway mailed, a device that is neither held nor new, and the statement of the vault that it has mailed the owner, which is valid once. The DPoP proof must contain a nonce of the server. The export is recorded in the audit trail.',
    access: 'wallet',
    parameters: [walletId, slotId],
    body: { schema: exportShareRequest, example: { statement: 'eyJhbGciOi…' } },
    answers: { 200: { description: 'The share.', schema: slotShareResponse } },
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
      'not-found',
      'slot-not-yours',
      'statement-invalid',
      'jwt-not-yet-valid',
      'vault-unavailable',
    ],
  },
]
