import { createHash, randomBytes } from 'node:crypto'
import { createIdentityServer, logIn, registerLocalClients } from '@portico/devnet/identity'
import { socialEnv } from '@portico/devnet/socialEnv'
import {
  type SocialProvider,
  socialEndpoints,
  socialNonceFields,
  socialVerifierFields,
} from '@portico/protocol/social'
import type { SocialClaimResponse } from '@portico/protocol/vault'
import { hashFields } from '@portico/server'
import { tempFolder } from '@portico/server/testing'
import { onTestFinished } from 'vitest'
import type { TestKey } from '../src/testing/createTestKey.ts'
import { type TestVault, walletOrigin } from '../src/testing/createTestVault.ts'
import { page } from '../src/testing/logIn.ts'

export const randomHandle = () => randomBytes(32).toString('base64url')
const hash = ([label = '', ...fields]: readonly string[]) => hashFields(label, ...fields)

/** Starts the imitated providers. Returns the environment of a vault that logs in there, and its clock. */
export async function startProviders(): Promise<{ env: Record<string, string>; now: number }> {
  const { url, close } = await createIdentityServer({
    port: 0,
    clients: registerLocalClients({ walletOrigin }),
  })
  onTestFinished(close)
  return { env: socialEnv({ folder: tempFolder(), identityUrl: url, evmPort: 8545 }), now: Date.now() }
}

/** What the wallet's page sends as the provider's answer. */
export type ReturnParams = Partial<Record<'code' | 'iss' | 'error' | 'user', string>>

/** Creates a social login: what the frame (`key`) and the wallet's page (`window`) do, one function for each step. */
export async function createSocialLogin({
  vault,
  provider = 'google',
  key,
  redirect,
}: {
  vault: TestVault
  provider?: SocialProvider
  key?: TestKey
  /** The result goes back in the address of the host page. */
  redirect?: true
}) {
  const frame = key ?? (await vault.newKey())
  const window = await vault.newKey()
  const [challenge, rPage] = [randomHandle(), randomHandle()]
  const { issuers, clients } = vault.services.config.socials
  const self = {
    provider,
    key: frame,
    window,
    challenge,
    rPage,
    tx: '',
    ticket: '',
    rServer: '',
    async start(): Promise<Response> {
      const response = await frame.call('/v1/social/start', { provider, ...page, challenge, redirect })
      if (response.status === 200) Object.assign(self, await response.clone().json())
      return response
    },
    async open(by = window): Promise<Response> {
      const response = await by.call('/v1/social/open', { ticket: self.ticket, rPage })
      if (response.status === 200) Object.assign(self, await response.clone().json())
      return response
    },
    /** Goes to the provider with the request that the page builds; `changes` are of an attacker. */
    async visit(changes: Record<string, string> = {}, button = 'ada'): Promise<ReturnParams> {
      const { authorization, scope, parameters } = socialEndpoints(provider, issuers)
      const { rServer, tx } = self
      const verifier = hash(socialVerifierFields({ server: 'vault', provider, rServer, rPage }))
      const url = new URL(authorization)
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clients[provider]?.id ?? '',
        redirect_uri: `${walletOrigin}/social/${provider}`,
        scope,
        ...parameters,
        state: 'state',
        nonce: hash(socialNonceFields({ challenge, tx, jkt: frame.jkt })),
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...changes,
      }).toString()
      const { params } = await logIn({ url, button })
      return Object.fromEntries(
        ['code', 'iss', 'error', 'user'].flatMap((name) => {
          const value = params.get(name)
          return value === null ? [] : [[name, value]]
        }),
      )
    },
    finish: (params: ReturnParams, by = window): Promise<Response> =>
      by.call('/v1/social/finish', { tx: self.tx, params }),
    wait: (by = frame): Promise<Response> => by.call('/v1/social/wait', { tx: self.tx }),
    async claim(by = frame, handle?: string): Promise<Response> {
      const sealed = await by.seal({ tx: self.tx, jkt: by.jkt, releaseKey: by.releaseKey, handle })
      return by.call('/v1/social/claim', { sealed })
    },
    /** Starts and opens the login. */
    async begin(): Promise<void> {
      await answerOf(await self.start())
      await answerOf(await self.open())
    },
    /** Logs in as this person. */
    async logIn(person = 'ada'): Promise<SocialClaimResponse> {
      await self.begin()
      await answerOf(await self.finish(await self.visit({}, person)))
      return answerOf(await self.claim())
    },
  }
  return self
}

async function answerOf<Value>(response: Response): Promise<Value> {
  if (response.status !== 200) throw new Error(await response.text())
  return (await response.json()) as Value
}
