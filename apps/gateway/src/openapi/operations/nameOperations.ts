import {
  ccipError,
  ccipRequest,
  ccipResponse,
  nameNonceResponse,
  nameRecord,
  nameRequest,
  nameResponse,
  nameSuggestionsResponse,
  namesOfAddressResponse,
} from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { Operation, Parameter } from '../Operation.ts'
import { exampleAccount } from '../parameters.ts'

const name: Parameter = {
  in: 'path',
  name: 'name',
  description: 'The whole name, normalised by ENSIP-15.',
  schema: z.string().check(z.maxLength(255)),
  example: 'alice.portico.local',
}

const body = {
  schema: nameRequest,
  description: '`message` is the text as it was signed, see `createNameMessage` of @portico/protocol.',
  example: { message: '…', signature: '0x…', coin_type: 60, address: exampleAccount },
}

const signed = [
  'invalid-request',
  'body-too-large',
  'malformed-message',
  'name-mismatch',
  'nonce-used',
  'gateway-mismatch',
  'not-yet-valid',
  'expired',
  'address-mismatch',
  'signature-malformed',
  'signature-invalid',
  'client-required',
  'client-unavailable',
] as const

const ccip = {
  summary: 'A signed answer for a resolver contract (ERC-3668)',
  description: 'Only for the contracts the operator has named. Refusals have the form of that standard.',
  access: 'public',
  answers: {
    200: {
      description: 'The answer, good for five minutes.',
      schema: ccipResponse,
      headers: ['cache-control'],
    },
    400: { description: 'The question is not well-formed.', schema: ccipError },
    404: { description: 'This gateway does not answer for that contract.', schema: ccipError },
  },
} as const satisfies Partial<Operation>

/** Names people choose for their accounts. */
export const nameOperations: readonly Operation[] = [
  {
    id: 'getNameNonce',
    method: 'get',
    path: '/v1/profile/nonce',
    summary: 'A nonce for one message about a name',
    access: 'public',
    answers: {
      200: { description: 'What the message has to say; good for five minutes.', schema: nameNonceResponse },
    },
    problems: ['names-not-configured'],
  },
  {
    id: 'registerName',
    method: 'post',
    path: '/v1/profile/account',
    summary: 'Register a name',
    description: 'Signed by the account that is to own it. One name for an account.',
    access: 'public',
    isIdempotent: true,
    body,
    answers: { 200: { description: 'The name as it is kept.', schema: nameRecord } },
    problems: [
      ...signed,
      'name-invalid',
      'name-reserved',
      'name-taken',
      'name-owner-has-one',
      'name-cooling',
      'name-not-yours',
    ],
  },
  {
    id: 'setNameAttributes',
    method: 'post',
    path: '/v1/profile/account/{name}/attributes',
    summary: 'Change the text records of a name',
    access: 'public',
    isIdempotent: true,
    parameters: [name],
    body,
    answers: { 200: { description: 'The name as it is kept.', schema: nameRecord } },
    problems: [...signed, 'name-not-yours'],
  },
  {
    id: 'setNameAddress',
    method: 'post',
    path: '/v1/profile/account/{name}/address',
    summary: 'Set the address of a coin',
    access: 'public',
    isIdempotent: true,
    parameters: [name],
    body,
    answers: { 200: { description: 'The name as it is kept.', schema: nameRecord } },
    problems: [...signed, 'name-not-yours'],
  },
  {
    id: 'releaseName',
    method: 'post',
    path: '/v1/profile/account/{name}/release',
    summary: 'Give a name up',
    description: 'Others may have it a day later.',
    access: 'public',
    isIdempotent: true,
    parameters: [name],
    body,
    answers: { 204: { description: 'It is given up.' } },
    problems: [...signed, 'name-not-yours'],
  },
  {
    id: 'getName',
    method: 'get',
    path: '/v1/profile/account/{name}',
    summary: 'What is kept of a name',
    access: 'public',
    parameters: [
      name,
      {
        in: 'query',
        name: 'apiVersion',
        description: 'With 2 an unknown name is an empty list, else it is 404.',
        schema: z.string(),
        example: '2',
        isShown: true,
      },
    ],
    answers: { 200: { description: 'The name, or an empty list.', schema: nameResponse } },
    problems: ['invalid-request', 'not-found'],
  },
  {
    id: 'getNamesOfAddress',
    method: 'get',
    path: '/v1/profile/reverse/{address}',
    summary: 'What an address has registered',
    access: 'public',
    parameters: [
      {
        in: 'path',
        name: 'address',
        description: 'An address whose owner can sign here.',
        schema: z.string().check(z.maxLength(128)),
        example: exampleAccount,
      },
    ],
    answers: {
      200: {
        description: 'Names others have pointed at it are not among them.',
        schema: namesOfAddressResponse,
      },
    },
    problems: ['invalid-request'],
  },
  {
    id: 'suggestNames',
    method: 'get',
    path: '/v1/profile/suggestions/{name}',
    summary: 'Names that are free',
    access: 'public',
    parameters: [
      { ...name, description: 'What is wanted, whole or without its end.', example: 'alice' },
      {
        in: 'query',
        name: 'zone',
        description: 'What names end in; only that of this gateway.',
        schema: z.string(),
      },
    ],
    answers: {
      200: {
        description: 'Five at most, the wanted one first if it may be had at all.',
        schema: nameSuggestionsResponse,
      },
    },
    problems: ['invalid-request'],
  },
  {
    ...ccip,
    id: 'readCcip',
    method: 'get',
    path: '/ccip/{sender}/{data}.json',
    parameters: [
      {
        in: 'path',
        name: 'sender',
        description: 'The contract that asks.',
        schema: z.string(),
        example: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
      },
      {
        in: 'path',
        name: 'data',
        description: 'What it asks, as 0x and hex digits.',
        schema: z.string(),
        example: '0x9061b923',
      },
    ],
    problems: [],
  },
  {
    ...ccip,
    id: 'postCcip',
    method: 'post',
    path: '/ccip',
    body: {
      schema: ccipRequest,
      example: { sender: '0x5fbdb2315678afecb367f032d93f642f64180aa3', data: '0x9061b923' },
    },
    problems: ['invalid-request', 'body-too-large'],
  },
]
