import { createHash, randomBytes } from 'node:crypto'
import { localIdentity, logIn } from '@portico/devnet/identity'
import { introductionCodeResponse, socialIntroductionResponse } from '@portico/protocol/gateway'
import { socialEndpoints, socialNonceFields, socialVerifierFields } from '@portico/protocol/social'
import {
  type EmailClaimResponse,
  socialAttachResponse,
  socialClaimResponse,
  socialOpenResponse,
  socialStartResponse,
} from '@portico/protocol/vault'
import * as z from 'zod/mini'
import { hashFields } from '../src/keys/hashFields.ts'
import { sealToServer } from '../src/keys/sealToServer.ts'
import { createDpopProver, makeDpopKeys } from '../src/session/createDpopProver.ts'
import { createServerClient } from '../src/session/createServerClient.ts'
import { makeReleaseKeys } from '../src/session/makeReleaseKeys.ts'
import { approveLink } from './approveLink.ts'
import { createAttacker } from './createAttacker.ts'
import { createBrowserFetch, readSealingKey } from './createDevice.ts'
import { findInMail, mailIds } from './findInMail.ts'
import type { Servers } from './startServers.ts'

const page = { origin: 'http://localhost:4400', projectId: 'local' }
const provider = 'google'
const random = () => randomBytes(32).toString('base64url')

/** Creates a browser with a key of its own, in which somebody logs in with Google and by e-mail, a request at a time. */
export async function createSocialVisitor(servers: Servers) {
  const base = await createAttacker(servers)
  const { jkt, server, vaultServer, vault } = base
  const [gatewayKey, vaultKey] = [await readSealingKey(servers, 'gateway'), await readSealingKey(servers)]
  const dpop = await createDpopProver({ keys: await makeDpopKeys() })
  const window = createServerClient({ origin: servers.vaultUrl, dpop, fetch: createBrowserFetch(servers) })
  const login = { tx: '', id: '', idToken: '' }

  /** Goes to the provider as the wallet's page does. Returns the code. */
  async function visit(person: string, { nonce, verifier }: { nonce: string; verifier: string }) {
    const { authorization, scope, parameters } = socialEndpoints(provider, servers.identityUrl)
    const url = new URL(authorization)
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: localIdentity.clients.find((client) => client.provider === provider)?.id ?? '',
      redirect_uri: `${servers.walletOrigin}/social/${provider}`,
      scope,
      ...parameters,
      state: 'state',
      nonce,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString()
    const { params } = await logIn({ url, button: person })
    return params.get('code') ?? ''
  }

  return {
    jkt,
    /** Logs in with Google up to the vault's claim. */
    async claim(person: string) {
      const introduced = await server.call({
        path: '/wallet/v1/introductions/social',
        body: { way: provider, sealed: await sealToServer(gatewayKey, { jkt, ...page }) },
        schema: socialIntroductionResponse,
      })
      const { challenge } = introduced
      const started = await vaultServer.call({
        path: '/v1/social/start',
        body: { provider, ...page, challenge },
        schema: socialStartResponse,
      })
      const { tx, ticket } = started
      const rPage = random()
      const { rServer } = await window.call({
        path: '/v1/social/open',
        body: { ticket, rPage },
        schema: socialOpenResponse,
      })
      const nonce = await hashFields(socialNonceFields({ challenge, tx, jkt }))
      const verifier = await hashFields(socialVerifierFields({ server: 'vault', provider, rServer, rPage }))
      const params = { code: await visit(person, { nonce, verifier }) }
      await window.call({ path: '/v1/social/finish', body: { tx, params }, schema: z.unknown() })
      const { publicKey: releaseKey } = await makeReleaseKeys()
      const claimed = await vaultServer.call({
        path: '/v1/social/claim',
        body: { sealed: await sealToServer(vaultKey, { tx, jkt, releaseKey }) },
        schema: socialClaimResponse,
      })
      Object.assign(login, { tx, id: introduced.id, idToken: claimed.idToken })
      return claimed
    },
    /** Logs in by e-mail with link and code; both servers have verified the address then. Returns the grant. */
    async logInByMail(email: string): Promise<EmailClaimResponse> {
      const seen = mailIds(servers, email)
      const started = await base.startAtVault(email)
      const { matchCode: digits } =
        started.action === 'VERIFY_OTP' ? await vault.mailLink(started.tx) : started
      const introduction = await base.start(email, started.tx)
      const token = await findInMail(servers, 'link', email, seen)
      await approveLink(servers, { token, digits })
      const claimed = await base.claim(started.tx)
      await base.gateway.mailCode(introduction.id, claimed.assertion)
      const { introduced } = await base.enter(introduction, await findInMail(servers, 'code', email, seen))
      await vault.activateGrant({ grant: claimed.grant, introduced })
      return claimed
    },
    /** Attaches the account of the claimed login to the user of a grant. */
    attach: (grant: string) =>
      vaultServer.call({
        path: '/v1/social/attach',
        body: { tx: login.tx, grant },
        schema: socialAttachResponse,
      }),
    /** Has the gateway verify the account as the user whom the vault asserts. */
    async prove(assertion: string) {
      const { id, idToken } = login
      const sealed = await sealToServer(gatewayKey, { id, jkt, assertion, idToken })
      const path = `/wallet/v1/introductions/${id}/proof`
      return server.call({ path, body: { sealed }, schema: introductionCodeResponse })
    },
    activate: (grant: string, introduced: string) => vault.activateGrant({ grant, introduced }),
  }
}

export type SocialVisitor = Awaited<ReturnType<typeof createSocialVisitor>>
