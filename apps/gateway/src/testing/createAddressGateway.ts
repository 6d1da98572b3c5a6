import { randomBytes } from 'node:crypto'
import type { AddressChangeResponse } from '@portico/protocol/gateway'
import { hashAddress } from '@portico/server'
import { codeOf } from './codeOf.ts'
import { createIntroductionGateway } from './createIntroductionGateway.ts'

/**
 * Creates a gateway on which logged-in people change their e-mail addresses. Its fake vault signs whatever it is asked to.
 *
 * @returns what `createIntroductionGateway` returns; `person` logs somebody in, `changer` starts changes of address.
 */
export async function createAddressGateway(options: Parameters<typeof createIntroductionGateway>[0] = {}) {
  const gateway = await createIntroductionGateway(options)
  const { visitor, vault, mails, seal, now, wait, app } = gateway

  type Person = Awaited<ReturnType<typeof visitor>>

  /** Logs somebody in. `claims` are those of the vault's assertion if the key of the device is new. */
  async function logIn(self: Person, claims?: Record<string, unknown>): Promise<void> {
    self.client.tokens = undefined
    const { known } = await self.start()
    const mailed = known ? undefined : await self.mail(claims)
    if (mailed && mailed.status !== 200) throw new Error(await mailed.text())
    const entered = await self.enter(await self.code())
    if (entered.status !== 200) throw new Error(await entered.text())
    self.client.tokens = await entered.json()
  }

  /** Logs somebody in, as the user that the vault names, on a new device unless its key is given. */
  async function person({
    claims,
    ...user
  }: Parameters<typeof visitor>[0] & { claims?: Record<string, unknown> }): Promise<Person> {
    const self = await visitor(user)
    await logIn(self, claims)
    return self
  }

  /** Lets devices become older than `DEVICE_AGE_HOURS`, and logs in on them again. */
  async function growOlder(...devices: Person[]): Promise<void> {
    wait(72 * 60 * 60_000)
    for (const one of devices) await logIn(one)
  }

  /** Returns the answer to a login with an address, as the user that the vault names: `200` or the code of the problem. */
  async function tryLogin({ email, userId }: { email: string; userId: string }): Promise<string> {
    const self = await visitor({ email, userId })
    await self.start()
    const mailed = await codeOf(await self.mail())
    return mailed === '200' ? codeOf(await self.enter(await self.code())) : mailed
  }

  /** Changes the address of a person who is logged in. */
  function changer({
    email,
    next,
    client,
    userId,
  }: Pick<Person, 'email' | 'client' | 'userId'> & { next: string }) {
    const tx = `tx_${randomBytes(16).toString('base64url')}`
    const path = '/wallet/v1/address-changes'
    const { jkt } = client.key
    const state = (typ: string, claims: Record<string, unknown> = {}): Promise<string> =>
      vault.stop({
        userId,
        jkt,
        now: now(),
        typ,
        claims: { tx, address: hashAddress({ tx, email: next }), ...claims },
      })
    const self = {
      tx,
      /** The change that `start` started. */
      id: '',
      async start(more: Record<string, unknown> = {}): Promise<Response> {
        const sealed = await seal({ email, next, jkt, tx, ...more })
        const answer = await client.call('POST', path, { body: { sealed } })
        if (answer.status === 200) self.id = ((await answer.clone().json()) as AddressChangeResponse).id
        return answer
      },
      step: async (step: string, body?: object): Promise<Response> =>
        client.call('POST', `${path}/${self.id}/${step}`, {
          body: body ?? (step === 'next' ? { approved: await self.approved() } : {}),
        }),
      /** Returns the newest code in a mailbox. */
      async codeTo(to: string): Promise<string> {
        const [mail] = await mails(to)
        return /^[0-9A-Z-]{6,14}$/m.exec(mail?.text ?? '')?.[0] ?? ''
      },
      enter: async (step: 'old' | 'new', code: string, more: Record<string, unknown> = {}) =>
        self.step(step, { sealed: await seal({ code, jkt, id: self.id, ...more }) }),
      /** Proves both addresses. Returns the gateway's statement. */
      async prove(): Promise<string> {
        for (const run of [
          () => self.start(),
          async () => self.enter('old', await self.codeTo(email)),
          () => self.step('next'),
        ]) {
          const answer = await run()
          if (!answer.ok) throw new Error(await answer.text())
        }
        const proven = await self.enter('new', await self.codeTo(next))
        if (!proven.ok) throw new Error(await proven.text())
        return (await proven.json()).statement
      },
      /** Returns the vault's statement that its link was approved, with claims of the vault's choice. */
      approved: (claims?: Record<string, unknown>): Promise<string> => state('email-approved+jwt', claims),
      /** Returns the vault's statement that it changed the address, with claims of the vault's choice. */
      changed: (claims?: Record<string, unknown>): Promise<string> => state('email-changed+jwt', claims),
      finish: async (claims: Record<string, unknown> = {}): Promise<Response> =>
        self.step('finish', { changed: await self.changed(claims) }),
      /** Hands over the vault's statement that the owner undid the change. */
      async revert({ since = now(), ...claims }: { since?: number; tx?: string | undefined } = {}) {
        const statement = await vault.stop({
          userId,
          jkt,
          now: now(),
          typ: 'email-reverted+jwt',
          claims: { since: Math.floor(since / 1000), tx, ...claims },
        })
        return app.request('http://localhost:4401/wallet/v1/devices/end', {
          method: 'POST',
          headers: { origin: 'http://wallet.localhost:4402', 'content-type': 'application/json' },
          body: JSON.stringify({ statement }),
        })
      },
    }
    return self
  }

  return { ...gateway, logIn, person, growOlder, tryLogin, changer }
}
