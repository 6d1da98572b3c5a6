import { randomBytes } from 'node:crypto'
import type { IntroductionResponse } from '@portico/protocol/gateway'
import { hashAddress } from '@portico/server'
import type { Mail } from '@portico/server/mail'
import type { ProofKey } from '@portico/server/testing'
import { sealForGateway } from './createTestIntroductions.ts'
import { createWalletGateway } from './createWalletGateway.ts'

/**
 * Creates a gateway that introduces keys, and keeps its mails instead of sending them.
 *
 * @param mailer undefined sends the mails through the configured mail server.
 *
 * @returns what `createWalletGateway` returns; `visitor` creates a browser in which somebody logs in.
 */
export async function createIntroductionGateway(options: Parameters<typeof createWalletGateway>[0] = {}) {
  const sent: Mail[] = []
  const keeper = { send: async (mail: Mail) => void sent.push(mail), close: () => undefined }
  const gateway = await createWalletGateway({ mailer: keeper, ...options })
  const { app, services, device, vault, now } = gateway
  const { keys } = await (await app.request('/wallet/v1/jwks')).json()
  const published = keys.filter(({ use }: { use: string }) => use === 'enc')
  const seal = (value: unknown): Promise<string> => sealForGateway(published, value)

  /** Returns the mails to an address, newest first, once all are sent. */
  async function mails(email: string): Promise<Mail[]> {
    await services.modules.embedded.service?.mailIdle()
    return sent.filter(({ to }) => to === email).toReversed()
  }

  async function visitor({
    email,
    page = { origin: 'http://localhost:4400', projectId: 'local' },
    ...user
  }: {
    email: string
    /** The page that logs in. */
    page?: { origin: string; projectId: string }
    userId?: string
    key?: ProofKey
  }) {
    const client = await device(user)
    const { userId, key } = client
    const tx = `tx_${randomBytes(16).toString('base64url')}`
    const self = {
      email,
      client,
      userId,
      now,
      /** The introduction that `start` started. */
      id: '',
      async start(): Promise<IntroductionResponse> {
        const content = { email, jkt: key.jkt, tx, ...page }
        const body = { way: 'email', sealed: await seal(content) }
        const answer = await (await client.call('POST', '/wallet/v1/introductions', { body })).json()
        self.id = answer.id
        return answer
      },
      /** Has the vault confirm the address, with claims of the vault's choice, and the gateway mail the code. */
      async mail(more: Record<string, unknown> = {}): Promise<Response> {
        const claims = { tx, address: hashAddress({ tx, email }), ...page, ...more }
        const assertion = await vault.assert({ userId, jkt: key.jkt, now: now(), claims })
        return client.call('POST', `/wallet/v1/introductions/${self.id}/mail`, { body: { assertion } })
      },
      /** Returns the newest code in this mailbox. */
      async code(): Promise<string> {
        const [mail] = await mails(email)
        return /^[0-9A-Z-]{6,14}$/m.exec(mail?.text ?? '')?.[0] ?? ''
      },
      async enter(code: string): Promise<Response> {
        const sealed = await seal({ code, jkt: key.jkt, id: self.id })
        return client.call('POST', `/wallet/v1/introductions/${self.id}/code`, { body: { sealed } })
      },
    }
    return self
  }

  return { ...gateway, seal, mails, visitor }
}
