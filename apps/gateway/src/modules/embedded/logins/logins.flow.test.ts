import { describe, expect, test, vi } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { createLoginGateway } from '../../../testing/createLoginGateway.ts'
import type { WalletClient } from '../../../testing/createWalletClient.ts'

const minute = 60_000
const hour = 60 * minute
/** How many wallets a compromised vault tries; see docs/security.md. */
const wallets = Number(process.env.DRILL_WALLETS ?? 50)

const list = async (client: WalletClient): Promise<string[]> => {
  const { data } = await (await client.call('GET', '/wallet/v1/logins')).json()
  return data.map(({ method }: { method: string }) => method)
}
const remove = async (client: WalletClient, method: string) =>
  codeOf(await client.call('DELETE', `/wallet/v1/logins/${method}`))

type Gateway = Awaited<ReturnType<typeof createLoginGateway>>

/** Whoever owns `ada@example.com`, with a wallet, in the browser that founded it. */
async function open() {
  const gateway = await createLoginGateway()
  const owner = await gateway.byMail({ email: 'ada@example.com' })
  expect(owner.code).toBe('200')
  await owner.client.makeWallet()
  const { userId, client } = owner
  const at = { userId, key: client.key }
  return { ...gateway, owner, client, userId, at }
}

/** The same owner, whose account at Google opens the wallet as well. */
async function openBoth() {
  const scene = await open()
  const google = await scene.account({ subject: 'ada', ...scene.at })
  expect(await google.logIn()).toBe('200')
  return { ...scene, google }
}

const auditOf = async ({ services }: Gateway, userId: string) => {
  const rows = await services.database.selectFrom('audit').select(['event', 'user_id', 'subject']).execute()
  return rows.filter(({ user_id, event }) => user_id === userId && event.startsWith('login-'))
}

describe('another login of an existing user', () => {
  test('behavior: right after a login of the same key, and from then on it opens the wallet in every browser', async () => {
    const scene = await open()
    const { account, byMail, at, userId, wait } = scene
    const google = await account({ subject: 'ada', ...at })
    expect(await google.logIn()).toBe('200')
    expect(await list(google.client)).toEqual(['email', 'google'])
    expect(await auditOf(scene, userId)).toMatchObject([
      { event: 'login-added', subject: `google ${at.key.jkt}` },
    ])
    wait(hour)
    const phone = await account({ subject: 'ada', userId })
    expect(await phone.logIn()).toBe('200')
    expect((await byMail({ email: 'ada@example.com', userId })).code).toBe('200')
    // An address for a user of an account.
    const alone = await account({ subject: 'ben' })
    expect(await alone.logIn()).toBe('200')
    const { userId: ben, key } = alone
    expect((await byMail({ email: 'ben@example.com', userId: ben, key })).code).toBe('200')
    wait(hour)
    const later = await byMail({ email: 'ben@example.com', userId: ben })
    expect(await list(later.client)).toEqual(['email', 'google'])
  })

  test('behavior: adding can be repeated after the vault or the browser ended in between', async () => {
    const { account, byMail, at, userId, wait } = await open()
    // The vault has attached the account, and the gateway was never asked: the account alone opens nothing.
    wait(hour)
    const later = await account({ subject: 'ada', ...at })
    expect(await later.logIn()).toBe('identity-mismatch')
    // The owner logs in by e-mail again, and the vault names the user again.
    const again = await byMail({ email: 'ada@example.com', ...at })
    expect(await list(again.client)).toEqual(['email'])
    expect(await later.logIn()).toBe('200')
    expect(await later.logIn()).toBe('200')
    expect(await list(later.client)).toEqual(['email', 'google'])
    expect(await (await account({ subject: 'ada', userId })).logIn()).toBe('200')
  })

  test('behavior: an account whose first login ended before it had a wallet comes to the existing user', async () => {
    const { account, at, userId } = await open()
    const unused = await account({ subject: 'ada' })
    expect(await unused.logIn()).toBe('200')
    const google = await account({ subject: 'ada', ...at })
    expect(await google.logIn()).toBe('200')
    // Its user has no login and no session any more.
    expect(await codeOf(await unused.client.call('GET', '/wallet/v1/logins'))).toBe('session-revoked')
    expect(await (await account({ subject: 'ada', userId: unused.userId })).logIn()).toBe('identity-mismatch')
    expect(await (await account({ subject: 'ada', userId })).logIn()).toBe('200')
  })

  test('error: an account that opens a wallet is not taken from it', async () => {
    const { account, at } = await open()
    const other = await account({ subject: 'ada' })
    await other.logIn()
    await other.client.makeWallet()
    expect(await (await account({ subject: 'ada', ...at })).logIn()).toBe('identity-mismatch')
    expect(await other.logIn()).toBe('200')
  })

  test('error: a second account of one provider, and a second address', async () => {
    const { account, byMail, at } = await openBoth()
    expect(await (await account({ subject: 'other', ...at })).logIn()).toBe('identity-mismatch')
    expect((await byMail({ email: 'other@example.com', ...at })).code).toBe('identity-mismatch')
  })
})

describe('another login of an existing user: attacks', () => {
  test(`error: a compromised vault attaches its account and address to none of ${wallets} wallets`, async () => {
    const gateway = await createLoginGateway()
    const { account, byMail, visitor } = gateway
    const mine = await account({ subject: 'mallory' })
    expect(await mine.logIn()).toBe('200')
    let attached = 0
    for (let index = 0; index < wallets; index++) {
      // So that the limit of requests does not refuse them instead.
      gateway.wait(minute)
      const email = `owner${index}@example.com`
      const owner = await byMail({ email })
      expect(owner.code).toBe('200')
      await owner.client.makeWallet('pending')
      const { userId } = owner
      // While the owner's login is fresh: with the attacker's key, which is known for another user, and with a new one.
      const fresh = await account({ subject: `mallory${index}`, userId })
      const apple = await account({ subject: `mallory${index}`, userId, way: 'apple', key: mine.key })
      const mail = await visitor({ email: `mallory${index}@example.com`, userId, key: mine.key })
      await mail.start()
      await mail.mail()
      const codes = [
        await fresh.logIn(),
        await apple.logIn(),
        await mine.logIn({ sub: userId }),
        await codeOf(await mail.enter(await mail.code())),
      ]
      attached += codes.filter((code) => code !== 'identity-mismatch').length
      if ((await list(owner.client)).join() !== 'email') attached++
    }
    expect(attached).toBe(0)
  }, 600_000)

  test('error: ten minutes after the login, in another browser, after signing out, with a login of the vault alone', async () => {
    const { account, byMail, at, userId, client, wait, vault, now } = await open()
    const google = await account({ subject: 'ada', ...at })
    expect(await (await account({ subject: 'ada', userId })).logIn()).toBe('identity-mismatch')
    wait(10 * minute)
    expect(await google.logIn()).toBe('identity-mismatch')
    const again = await byMail({ email: 'ada@example.com', ...at })
    expect(again.code).toBe('200')
    expect((await again.client.call('DELETE', '/wallet/v1/sessions/current')).status).toBe(204)
    expect(await google.logIn()).toBe('identity-mismatch')
    // A known key gets a session by the vault's assertion alone.
    const assertion = await vault.assert({ userId, jkt: at.key.jkt, now: now() })
    client.tokens = undefined
    expect((await client.call('POST', '/wallet/v1/sessions', { body: { assertion } })).status).toBe(200)
    expect(await google.logIn()).toBe('identity-mismatch')
    await byMail({ email: 'ada@example.com', ...at })
    expect(await google.logIn()).toBe('200')
  })

  test('error: a device on hold adds no login', async () => {
    const { account, byMail, userId, now } = await open()
    const at = Math.floor(now() / 1000)
    const thief = await byMail(
      { email: 'ada@example.com', userId },
      { heldUntil: at + 3600, deviceSince: at },
    )
    expect(thief.code).toBe('200')
    const { key } = thief.client
    const google = await account({ subject: 'mallory', userId, key })
    expect(await google.logIn({ claims: { heldUntil: at + 3600, deviceSince: at } })).toBe(
      'identity-mismatch',
    )
    // A compromised vault says that there is no hold.
    expect(await google.logIn()).toBe('identity-mismatch')
  })

  test('error: a device that its owner ended logs in with an account only once the vault has been told', async () => {
    const { google, account, byMail, userId, at, vault, wait, services } = await openBoth()
    const thief = await account({ subject: 'ada', userId })
    expect(await thief.logIn()).toBe('200')
    const owner = await byMail({ email: 'ada@example.com', ...at })
    vault.isUnreachable = true
    const ended = await owner.client.call('DELETE', `/wallet/v1/devices/${thief.key.jkt}`)
    expect(ended.status).toBe(204)
    // The vault would still assert that the device is an old one, which need not wait.
    expect(await thief.logIn()).toBe('vault-unavailable')
    expect(await google.logIn()).toBe('200')
    vault.isUnreachable = false
    await vi.waitFor(
      async () => {
        wait(minute)
        expect(await services.database.selectFrom('vault_notices').selectAll().execute()).toEqual([])
      },
      { timeout: 10_000, interval: 200 },
    )
    expect(vault.notices).toHaveLength(1)
    expect(await thief.logIn()).toBe('200')
  }, 20_000)

  test('error: a compromised vault ends no hold with a second login of the key', async () => {
    const { account, userId, now, client, at: founding } = await open()
    await (await account({ subject: 'ada', ...founding })).logIn()
    const at = Math.floor(now() / 1000)
    const thief = await account({ subject: 'ada', userId })
    const held = { heldUntil: at + 3600, deviceSince: at }
    expect(await thief.logIn({ claims: held })).toBe('200')
    expect(await thief.logIn({ claims: { heldUntil: undefined, deviceSince: 0 } })).toBe('200')
    const { sessionId } = client.tokens ?? {}
    expect(await codeOf(await thief.client.call('DELETE', `/wallet/v1/sessions/${sessionId}`))).toBe(
      'device-held',
    )
  })
})

describe('removing logins', () => {
  test('behavior: a removed account opens nothing any more, and the sessions that it opened end', async () => {
    const scene = await openBoth()
    const { account, client, userId } = scene
    const phone = await account({ subject: 'ada', userId })
    expect(await phone.logIn()).toBe('200')
    // The account's own session in this browser has replaced that by e-mail: log in by e-mail to remove it.
    const owner = await scene.byMail({ email: 'ada@example.com', ...scene.at })
    expect(await remove(owner.client, 'google')).toBe('204')
    expect(await codeOf(await phone.client.call('GET', '/wallet/v1/logins'))).toBe('session-revoked')
    expect(await phone.logIn()).toBe('identity-mismatch')
    expect(await list(owner.client)).toEqual(['email'])
    // Repeating the request changes nothing; the account may open another wallet.
    expect(await remove(owner.client, 'google')).toBe('204')
    expect(await (await account({ subject: 'ada' })).logIn()).toBe('200')
    const events = (await auditOf(scene, userId)).map(({ event }) => event)
    expect(events).toEqual(['login-added', 'login-removed'])
    expect(client.key).toBe(scene.at.key)
  })

  test('error: a thief who has logged in with the account cannot add it again once it is removed', async () => {
    const { account, byMail, userId, at } = await openBoth()
    const thief = await account({ subject: 'ada', userId })
    await thief.logIn()
    const owner = await byMail({ email: 'ada@example.com', ...at })
    expect(await remove(owner.client, 'google')).toBe('204')
    expect(await thief.logIn()).toBe('identity-mismatch')
    const apple = await account({ subject: 'thief', way: 'apple', userId, key: thief.key })
    expect(await apple.logIn()).toBe('identity-mismatch')
  })

  test('error: a session that the removed account opened adds no login, also the one that removed it', async () => {
    const { google, account, userId } = await openBoth()
    expect(await remove(google.client, 'google')).toBe('204')
    expect(await list(google.client)).toEqual(['email'])
    expect(await google.logIn()).toBe('identity-mismatch')
    const apple = await account({ subject: 'thief', way: 'apple', userId, key: google.key })
    expect(await apple.logIn()).toBe('identity-mismatch')
  })

  test('error: of two logins that are removed at once, the last one stays', async () => {
    const { account } = await createLoginGateway()
    for (let round = 0; round < 20; round++) {
      const google = await account({ subject: `ada${round}` })
      await google.logIn()
      const { userId, key, client } = google
      const apple = await account({ subject: `ada${round}`, way: 'apple', userId, key })
      expect(await apple.logIn()).toBe('200')
      client.tokens = apple.client.tokens
      const codes = await Promise.all(['google', 'apple'].map((way) => remove(client, way)))
      expect(codes.toSorted()).toEqual(['204', 'last-login'])
      expect(await list(client)).toHaveLength(1)
    }
  })

  test('error: the address, an unknown way, an old login, another page, a new device', async () => {
    const { google, account, userId, wait, vault, now } = await openBoth()
    const { client } = google
    expect(await remove(client, 'email')).toBe('email-required')
    expect(await remove(client, 'carrier-pigeon')).toBe('not-found')
    const phone = await account({ subject: 'ada', userId })
    await phone.logIn()
    expect(await remove(phone.client, 'google')).toBe('device-too-new')
    wait(10 * minute - 1000)
    const { refreshToken } = client.tokens ?? {}
    const refreshed = await client.call('POST', '/wallet/v1/sessions/refresh', { body: { refreshToken } })
    client.tokens = await refreshed.json()
    wait(1000)
    expect(await remove(client, 'google')).toBe('login-too-old')
    // The vault's assertion alone, on another page.
    const shop = { origin: 'http://localhost:4400', projectId: 'local' }
    const assertion = await vault.assert({ userId, jkt: client.key.jkt, now: now(), claims: shop })
    client.tokens = undefined
    const session = await client.call('POST', '/wallet/v1/sessions', { body: { assertion } })
    client.tokens = await session.json()
    expect(await remove(client, 'google')).toBe('wallet-page-only')
    expect(await list(client)).toEqual(['email', 'google'])
  })
})
