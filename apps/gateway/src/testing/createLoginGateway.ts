import { randomBytes } from 'node:crypto'
import { type IntroductionCodeResponse, walletSiteProject } from '@portico/protocol/gateway'
import { type SocialProvider, socialAddressFields, socialNonceFields } from '@portico/protocol/social'
import { hashFields } from '@portico/server'
import type { ProofKey } from '@portico/server/testing'
import { codeOf } from './codeOf.ts'
import { createIntroductionGateway } from './createIntroductionGateway.ts'
import { createTestProvider } from './createTestProvider.ts'
import { walletOrigin } from './createWalletClient.ts'

const page = { origin: walletOrigin, projectId: walletSiteProject }

/** Creates a gateway with logins by e-mail and with accounts at imitated providers, whose ID tokens the test signs. */
export async function createLoginGateway() {
  const provider = await createTestProvider()
  const gateway = await createIntroductionGateway({
    env: {
      SOCIAL_ISSUERS: provider.base,
      SOCIAL_GOOGLE_CLIENT_ID: 'google-client',
      SOCIAL_APPLE_CLIENT_ID: 'apple-client',
    },
  })
  const { device, seal, vault, now } = gateway

  /** Creates a browser in which somebody logs in with an account, on the wallet's own page. `userId` is whom the vault names. */
  async function account({
    subject,
    way = 'google',
    ...user
  }: {
    subject: string
    way?: SocialProvider
    userId?: string
    key?: ProofKey
  }) {
    const client = await device(user)
    const { userId, key } = client
    const { jkt } = key
    const tx = `tx_${randomBytes(16).toString('base64url')}`
    /** Sends the vault's assertion for this user and the provider's ID token. */
    async function prove({ sub = userId, claims = {} } = {}): Promise<Response> {
      const body = { way, sealed: await seal({ jkt, ...page }) }
      const started = await client.call('POST', '/wallet/v1/introductions/social', { body })
      const { id, challenge } = await started.json()
      const nonce = hashFields(...socialNonceFields({ challenge, tx, jkt }))
      const address = hashFields(...socialAddressFields({ tx, provider: way, subject }))
      const [assertion, idToken] = [
        await vault.assert({
          userId: sub,
          jkt,
          now: now(),
          claims: { method: way, tx, address, ...page, ...claims },
        }),
        await provider.sign({ provider: way, now: now(), claims: { sub: subject, nonce } }),
      ]
      const sealed = await seal({ id, jkt, assertion, idToken })
      return client.call('POST', `/wallet/v1/introductions/${id}/proof`, { body: { sealed } })
    }
    return {
      client,
      userId,
      key,
      prove,
      /** Logs in, and keeps the tokens of the session. Returns the code of a refusal, or `200`. */
      async logIn(options: Parameters<typeof prove>[0] = {}): Promise<string> {
        const response = await prove(options)
        if (response.status === 200)
          client.tokens = (await response.clone().json()) as IntroductionCodeResponse
        return codeOf(response)
      },
    }
  }

  /** Logs in by e-mail, on the wallet's own page. Returns the client, or the code of the refusal. */
  async function byMail(options: { email: string; userId?: string; key?: ProofKey }, claims = {}) {
    const visitor = await gateway.visitor({ ...options, page })
    const { known } = await visitor.start()
    if (!known) {
      const mailed = await visitor.mail(claims)
      if (mailed.status !== 200) return { ...visitor, code: await codeOf(mailed) }
    }
    const response = await visitor.enter(await visitor.code())
    if (response.status === 200)
      visitor.client.tokens = (await response.clone().json()) as IntroductionCodeResponse
    return { ...visitor, code: await codeOf(response) }
  }

  return { ...gateway, account, byMail }
}
