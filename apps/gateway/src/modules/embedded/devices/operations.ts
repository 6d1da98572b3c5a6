import { deviceProblem, endDeviceRequest } from '@portico/protocol/gateway'
import type { Operation } from '../../../infra/http/openapi/Operation.ts'
import { inPath, noContent } from '../operationParts.ts'

/** The operations that end devices. */
export const deviceOperations: readonly Operation[] = [
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
]
