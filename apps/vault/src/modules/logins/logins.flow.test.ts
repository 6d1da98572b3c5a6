import type { EmailClaimResponse, LoginsResponse, SocialClaimResponse } from '@portico/protocol/vault'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { createSocialLogin, startProviders } from '../../../test/createSocialLogin.ts'
import type { TestKey } from '../../testing/createTestKey.ts'
import { createTestVault, type TestVault } from '../../testing/createTestVault.ts'
import { describeVaults } from '../../testing/describeVaults.ts'
import { approve, claim, logIn, logInByLink, page, start, startApproved } from '../../testing/logIn.ts'
import { readProblem } from '../../testing/readProblem.ts'

const email = 'ada@example.com'
const minute = 60_000
/** How many users a compromised gateway tries; see docs/security.md. */
const users = Number(process.env.DRILL_WALLETS ?? 100)
const hour = 60 * minute
const place = { walletId: 'wallet-0001', slotId: 'slot-000001' }

type Open = (options: { now: number; env: Record<string, string> }) => Promise<TestVault>
type Social = Awaited<ReturnType<typeof createSocialLogin>>

async function openWith(open: Open, env: Record<string, string> = {}): Promise<TestVault> {
  const providers = await startProviders()
  const generous = { LIMIT_PER_EMAIL: '1000', LIMIT_PER_ADDRESS: '10000', REQUESTS_PER_MINUTE: '100000' }
  return open({ now: providers.now, env: { ...providers.env, ...generous, ...env } })
}
const open = (env?: Record<string, string>) => openWith(createTestVault, env)

const json = async <Value>(response: Response): Promise<Value> => {
  if (response.status !== 200) throw new Error(await response.text())
  return (await response.json()) as Value
}
const codeOf = async (response: Response) => (await readProblem(response)).code

/** Has the gateway confirm a login; returns the status. */
async function confirm(
  vault: TestVault,
  key: TestKey,
  { grant, assertion }: { grant: string; assertion: string },
): Promise<number> {
  const { sub = '', tx, address, method: way } = decodeJwt(assertion)
  const statement = { sub, jkt: key.jkt, tx: String(tx), address: String(address), way }
  const introduced = await vault.gateway.introduce(statement, { now: vault.now() })
  return (await key.call('/v1/grants/activate', { grant, introduced })).status
}

const attach = ({ key, tx }: Pick<Social, 'key' | 'tx'>, grant: string, by = key) =>
  by.call('/v1/social/attach', { tx, grant })

const listOf = async (key: TestKey, userId: string) =>
  (await json<LoginsResponse>(await key.call('/v1/logins', { userId }))).data

const remove = (key: TestKey, userId: string, method: string, grant: string) =>
  key.call('/v1/logins/remove', { userId, method, grant })

/** Logs in with a new account, as a person of the provider, up to the claim. */
async function claimNew(
  vault: TestVault,
  {
    key,
    provider = 'google',
    person = 'ada',
  }: { key?: TestKey; provider?: 'google' | 'apple' | 'github'; person?: string } = {},
): Promise<{ login: Social; claimed: SocialClaimResponse }> {
  const login = await createSocialLogin({ vault, provider, ...(key && { key }) })
  return { login, claimed: await login.logIn(person) }
}

/** Makes a user by a social login that both servers have confirmed. */
async function logInWith(vault: TestVault, options: Parameters<typeof claimNew>[1] = {}) {
  const { login, claimed } = await claimNew(vault, options)
  expect(await confirm(vault, login.key, claimed)).toBe(200)
  return { login, claimed, key: login.key }
}

/** Adds an account to a user, whose login with this grant was confirmed. */
async function link(
  vault: TestVault,
  key: TestKey,
  grant: string,
  options: Parameters<typeof claimNew>[1] = {},
) {
  const { login } = await claimNew(vault, { ...options, key })
  const attached = await json<EmailClaimResponse>(await attach(login, grant))
  expect(await confirm(vault, key, attached)).toBe(200)
  return attached
}

await describeVaults('linking', (openVault) => {
  test('behavior: a new account with the verified address of a user opens the wallet of that user from then on', async () => {
    const vault = await openWith(openVault)
    const owner = await logIn(vault, await vault.newKey(), email)

    // Another browser, in which the owner logs in with Google first.
    const { login, claimed } = await claimNew(vault)
    expect(claimed.linkable).toBe(true)
    expect(claimed.userId).not.toBe(owner.userId)
    const byMail = await logIn(vault, login.key, email)
    const attached = await json<EmailClaimResponse>(await attach(login, byMail.grant))
    expect(attached.userId).toBe(owner.userId)
    expect(decodeJwt(attached.assertion)).toMatchObject({
      sub: owner.userId,
      method: 'google',
      jkt: login.key.jkt,
      tx: login.tx,
      address: decodeJwt(claimed.assertion).address,
      ...page,
    })
    expect(await confirm(vault, login.key, attached)).toBe(200)
    const released = await login.key.call('/v1/auto/release', { grant: attached.grant, ...place })
    expect(await codeOf(released)).toBe('auto-missing')
    // Mails of the same moment are sent in any order.
    await vault.mailTo(email)
    const subjects = vault.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
    expect(subjects).toContain('Another login was added to your wallet')

    // The user whom the account got at its claim is gone.
    const users = await vault.services.database.selectFrom('users').select('id').execute()
    expect(users).toEqual([{ id: owner.userId }])
    const next = await claimNew(vault)
    expect(next.claimed).toMatchObject({ userId: owner.userId, linkable: false })
    expect(await listOf(login.key, owner.userId)).toEqual([
      { method: 'email', label: 'a•••@example.com' },
      { method: 'google', label: 'a•••@example.com' },
    ])
  })

  test('error: of two accounts that are attached at once, one is', async () => {
    const vault = await openWith(openVault)
    const key = await vault.newKey()
    const { grant, userId } = await logIn(vault, key, 'founder@example.com')
    const logins = [await claimNew(vault, { key }), await claimNew(vault, { key, person: 'ben' })]
    const answers = await Promise.all(logins.map(({ login }) => attach(login, grant)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await listOf(key, userId)).map(({ method }) => method)).toEqual(['email', 'google'])
  })

  test('error: of two logins that are removed at once, the last one stays', async () => {
    const vault = await openWith(openVault)
    const { key, claimed } = await logInWith(vault)
    await link(vault, key, claimed.grant, { provider: 'github' })
    const { userId, grant } = claimed
    const answers = await Promise.all(
      ['google', 'github'].map((method) => remove(key, userId, method, grant)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await listOf(key, userId)).toHaveLength(1)
  })
})

describe('linking: what is asked', () => {
  test('behavior: only a new account whose verified address has a user is linkable', async () => {
    const vault = await open()
    // Ada's address has no user; Cleo's is not verified by Google.
    expect((await claimNew(vault)).claimed.linkable).toBe(false)
    await logIn(vault, await vault.newKey(), 'cleo@example.com')
    expect((await claimNew(vault, { person: 'cleo' })).claimed.linkable).toBe(false)
    // Once the address has a user, an account that nobody confirmed is asked again, and one that was confirmed is not.
    await logIn(vault, await vault.newKey(), email)
    const { login, claimed } = await claimNew(vault)
    expect(claimed.linkable).toBe(true)
    expect(await confirm(vault, login.key, claimed)).toBe(200)
    expect((await claimNew(vault)).claimed.linkable).toBe(false)
  })

  test('error: an account that both servers have confirmed is not attached to another user', async () => {
    const vault = await open()
    const owner = await logInWith(vault)
    const key = await vault.newKey()
    const byMail = await logIn(vault, key, email)
    const { login, claimed } = await claimNew(vault, { key })
    expect(claimed.userId).toBe(owner.claimed.userId)
    expect(await codeOf(await attach(login, byMail.grant))).toBe('login-taken')
    expect((await claimNew(vault)).claimed.userId).toBe(owner.claimed.userId)
  })

  test('error: a second account of the same provider', async () => {
    const vault = await open()
    const key = await vault.newKey()
    const { grant } = await logIn(vault, key, email)
    await link(vault, key, grant)
    const { login } = await claimNew(vault, { key, person: 'ben' })
    expect(await codeOf(await attach(login, grant))).toBe('login-exists')
  })

  test('behavior: attaching can be repeated after a crash, also after the gateway has confirmed it', async () => {
    const vault = await open()
    const key = await vault.newKey()
    const { grant, userId } = await logIn(vault, key, email)
    const { login } = await claimNew(vault, { key })
    // The answer of the first attempt is lost.
    await json(await attach(login, grant))
    const attached = await json<EmailClaimResponse>(await attach(login, grant))
    expect(attached.userId).toBe(userId)
    // The gateway never got it. The next login with the account asks again, and attaches again.
    const next = await claimNew(vault)
    expect(next.claimed).toMatchObject({ userId, linkable: true })
    const byMail = await logInByLink(vault, next.login.key, email)
    const again = await json<EmailClaimResponse>(await attach(next.login, byMail.grant))
    expect(await confirm(vault, next.login.key, again)).toBe(200)
    expect((await claimNew(vault)).claimed).toMatchObject({ userId, linkable: false })
    // One mail: the account was added once.
    const added = vault.mails.filter(({ subject }) => subject === 'Another login was added to your wallet')
    expect(added).toHaveLength(1)
  })
})

describe('linking: attacks', () => {
  test('error: 200 accounts that are attached with a grant which does not show the owner', async () => {
    const vault = await open()
    const ownerKey = await vault.newKey()
    const owner = await logIn(vault, ownerKey, email)
    const thief = await vault.newKey()
    const own = await logIn(vault, thief, 'eve@example.com')
    // Of the owner's address, up to the link: the gateway has not confirmed it.
    const unconfirmed = await json<EmailClaimResponse>(
      await claim(thief, await startApproved(vault, thief, email)),
    )
    const { login } = await claimNew(vault, { key: thief, person: 'ben' })
    const grants = [owner.grant, unconfirmed.grant, 'A'.repeat(43)]
    for (let round = 0; round < 66; round++)
      for (const grant of grants) expect(await codeOf(await attach(login, grant))).toBe('grant-invalid')
    // With the login of somebody else, and with the owner's session but the thief's login.
    const other = await claimNew(vault)
    expect(await codeOf(await attach(other.login, own.grant, thief))).toBe('transaction-expired')
    expect(await codeOf(await attach(login, owner.grant, ownerKey))).toBe('transaction-expired')
    expect(await listOf(ownerKey, owner.userId)).toEqual([{ method: 'email', label: 'a•••@example.com' }])
  })

  test(`error: a compromised gateway alone attaches its account to none of ${users} users`, async () => {
    const vault = await open()
    const thief = await vault.newKey()
    for (let index = 0; index < users; index++) {
      const address = `user${index}@example.com`
      const key = await vault.newKey()
      const { userId } = await logIn(vault, key, address)
      const { login, claimed } = await claimNew(vault, { key: thief, person: 'ben' })
      // It states anything: that the thief's login is the user's, and that the user is known by the thief's key.
      const { tx, address: account } = decodeJwt(claimed.assertion)
      const forged = { sub: userId, jkt: thief.jkt, tx: String(tx), address: String(account), way: 'google' }
      const introduced = await vault.gateway.introduce(forged, { now: vault.now() })
      const { grant } = claimed
      const activated = await thief.call('/v1/grants/activate', { grant, introduced })
      expect(await codeOf(activated)).toBe('introduced-mismatch')
      expect(await codeOf(await attach(login, grant))).toBe('grant-invalid')
      expect(await listOf(key, userId)).toHaveLength(1)
    }
  }, 600_000)

  test('error: the grant of a known key that only the gateway states, or an old one, attaches nothing', async () => {
    const vault = await open()
    const key = await vault.newKey()
    const first = await logIn(vault, key, email)
    const { login } = await claimNew(vault, { key })
    // The vault knows the key, so no link was mailed: the gateway alone says who it is.
    const known = await logIn(vault, key, email)
    expect(await codeOf(await attach(login, known.grant))).toBe('grant-invalid')
    vault.pass(10 * minute)
    expect(await codeOf(await attach(login, first.grant))).toBe('grant-invalid')
    const byLink = await logInByLink(vault, key, email)
    expect((await attach(login, byLink.grant)).status).toBe(200)
    vault.pass(15 * minute)
    expect(await codeOf(await attach(login, byLink.grant))).toBe('transaction-expired')
  })

  test('error: a device on hold adds no login, and a new one only a login with an address of the user', async () => {
    const held = await open({ HOLD_HOURS: '24' })
    await logIn(held, await held.newKey(), email)
    const thief = await held.newKey()
    const stolen = await logIn(held, thief, email)
    for (const person of ['ada', 'ben']) {
      const { login } = await claimNew(held, { key: thief, person })
      expect(await codeOf(await attach(login, stolen.grant))).toBe('held')
    }

    const vault = await open()
    await logIn(vault, await vault.newKey(), email)
    const key = await vault.newKey()
    const { grant } = await logIn(vault, key, email)
    const ben = await claimNew(vault, { key, person: 'ben' })
    expect(await codeOf(await attach(ben.login, grant))).toBe('device-too-new')
    await link(vault, key, grant)
  })

  test('error: a login whose account was removed meanwhile is not attached', async () => {
    const vault = await open()
    const key = await vault.newKey()
    const { grant, userId } = await logIn(vault, key, email)
    await link(vault, key, grant)
    const { login } = await claimNew(vault, { key })
    expect((await remove(key, userId, 'google', grant)).status).toBe(204)
    expect(await codeOf(await attach(login, grant))).toBe('transaction-expired')
  })
})

describe('an e-mail address for a user who has none', () => {
  const add = async (vault: TestVault, key: TestKey, address: string, grant: string) => {
    vault.pass(minute / 2)
    const started = await start(key, address)
    const { tx } = started
    // A key that the vault knows, of an address that was added before: it gets the link on request.
    const { matchCode = '' } =
      started.action === 'VERIFY_OTP'
        ? await json<typeof started>(await key.call('/v1/email/link', { tx }))
        : started
    await approve(vault, address, matchCode)
    const sealed = await key.seal({ tx, jkt: key.jkt, releaseKey: key.releaseKey })
    return key.call('/v1/email/claim', { sealed, attach: grant })
  }

  test('behavior: both ways open the same wallet afterwards, and the device stays as old as it was', async () => {
    const vault = await open({ HOLD_HOURS: '24' })
    const { key, claimed } = await logInWith(vault)
    const { grant, userId } = claimed
    const sealed = await key.seal({ secret: 'A'.repeat(43), ...place, jkt: key.jkt })
    await json(await key.call('/v1/auto/store', { grant, sealed }))
    const added = await json<EmailClaimResponse>(await add(vault, key, 'spare@example.com', grant))
    expect(added).toMatchObject({ userId, hasAuto: true })
    expect(decodeJwt(added.assertion)).toMatchObject({ sub: userId, method: 'email', deviceSince: 0 })
    expect(decodeJwt(added.assertion).heldUntil).toBeUndefined()
    expect(await confirm(vault, key, added)).toBe(200)
    expect((await vault.mailTo(email)).subject).toBe('Another login was added to your wallet')
    expect((await logIn(vault, await vault.newKey(), 'spare@example.com')).userId).toBe(userId)
    expect((await claimNew(vault)).claimed.userId).toBe(userId)
    expect(await listOf(key, userId)).toEqual([
      { method: 'email', label: 's•••@example.com' },
      { method: 'google', label: 'a•••@example.com' },
    ])
  })

  test('behavior: adding can be repeated until the gateway has confirmed it', async () => {
    const vault = await open()
    const { key, claimed } = await logInWith(vault)
    const { userId } = await json<EmailClaimResponse>(
      await add(vault, key, 'spare@example.com', claimed.grant),
    )
    // Until then the account may not be removed: the address opens nothing at the gateway.
    expect(await codeOf(await remove(key, userId, 'google', claimed.grant))).toBe('last-login')
    const again = await json<EmailClaimResponse>(await add(vault, key, 'spare@example.com', claimed.grant))
    expect(again.userId).toBe(userId)
    expect(await confirm(vault, key, again)).toBe(200)
    expect((await remove(key, userId, 'google', again.grant)).status).toBe(204)
  })

  test('error: an address of another user, a second address, without the grant of the user, from a new device', async () => {
    const vault = await open()
    const { key, claimed } = await logInWith(vault)
    const { grant } = claimed
    await logIn(vault, await vault.newKey(), 'taken@example.com')
    expect(await codeOf(await add(vault, key, 'taken@example.com', grant))).toBe('email-taken')
    const thief = await vault.newKey()
    expect(await codeOf(await add(vault, thief, 'eve@example.com', grant))).toBe('grant-invalid')
    expect(await codeOf(await add(vault, thief, 'eve@example.com', 'A'.repeat(43)))).toBe('grant-invalid')
    // Another browser, in which the owner, or whoever has the account, has just logged in.
    const later = await logInWith(vault)
    expect(await codeOf(await add(vault, later.key, 'eve@example.com', later.claimed.grant))).toBe(
      'device-too-new',
    )
    await json(await add(vault, key, 'spare@example.com', grant))
    expect(await codeOf(await add(vault, key, 'second@example.com', grant))).toBe('login-exists')
  })
})

describe('removing logins', () => {
  /** A user with an address and Google, on the founding device. */
  async function openBoth(env: Record<string, string> = {}) {
    const vault = await open(env)
    const key = await vault.newKey()
    const { grant, userId } = await logIn(vault, key, 'founder@example.com')
    await link(vault, key, grant)
    return { vault, key, grant, userId }
  }

  test('behavior: a removed account opens the wallet no longer, and both addresses get a mail', async () => {
    const { vault, key, grant, userId } = await openBoth()
    const started = await claimNew(vault)
    expect(started.claimed.userId).toBe(userId)
    expect((await remove(key, userId, 'google', grant)).status).toBe(204)
    for (const to of ['founder@example.com', email])
      expect((await vault.mailTo(to)).subject).toBe('A login was removed from your wallet')
    // Neither a login from before, nor a later one.
    expect(await confirm(vault, started.login.key, started.claimed)).not.toBe(200)
    expect((await claimNew(vault)).claimed.userId).not.toBe(userId)
    // Repeating the request changes nothing.
    const count = vault.mails.length
    expect((await remove(key, userId, 'google', grant)).status).toBe(204)
    expect(vault.mails).toHaveLength(count)
    const events = await vault.services.database.selectFrom('audit').select(['event', 'user_id']).execute()
    const own = events.filter(({ user_id }) => user_id === userId).map(({ event }) => event)
    expect(own.filter((event) => event.startsWith('login-'))).toEqual(['login-add', 'login-remove'])
  })

  test('error: the last login, the e-mail address, without a fresh login, by another or a new device', async () => {
    const { vault, key, grant, userId } = await openBoth()
    expect(await codeOf(await remove(key, userId, 'email', grant))).toBe('email-required')
    expect(await codeOf(await remove(key, userId, 'google', 'A'.repeat(43)))).toBe('grant-invalid')
    const eve = await vault.newKey()
    const own = await logIn(vault, eve, 'eve@example.com')
    expect(await codeOf(await remove(eve, userId, 'google', own.grant))).toBe('device-unknown')
    expect(await codeOf(await remove(eve, userId, 'google', grant))).toBe('device-unknown')
    expect(await codeOf(await remove(eve, own.userId, 'google', grant))).toBe('grant-invalid')
    const later = await logIn(vault, await vault.newKey(), 'founder@example.com')
    expect(later.userId).toBe(userId)
    const phone = await vault.newKey()
    const { grant: fresh } = await logIn(vault, phone, 'founder@example.com')
    expect(await codeOf(await remove(phone, userId, 'google', fresh))).toBe('device-too-new')
    // Its key is known, so that only the gateway says who it is.
    const known = await logIn(vault, key, 'founder@example.com')
    expect(await codeOf(await remove(key, userId, 'google', known.grant))).toBe('grant-invalid')
    vault.pass(10 * minute)
    expect(await codeOf(await remove(key, userId, 'google', grant))).toBe('grant-invalid')
    vault.pass(73 * hour)
    const old = await logInByLink(vault, phone, 'founder@example.com')
    expect(await codeOf(await remove(phone, userId, 'google', old.grant))).toBe('device-too-new')
    expect(await listOf(key, userId)).toHaveLength(2)

    const alone = await logInWith(vault, { person: 'ben' })
    const last = await remove(alone.key, alone.claimed.userId, 'google', alone.claimed.grant)
    expect(await codeOf(last)).toBe('last-login')
  })

  test('error: the logins of a user are listed to its devices alone', async () => {
    const { vault, userId } = await openBoth()
    const eve = await vault.newKey()
    await logIn(vault, eve, 'eve@example.com')
    expect(await codeOf(await eve.call('/v1/logins', { userId }))).toBe('device-unknown')
  })
})

describe('exports of a user without an address', () => {
  test('behavior: the words need a login with the account that both servers have verified just now', async () => {
    const vault = await open()
    const { login, claimed } = await claimNew(vault)
    const { grant, userId } = claimed
    const words = (by = grant) => login.key.call('/v1/exports', { userId, kind: 'words', grant: by })
    expect(await codeOf(await words())).toBe('grant-invalid')
    expect(await confirm(vault, login.key, claimed)).toBe(200)
    expect((await words()).status).toBe(200)
    expect((await vault.mailTo(email)).subject).toBe('Your words were shown')
    vault.pass(10 * minute)
    expect(await codeOf(await words())).toBe('grant-invalid')
  })
})
