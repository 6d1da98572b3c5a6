import { walletSiteProject } from '@portico/protocol/gateway'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { createAddressGateway } from '../../../testing/createAddressGateway.ts'
import { walletOrigin } from '../../../testing/createWalletClient.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'

// A device whose key this gateway has introduced, in the hands of somebody who reads the owner's mailbox.
const email = 'ada@example.com'
const hour = 3_600_000
const minute = 60_000
const next = 'ada@new.example'

/** The owner's device, and the thief's device, which is held. `stop` hands over the vault's statement that ends it. */
async function mailboxThief() {
  const gateway = await createAddressGateway()
  const { person, vault, now, app } = gateway
  const owner = await person({ email, claims: { deviceSince: 0 } })
  const since = Math.floor(now() / 1000)
  const claims = { deviceSince: since, heldUntil: since + 24 * 3600 }
  const thief = await person({ email, userId: owner.userId, claims })
  const { jkt } = thief.client.key

  return {
    ...gateway,
    owner,
    thief,
    claims,
    statement: () => vault.stop({ userId: owner.userId, jkt, now: now() }),
    end: async (statement: string) =>
      codeOf(
        await app.request('http://localhost:4401/wallet/v1/devices/end', {
          method: 'POST',
          headers: { origin: 'http://wallet.localhost:4402', 'content-type': 'application/json' },
          body: JSON.stringify({ statement }),
        }),
      ),
    /** Logs the thief in again with a code alone, as on a device that is known. */
    async logInAgain() {
      thief.client.tokens = undefined
      expect(await thief.start()).toMatchObject({ known: true })
      thief.client.tokens = await (await thief.enter(await thief.code())).json()
    },
    isIn: async ({ client }: typeof thief) => codeOf(await client.call('GET', '/wallet/v1/sessions')),
  }
}

describe('a hold that the owner cancelled', () => {
  test('error: the device is no longer known, also if it has signed out before', async () => {
    const { owner, thief, wait, statement, end, isIn } = await mailboxThief()
    expect((await thief.client.call('DELETE', '/wallet/v1/sessions/current')).status).toBe(204)
    wait(minute)
    expect(await end(await statement())).toBe('204')
    expect(await thief.start()).toMatchObject({ known: false })
    expect(await isIn(owner)).toBe('200')
  })

  test('error: a login by code between the statement and its arrival saves no device', async () => {
    const { thief, wait, statement, end, logInAgain, isIn } = await mailboxThief()
    const stopped = await statement()
    wait(3 * minute)
    await logInAgain()
    expect(await end(stopped)).toBe('204')
    expect(await isIn(thief)).toBe('session-revoked')
    expect(await thief.start()).toMatchObject({ known: false })
  })

  test('error: a login of the device that is under way ends, too: its code is not accepted any more', async () => {
    const { owner, claims, visitor, vault, wait, now, end } = await mailboxThief()
    const other = await visitor({ email, userId: owner.userId })
    await other.start()
    await other.mail(claims)
    const { jkt } = other.client.key
    expect(await end(await vault.stop({ userId: owner.userId, jkt, now: now() }))).toBe('204')
    expect(await codeOf(await other.enter(await other.code()))).toBe('introduction-expired')
    // One that was started since is left alone.
    const stopped = await vault.stop({ userId: owner.userId, jkt, now: now() })
    wait(2 * minute)
    await other.start()
    await other.mail(claims)
    expect(await end(stopped)).toBe('204')
    expect(await codeOf(await other.enter(await other.code()))).toBe('200')
  })

  test('behavior: repeating the statement leaves the device alone once it was introduced again', async () => {
    const { thief, claims, wait, now, statement, end, isIn } = await mailboxThief()
    const stopped = await statement()
    expect(await end(stopped)).toBe('204')
    wait(3 * minute)
    thief.client.tokens = undefined
    await thief.start()
    const since = Math.floor(now() / 1000)
    await thief.mail({ ...claims, deviceSince: since, heldUntil: since + 24 * 3600 })
    thief.client.tokens = await (await thief.enter(await thief.code())).json()
    expect(await end(stopped)).toBe('204')
    expect(await isIn(thief)).toBe('200')
    wait(hour)
    expect(await end(await statement())).toBe('204')
    expect(await isIn(thief)).not.toBe('200')
  })
})

describe('a change of address that only the vault has made', () => {
  test('behavior: outlives the device that made it: the next login with the new address finishes it', async () => {
    const { person, growOlder, changer, tryLogin } = await createAddressGateway()
    const laptop = await person({ email, claims: { deviceSince: 0 } })
    const { userId } = laptop
    const phone = await person({ email, userId })
    await growOlder(laptop, phone)
    await changer({ ...phone, next }).prove()
    const { data } = await (await laptop.client.call('GET', '/wallet/v1/sessions')).json()
    const { id } = data.find(({ current }: { current: boolean }) => !current)
    expect((await laptop.client.call('DELETE', `/wallet/v1/sessions/${id}`)).status).toBe(204)
    expect(await tryLogin({ email: next, userId })).toBe('200')
    expect(await tryLogin({ email, userId })).toBe('identity-mismatch')
  })

  test('behavior: waits for a login with the new address for as long as it takes', async () => {
    const { person, changer, tryLogin, wait } = await createAddressGateway()
    const { userId, ...ada } = await person({ email, claims: { deviceSince: 0 } })
    await changer({ ...ada, userId, next }).prove()
    wait(400 * 24 * hour)
    // Any login deletes what is over.
    await person({ email: 'eve@example.com' })
    expect(await tryLogin({ email: next, userId })).toBe('200')
  })
})

describe('a device that another one ended', () => {
  test('error: is new again, whatever the vault states, also if it was the founding one', async () => {
    const { person, logIn, growOlder } = await createAddressGateway()
    const founding = await person({ email, claims: { deviceSince: 0 } })
    const second = await person({ email, userId: founding.userId })
    await growOlder(founding, second)
    const sessionsOf = async ({ client }: typeof founding) =>
      (await (await client.call('GET', '/wallet/v1/sessions')).json()).data as {
        id: string
        current: boolean
      }[]
    const endOther = async (by: typeof founding) => {
      const other = (await sessionsOf(by)).find(({ current }) => !current)
      return codeOf(await by.client.call('DELETE', `/wallet/v1/sessions/${other?.id}`))
    }
    expect(await endOther(second)).toBe('204')
    expect(await founding.start()).toMatchObject({ known: false })
    await logIn(founding, { deviceSince: 0 })
    expect(await endOther(founding)).toBe('device-too-new')
  })

  test('behavior: a session of the same browser on another page ends alone, and the browser stays known', async () => {
    const { device } = await createWalletGateway()
    const page = await device()
    await page.login({ deviceSince: 0 })
    await page.makeWallet()
    const own = await device({ userId: page.userId, key: page.key })
    await own.login({ deviceSince: 0, origin: walletOrigin, projectId: walletSiteProject })
    expect(await codeOf(await own.call('DELETE', `/wallet/v1/sessions/${page.tokens?.sessionId}`))).toBe(
      '204',
    )
    expect(await codeOf(await page.call('GET', '/wallet/v1/wallet'))).toBe('session-revoked')
    const { slots } = await (await own.call('GET', '/wallet/v1/wallet')).json()
    expect(slots).toContainEqual(expect.objectContaining({ kind: 'device', jkt: page.key.jkt }))
  })
})

describe('a device that has signed out', () => {
  /** The founding device, which has a wallet, and a laptop with a slot of that wallet, which has signed out. */
  async function signedOut() {
    const gateway = await createAddressGateway()
    const { person, growOlder } = gateway
    const owner = await person({ email, claims: { deviceSince: 0 } })
    const wallet = await owner.client.makeWallet()
    const laptop = await person({ email, userId: owner.userId })
    await growOlder(owner, laptop)
    const { epoch } = await (await owner.client.call('GET', '/wallet/v1/wallet')).json()
    const slot = {
      slotId: `slt_${'a'.repeat(16)}`,
      kind: 'device',
      wrap: 'a'.repeat(80),
      share: 'A'.repeat(43),
    }
    const path = `/wallet/v1/wallets/${wallet.walletId}/slots`
    const added = await laptop.client.call('POST', path, { body: { ...slot, epoch } })
    expect(added.status).toBe(200)
    expect((await laptop.client.call('DELETE', '/wallet/v1/sessions/current')).status).toBe(204)
    return { ...gateway, owner, laptop, slotPath: `${path}/${slot.slotId}` }
  }

  test('error: is not known any more once its slot is removed', async () => {
    const { owner, laptop, slotPath } = await signedOut()
    expect((await owner.client.call('DELETE', slotPath)).status).toBe(204)
    expect(await laptop.start()).toMatchObject({ known: false })
  })

  test('behavior: is listed, with or without a slot, until it is ended', async () => {
    const { owner, laptop, person, logIn, now } = await signedOut()
    const held = await person({ email, userId: owner.userId })
    await held.client.call('DELETE', '/wallet/v1/sessions/current')
    const list = async () =>
      (await (await owner.client.call('GET', '/wallet/v1/sessions')).json()).devices as {
        jkt: string
        introducedAt: string
      }[]
    const keys = async () => (await list()).map(({ jkt }) => jkt)
    const [own, other, third] = [owner, laptop, held].map(({ client }) => client.key.jkt)
    expect((await keys()).toSorted()).toEqual([own, other, third].toSorted())
    expect(await list()).toContainEqual({ jkt: third, introducedAt: new Date(now()).toISOString() })
    const end = async (jkt = '') => codeOf(await owner.client.call('DELETE', `/wallet/v1/devices/${jkt}`))
    for (const jkt of [other, third]) {
      expect(await end(jkt)).toBe('204')
      expect(await end(jkt)).toBe('not-found')
    }
    expect(await end('a'.repeat(43))).toBe('not-found')
    expect(await keys()).toEqual([own])
    expect(await held.start()).toMatchObject({ known: false })
    const { slots } = await (await owner.client.call('GET', '/wallet/v1/wallet')).json()
    expect(slots).not.toContainEqual(expect.objectContaining({ jkt: other }))
    // Its own key is that of the session: signing out is another request.
    expect(await end(own)).toBe('not-found')
    // A device that is new ends no other one.
    await logIn(laptop)
    expect(await codeOf(await laptop.client.call('DELETE', `/wallet/v1/devices/${own}`))).toBe(
      'device-too-new',
    )
  })

  test('behavior: ending a device ends its session, too', async () => {
    const { owner, laptop, logIn } = await signedOut()
    await logIn(laptop)
    const { jkt } = laptop.client.key
    expect(await codeOf(await owner.client.call('DELETE', `/wallet/v1/devices/${jkt}`))).toBe('204')
    expect(await codeOf(await laptop.client.call('GET', '/wallet/v1/wallet'))).toBe('session-revoked')
  })
})
