import { walletAllowlistResponse, walletJwksResponse } from '@portico/protocol/gateway'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { addressChangeOperations } from './addresses/operations.ts'
import { deviceOperations } from './devices/operations.ts'
import { exportOperations } from './exports/operations.ts'
import { handoffOperations } from './handoff/operations.ts'
import { importOperations } from './imports/operations.ts'
import { introductionOperations } from './introductions/operations.ts'
import { loginOperations } from './logins/operations.ts'
import { moveOperations } from './moves/operations.ts'
import { networkOperations } from './networks/operations.ts'
import { nonceOperations } from './nonces/operations.ts'
import { permissionOperations } from './permissions/operations.ts'
import { recoveryOperations } from './recovery/operations.ts'
import { sessionOperations } from './sessions/operations.ts'
import { walletOperations } from './wallets/operations.ts'

/** The operations of the embedded module. Only the wallet site may call them. */
export const embeddedOperations: readonly Operation[] = [
  ...sessionOperations,
  ...introductionOperations,
  ...recoveryOperations,
  ...exportOperations,
  ...addressChangeOperations,
  ...loginOperations,
  ...deviceOperations,
  ...importOperations,
  ...moveOperations,
  ...walletOperations,
  ...networkOperations,
  ...nonceOperations,
  ...permissionOperations,
  ...handoffOperations,
  {
    id: 'getWalletAllowlist',
    method: 'get',
    path: '/wallet/v1/allowlist',
    summary: 'Get the origins that may embed the wallet',
    access: 'walletSite',
    answers: {
      200: {
        description: 'A JWS (ES256, `allowlist+jwt`) of `WalletAllowlist`.',
        schema: walletAllowlistResponse,
      },
    },
    problems: [],
  },
  {
    id: 'getWalletKeys',
    method: 'get',
    path: '/wallet/v1/jwks',
    summary: 'Get the keys of the gateway for embedded wallets',
    description:
      'With `use` `sig`: the keys that sign access tokens, the allowlist and statements to the vault. With `use` `enc`: the keys to which introductions are encrypted (ECDH-ES, A256GCM).',
    access: 'walletSite',
    answers: { 200: { description: 'A JWK Set (RFC 7517).', schema: walletJwksResponse } },
    problems: [],
  },
]
