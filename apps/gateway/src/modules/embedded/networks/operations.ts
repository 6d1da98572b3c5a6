import { walletNetworksResponse } from '@portico/protocol/gateway'
import type { Operation } from '../../../infra/http/openapi/Operation.ts'

/** The operation that lists the networks with smart accounts. */
export const networkOperations: readonly Operation[] = [
  {
    id: 'getWalletNetworks',
    method: 'get',
    path: '/wallet/v1/networks',
    summary: 'List the networks with smart accounts',
    description:
      'The networks on which the operator offers smart accounts (`SMART_ACCOUNTS`) and whose node shows the contracts. A network whose node cannot be read is left out, and read again by a later request. With the session of a wallet (`Authorization: DPoP …`, `DPoP`): who pays for operations there, if the project of its page may, and the tokens in which the visitor can pay.',
    access: 'walletSite',
    answers: {
      200: {
        description: 'The networks, with the contract that accounts delegate to (EIP-7702).',
        schema: walletNetworksResponse,
      },
    },
    problems: [
      'session-missing',
      'session-invalid',
      'session-expired',
      'session-revoked',
      'jwt-not-yet-valid',
      'dpop-missing',
      'dpop-invalid',
    ],
  },
]
