import { introductionCodeResponse, socialIntroductionResponse } from '@portico/protocol/gateway'
import {
  type EmailClaimRequest,
  type SocialStartRequest,
  socialClaimResponse,
  socialStartResponse,
} from '@portico/protocol/vault'
import * as z from 'zod/mini'
import type { ServerClient } from './createServerClient.ts'

const introductions = '/wallet/v1/introductions'

/** Creates a client of the routes of both servers for logins with Farcaster. Checks the shape of each response. */
export function createFarcasterClient({
  gatewayServer,
  vaultServer,
}: {
  gatewayServer: ServerClient
  vaultServer: ServerClient
}) {
  return {
    gateway: {
      /** Starts an introduction of this device's key by an account at Farcaster. */
      introduce: (sealed: string) =>
        gatewayServer.call({
          path: `${introductions}/social`,
          body: { way: 'farcaster', sealed },
          schema: socialIntroductionResponse,
        }),
      /** Logs in with the vault's assertion and the signed message, encrypted to the gateway. */
      prove: (id: string, sealed: string) =>
        gatewayServer.call({
          path: `${introductions}/${id}/proof`,
          body: { sealed },
          schema: introductionCodeResponse,
        }),
    },
    vault: {
      start: (body: Omit<SocialStartRequest, 'provider'>) =>
        vaultServer.call({
          path: '/v1/farcaster/start',
          body,
          schema: z.omit(socialStartResponse, { ticket: true }),
        }),
      /** Logs in with the signed message, encrypted to the vault. */
      claim: (body: EmailClaimRequest) =>
        vaultServer.call({ path: '/v1/farcaster/claim', body, schema: socialClaimResponse }),
    },
  }
}
