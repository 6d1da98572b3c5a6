import { secondFinishResponse, secondOpenResponse } from '@portico/protocol/gateway'
import {
  type SocialFinishRequest,
  type SocialFinishResponse,
  socialFinishResponse,
  socialOpenResponse,
} from '@portico/protocol/vault'
import { createDpopProver } from '../session/createDpopProver.ts'
import { createServerClient } from '../session/createServerClient.ts'

/** What a provider returned to the page. */
export type CallbackParams = SocialFinishRequest['params']
/** How a leg of a login ended. */
export type LegStatus = SocialFinishResponse['status']

/** The servers that verify the account, and the function that reaches them. */
export type SocialServers = { vaultUrl: string; gatewayUrl: string; fetch: typeof globalThis.fetch }

/** Calls both servers about a social login, with proofs of the key of the window that goes to the provider. */
export type WindowClient = {
  vault: {
    /** Uses the ticket; returns the vault's random value. */
    open(ticket: string, rPage: string): Promise<string>
    finish(tx: string, params: CallbackParams): Promise<SocialFinishResponse>
  }
  gateway: {
    /** Opens the gateway's own leg of the introduction; returns the gateway's random value. */
    open(introduction: string, rPage: string): Promise<string>
    finish(introduction: string, params: CallbackParams): Promise<LegStatus>
  }
}

/** Creates the client of a window. Checks the shape of each response. */
export async function createWindowClient(
  keys: CryptoKeyPair,
  { vaultUrl, gatewayUrl, fetch }: SocialServers,
): Promise<WindowClient> {
  const dpop = await createDpopProver({ keys })
  const vault = createServerClient({ origin: vaultUrl, dpop, fetch })
  const gateway = createServerClient({ origin: gatewayUrl, dpop, fetch })
  const second = (introduction: string) => `/wallet/v1/introductions/${introduction}/second`
  return {
    vault: {
      async open(ticket, rPage) {
        const body = { ticket, rPage }
        return (await vault.call({ path: '/v1/social/open', body, schema: socialOpenResponse })).rServer
      },
      async finish(tx, params) {
        const body = { tx, params }
        return vault.call({ path: '/v1/social/finish', body, schema: socialFinishResponse })
      },
    },
    gateway: {
      async open(introduction, rPage) {
        const path = `${second(introduction)}/open`
        return (await gateway.call({ path, body: { rPage }, schema: secondOpenResponse })).rServer
      },
      async finish(introduction, params) {
        const path = `${second(introduction)}/finish`
        return (await gateway.call({ path, body: { params }, schema: secondFinishResponse })).status
      },
    },
  }
}
