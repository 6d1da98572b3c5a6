import { storePermissionRequest, walletPermissionsResponse } from '@portico/protocol/gateway'
import type { Operation } from '../../../infra/http/openapi/Operation.ts'
import { exampleAccount } from '../../../infra/http/openapi/parameters.ts'
import { inPath, noContent } from '../operationParts.ts'

const hash = `0x${'5a'.repeat(32)}`

/** The operations for permissions that users have granted (ERC-7710). */
export const permissionOperations: readonly Operation[] = [
  {
    id: 'getWalletPermissions',
    method: 'get',
    path: '/wallet/v1/permissions',
    summary: 'List the permissions that the user has granted',
    description:
      'Of all pages, the newest first, until a week after they have expired: all that have not expired, and 200 in all at most. They are delegations without signatures, so that any browser of the user can revoke them. Whether one is valid is on the chain.',
    access: 'wallet',
    answers: { 200: { description: 'The permissions.', schema: walletPermissionsResponse } },
    problems: [],
  },
  {
    id: 'storeWalletPermission',
    method: 'post',
    path: '/wallet/v1/permissions',
    summary: 'Store a permission that the user has granted',
    description:
      'The delegator must be the account of the user’s wallet. The same permission again changes nothing. A user has at most 100 that have not expired.',
    access: 'wallet',
    body: {
      schema: storePermissionRequest,
      example: {
        chainId: 'eip155:31337',
        hash,
        delegation: { delegate: exampleAccount, delegator: exampleAccount, caveats: [], salt: '0x1' },
        expiresAt: 1_800_003_600,
      },
    },
    answers: noContent('The permission is stored.'),
    problems: [
      'invalid-request',
      'body-too-large',
      'no-wallet',
      'chain-not-supported',
      'too-many-permissions',
    ],
  },
  {
    id: 'revokeWalletPermission',
    method: 'delete',
    path: '/wallet/v1/permissions/{hash}',
    summary: 'Mark a permission as revoked',
    description:
      'For the time when the user has sent the transaction that revokes it: the permission ends with that transaction, and stays in the list.',
    access: 'wallet',
    parameters: [inPath('hash', 'The hash of the delegation.', hash)],
    answers: noContent('The permission is marked, if there is one.'),
    problems: [],
  },
]
