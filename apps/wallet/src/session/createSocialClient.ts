import { introductionCodeResponse, socialIntroductionResponse } from '@portico/protocol/gateway'
import type { SocialProvider } from '@portico/protocol/social'
import {
  type SocialClaimRequest,
  type SocialStartRequest,
  socialClaimResponse,
  socialStartResponse,
  socialWaitResponse,
} from '@portico/protocol/vault'
import type { ServerClient } from './createServerClient.ts'

const introductions = '/wallet/v1/introductions'

/** Creates a client of the routes of both servers for social logins. Checks the shape of each response. */
export function createSocialClient({
  gatewayServer,
  vaultServer,
}: {
  gatewayServer: ServerClient
  vaultServer: ServerClient
}) {
  return {
    gateway: {
      /** Starts an introduction of this device's key by an account at the provider. */
      introduce: (way: SocialProvider, sealed: string) =>
        gatewayServer.call({
          path: `${introductions}/social`,
          body: { way, sealed },
          schema: socialIntroductionResponse,
        }),
      /** Logs in with the vault's assertion and the provider's ID token, encrypted to the gateway. */
      prove: (id: string, sealed: string) =>
        gatewayServer.call({
          path: `${introductions}/${id}/proof`,
          body: { sealed },
          schema: introductionCodeResponse,
        }),
    },
    vault: {
      start: (body: SocialStartRequest) =>
        vaultServer.call({ path: '/v1/social/start', body, schema: socialStartResponse }),
      /** Long-polls for a change; the vault responds within 25 seconds. */
      wait: (tx: string) =>
        vaultServer.call({ path: '/v1/social/wait', body: { tx }, schema: socialWaitResponse }),
      claim: (body: SocialClaimRequest) =>
        vaultServer.call({ path: '/v1/social/claim', body, schema: socialClaimResponse }),
    },
  }
}
