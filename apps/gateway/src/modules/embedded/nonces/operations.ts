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
]
