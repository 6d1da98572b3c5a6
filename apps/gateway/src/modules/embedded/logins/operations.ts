import { deviceProblem, walletLoginsResponse } from '@portico/protocol/gateway'
import type { Operation } from '../../../infra/http/openapi/Operation.ts'
import { inPath, noContent } from '../operationParts.ts'

/** The operations that list and remove the logins of a user. */
export const loginOperations: readonly Operation[] = [
  {
    id: 'getWalletLogins',
    method: 'get',
    path: '/wallet/v1/logins',
    summary: 'List the logins',
    description:
      'Returns the logins that open the wallet: an e-mail address and accounts at other providers. The vault has its own list, with the addresses.',
    access: 'wallet',
    answers: { 200: { description: 'The logins.', schema: walletLoginsResponse } },
    problems: [],
  },
  {
    id: 'removeWalletLogin',
    method: 'delete',
    path: '/wallet/v1/logins/{method}',
    summary: 'Remove a login',
    description:
      'Removes an account at a provider from the user and revokes the other sessions that it opened. Remove it here first, then at the vault. Needs a login on the wallet’s own page within the last ten minutes that the gateway verified itself, and a device that is neither held nor new. Neither the last login nor an e-mail address can be removed.',
    access: 'wallet',
    parameters: [inPath('method', 'The provider.', 'google')],
    answers: noContent('The login does not open the wallet any more.'),
    problemSchema: deviceProblem,
    problems: [
      'not-found',
      'device-held',
      'device-too-new',
      'wallet-page-only',
      'introduction-required',
      'login-too-old',
      'last-login',
      'email-required',
    ],
  },
]
