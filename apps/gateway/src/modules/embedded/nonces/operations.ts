import { leaseNonceRequest, leaseNonceResponse } from '@portico/protocol/gateway'
import type { Operation } from '../../../infra/http/openapi/Operation.ts'
import { exampleAccount } from '../../../infra/http/openapi/parameters.ts'
import { inPath, noContent } from '../operationParts.ts'

/** The operations that lease nonces of transactions. */
export const nonceOperations: readonly Operation[] = [
  {
    id: 'leaseNonce',
    method: 'post',
    path: '/wallet/v1/nonces',
    summary: 'Lease a nonce for one request, or two in a row',
    description:
      'Returns the lowest nonce, starting at the chain’s pending transaction count, that no other request of the user holds. The lease lasts a minute. Repeating the request returns the same nonce. A user holds at most 32. With `count` 2, the nonce and the next one: for a transaction in which the account delegates its code (EIP-7702). For that, and for an account that has delegated, `account-busy` is returned while a transaction of the account is pending or another request holds an unused nonce, because nodes keep one pending transaction of such an account. With `kind` `operation`: the nonce of a user operation at the EntryPoint, in the lowest of eight sequences in which no operation is under way; `account-busy` if there is none.',
    access: 'wallet',
    body: {
      schema: leaseNonceRequest,
      example: { chainId: 'eip155:31337', address: exampleAccount, requestId: '4b1f' },
    },
    answers: {
      200: {
        description: 'The nonce, the first of two; of a user operation a decimal string.',
        schema: leaseNonceResponse,
      },
    },
    problems: [
      'invalid-request',
      'body-too-large',
      'no-wallet',
      'chain-not-supported',
      'upstream-unavailable',
      'account-busy',
      'too-many-nonces',
    ],
  },
  {
    id: 'releaseNonce',
    method: 'delete',
    path: '/wallet/v1/nonces/{requestId}',
    summary: 'Release the nonces of a request',
    access: 'wallet',
    parameters: [inPath('requestId', 'The ID of the request that holds the nonce.', '4b1f')],
    answers: noContent('The nonces are released.'),
    problems: [],
  },
]
