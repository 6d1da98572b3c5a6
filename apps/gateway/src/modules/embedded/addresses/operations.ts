import {
  addressChangeCodeRequest,
  addressChangeFinishRequest,
  addressChangeNextRequest,
  addressChangeProblem,
  addressChangeRequest,
  addressChangeResponse,
  addressChangeStatementResponse,
  addressChangeStepRequest,
  introductionMailResponse,
} from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { Operation, Parameter } from '../../../infra/http/openapi/Operation.ts'

const path = '/wallet/v1/address-changes'
const id: Parameter = {
  in: 'path',
  name: 'id',
  description: 'The ID of the change.',
  schema: z.string(),
  example: 'dGhpcnR5LXR3byByYW5kb20gYnl0ZXMgZm9yIG9uZSE',
}
const token = 'eyJhbGciOi…'
const codeBody = { schema: addressChangeCodeRequest, example: { sealed: token } }
const stepBody = { schema: addressChangeStepRequest, example: {} }
const always = ['invalid-request', 'body-too-large'] as const
const untrusted = ['device-held', 'device-too-new'] as const
const mailed = { 200: { description: 'The code is mailed.', schema: introductionMailResponse } }
const stated = {
  200: { description: 'The statement for the vault.', schema: addressChangeStatementResponse },
}

/** The operations of a change of e-mail address. Only the wallet site may call them. */
export const addressChangeOperations: readonly Operation[] = [
  {
    id: 'startAddressChange',
    method: 'post',
    path,
    summary: 'Start a change of e-mail address',
    description:
      'Mails a code of six digits to the current address. The key of the session must be introduced, and neither held nor new.',
    access: 'wallet',
    body: { schema: addressChangeRequest, example: { sealed: token } },
    answers: { 200: { description: 'The change; valid for 25 minutes.', schema: addressChangeResponse } },
    problems: [
      ...always,
      ...untrusted,
      'sealed-invalid',
      'email-invalid',
      'introduction-required',
      'identity-mismatch',
      'busy',
    ],
    problemSchema: addressChangeProblem,
  },
  {
    id: 'enterOldAddressCode',
    method: 'post',
    path: `${path}/{id}/old`,
    summary: 'Verify the current address with its code',
    description: 'A code is valid for ten minutes and allows three tries.',
    access: 'wallet',
    parameters: [id],
    body: codeBody,
    answers: { 204: { description: 'The code is right.' } },
    problems: [
      ...always,
      ...untrusted,
      'sealed-invalid',
      'address-change-expired',
      'code-wrong',
      'code-burnt',
    ],
    problemSchema: addressChangeProblem,
  },
  {
    id: 'mailNewAddressCode',
    method: 'post',
    path: `${path}/{id}/next`,
    summary: 'Mail a code to the next address',
    description:
      'Only once the current address is verified, and its owner has approved the vault’s link: `approved` is the vault’s statement (`email-approved+jwt`). Repeating the request mails nothing; `/resend` does.',
    access: 'wallet',
    parameters: [id],
    body: { schema: addressChangeNextRequest, example: { approved: token } },
    answers: mailed,
    problems: [
      ...always,
      ...untrusted,
      'statement-invalid',
      'jwt-not-yet-valid',
      'vault-unavailable',
      'address-change-expired',
      'address-change-mismatch',
      'busy',
    ],
    problemSchema: addressChangeProblem,
  },
  {
    id: 'resendAddressCode',
    method: 'post',
    path: `${path}/{id}/resend`,
    summary: 'Mail another code of the same step',
    description: 'The new code invalidates the previous one; the number of tries stays.',
    access: 'wallet',
    parameters: [id],
    body: stepBody,
    answers: mailed,
    problems: [...always, 'address-change-expired', 'code-burnt', 'too-soon', 'busy'],
    problemSchema: addressChangeProblem,
  },
  {
    id: 'enterNewAddressCode',
    method: 'post',
    path: `${path}/{id}/new`,
    summary: 'Verify the next address with its code',
    description:
      '`statement` is a JWS (ES256, `address-change+jwt`) of `AddressChangeStatement` for the vault, valid for two minutes.',
    access: 'wallet',
    parameters: [id],
    body: codeBody,
    answers: stated,
    problems: [
      ...always,
      ...untrusted,
      'sealed-invalid',
      'address-change-expired',
      'code-wrong',
      'code-burnt',
      'code-void',
      'email-taken',
    ],
    problemSchema: addressChangeProblem,
  },
  {
    id: 'stateAddressChange',
    method: 'post',
    path: `${path}/{id}/statement`,
    summary: 'Get the statement for the vault again',
    description: 'Once both addresses are verified, until the change is finished or undone.',
    access: 'wallet',
    parameters: [id],
    body: stepBody,
    answers: stated,
    problems: [...always, ...untrusted, 'address-change-expired'],
    problemSchema: addressChangeProblem,
  },
  {
    id: 'finishAddressChange',
    method: 'post',
    path: `${path}/{id}/finish`,
    summary: 'Change the address, once the vault has',
    description:
      '`changed` is the vault’s statement (`email-changed+jwt`). The previous address stays reserved for 72 hours. Repeating the request has no effect.',
    access: 'wallet',
    parameters: [id],
    body: { schema: addressChangeFinishRequest, example: { changed: token } },
    answers: { 204: { description: 'The address is changed.' } },
    problems: [
      ...always,
      'statement-invalid',
      'jwt-not-yet-valid',
      'vault-unavailable',
      'address-change-expired',
      'address-change-mismatch',
      'email-taken',
    ],
    problemSchema: addressChangeProblem,
  },
]
