import { hashAddress } from '@portico/server'
import { normalizeEmail } from '@portico/server/mail'
import type { FakeGateway } from './createFakeGateway.ts'
import type { TestKey } from './createTestKey.ts'
import type { TestVault } from './createTestVault.ts'
import { approve, page } from './logIn.ts'

/**
 * Creates a change of address from `email` to `next`. The gateway is fake and states whatever it is asked to; `claims` are of
 * its choice.
 */
export function createChange({
  vault,
  gateway,
  key,
  userId,
  email,
  next,
}: {
  vault: TestVault
  gateway: FakeGateway
  key: TestKey
  userId: string
  email: string
  next: string
}) {
  const self = {
    /** The challenge that `start` started. */
    tx: '',
    async start(more: Record<string, unknown> = {}): Promise<Response> {
      const body = { userId, email: next, origin: page.origin, ...more }
      const answer = await key.call('/v1/update/start', body)
      if (answer.status === 200) self.tx = (await answer.clone().json()).tx
      return answer
    },
    link: (): Promise<Response> => key.call('/v1/update/link', { tx: self.tx }),
    /** Mails the link to the new address, and has its owner approve it. */
    async approve(): Promise<void> {
      const answer = await self.link()
      if (answer.status !== 200) throw new Error(await answer.text())
      await approve(vault, normalizeEmail(next) as string, (await answer.json()).matchCode)
    },
    statement: (claims: Record<string, unknown> = {}, typ = 'address-change+jwt'): Promise<string> => {
      const { tx } = self
      const hash = (address: string) => hashAddress({ tx, email: normalizeEmail(address) as string })
      return gateway.introduce(
        { sub: userId, jkt: key.jkt, tx, from: hash(email), address: hash(next), ...claims },
        { now: vault.now(), typ },
      )
    },
    finish: async (claims: Record<string, unknown> = {}, typ?: string): Promise<Response> =>
      key.call('/v1/update/finish', { tx: self.tx, statement: await self.statement(claims, typ) }),
    /** Changes the address. Returns the token that undoes it. */
    async make(): Promise<string> {
      const started = await self.start()
      if (started.status !== 200) throw new Error(await started.text())
      await self.approve()
      const finished = await self.finish()
      if (finished.status !== 200) throw new Error(await finished.text())
      return /#revert\.(\S+)$/m.exec((await vault.mailTo(email)).text)?.[1] as string
    },
  }
  return self
}
