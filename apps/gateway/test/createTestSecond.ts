import { createHash, randomBytes } from 'node:crypto'
import { createIdentityServer, localIdentity, logIn, registerLocalClients } from '@portico/devnet/identity'
import type { SecondFinishRequest } from '@portico/protocol/gateway'
import {
  type SocialProvider,
  socialAddressFields,
  socialEndpoints,
  socialVerifierFields,
} from '@portico/protocol/social'
import { hashFields } from '@portico/server'
import { createAccountReader, type SocialClient } from '@portico/server/social'
import { onTestFinished } from 'vitest'
import type { Database } from '../src/infra/database/openDatabase.ts'
import { newUserId } from '../src/testing/createFakeVault.ts'
import { createTestIntroductions, page } from '../src/testing/createTestIntroductions.ts'

const walletOrigin = 'http://wallet.localhost:4402'
const random = (bytes = 32): string => randomBytes(bytes).toString('base64url')

type Params = SecondFinishRequest['params']
type Leg = 'vault' | 'gateway'

/** Creates the service of introductions with local providers, of which four issue no ID tokens. */
export async function createTestSecond({ databases }: { databases: readonly Database[] }) {
  const { url: base, close } = await createIdentityServer({
    port: 0,
    clients: registerLocalClients({ walletOrigin }),
  })
  onTestFinished(close)
  const clientIds = new Map<SocialProvider, string>()
  const clients: Partial<Record<SocialProvider, SocialClient>> = {}
  for (const { provider, id, secret } of localIdentity.clients) {
    clientIds.set(provider, id)
    if (socialEndpoints(provider).jwks === undefined) clients[provider] = { id, secret }
  }
  const kit = await createTestIntroductions({
    databases,
    social: { issuers: base, clientIds, clients, farcasterRpcUrls: undefined },
  })
  const [first] = kit.processes as [(typeof kit.processes)[0]]
  const pathOf = (provider: SocialProvider, leg: Leg) =>
    `${walletOrigin}/social/${provider}${leg === 'gateway' ? '/second' : ''}`
  const vault = createAccountReader({
    clients,
    issuers: base,
    redirectUri: (provider) => pathOf(provider, 'vault'),
    now: Date.now,
  })

  /** Visits a provider as the wallet's page does; returns the parameters that come back. */
  async function visit({
    way,
    leg = 'gateway',
    verifier,
    button,
  }: {
    way: SocialProvider
    leg?: Leg
    verifier: string
    /** A person's ID, or `yes` for Cancel. */
    button: string
  }): Promise<Params> {
    const { authorization, scope } = socialEndpoints(way, base)
    const url = new URL(authorization)
    url.search = `${new URLSearchParams({
      response_type: 'code',
      client_id: `${clientIds.get(way)}`,
      redirect_uri: pathOf(way, leg),
      scope,
      state: 'state',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })}`
    const { state: _, ...params } = Object.fromEntries((await logIn({ url, button })).params)
    return params
  }

  /** Creates a frame and a window, each with a key, of a person with an account at the provider. */
  function person({
    name = 'ada',
    way = 'github',
    userId = newUserId(),
    jkt = random(),
    at = first,
  }: {
    name?: string
    way?: SocialProvider
    userId?: string
    jkt?: string
    at?: typeof first
  } = {}) {
    const tx = `tx_${random(16)}`
    const [rPage, windowJkt] = [random(), random()]
    const self = {
      userId,
      jkt,
      windowJkt,
      id: '',
      rServer: '',
      async start() {
        const sealed = await kit.seal({ jkt, ...page })
        const answer = await at.introductions.startSocial({ request: { way, sealed }, jkt })
        self.id = answer.id
        return answer
      },
      async open(more: { id?: string; jkt?: string } = {}) {
        const answer = await at.introductions.openSecond({ id: self.id, rPage, jkt: windowJkt, ...more })
        self.rServer = answer.rServer
        return answer
      },
      verifier: (server: Leg = 'gateway') =>
        hashFields(...socialVerifierFields({ server, provider: way, rServer: self.rServer, rPage })),
      visit: (more: Partial<Parameters<typeof visit>[0]> = {}) =>
        visit({ way, verifier: self.verifier(), button: name, ...more }),
      async finish(params: Params, more: { id?: string; jkt?: string } = {}) {
        const call = { id: self.id, params, jkt: windowJkt, ...more }
        return (await at.introductions.finishSecond(call)).status
      },
      /** Everything until the account is verified at the gateway. */
      async begin() {
        await self.start()
        await self.open()
        return self.finish(await self.visit())
      },
      /** Sends the proof, with the vault's assertion about the account of `seen`. */
      async prove({ seen = name, idToken }: { seen?: string; idToken?: string } = {}) {
        const verifier = random()
        const params = await visit({ way, leg: 'vault', verifier, button: seen })
        const { subject } = await vault.read({ provider: way, params, verifier })
        const address = hashFields(...socialAddressFields({ tx, provider: way, subject }))
        const claims = { method: way, tx, address, ...page }
        const assertion = await kit.vault.assert({ userId, jkt, now: kit.now(), claims })
        const sealed = await kit.seal({ id: self.id, jkt, assertion, ...(idToken ? { idToken } : {}) })
        return at.introductions.proveSocial({ id: self.id, sealed, jkt })
      },
    }
    return self
  }

  return { ...kit, base, person, visit }
}
