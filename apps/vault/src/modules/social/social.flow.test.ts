import { socialAddressFields } from '@portico/protocol/social'
import type { SocialClaimResponse } from '@portico/protocol/vault'
import { hashFields } from '@portico/server'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { createSocialLogin, randomHandle, startProviders } from '../../../test/createSocialLogin.ts'
import { createTestVault, type TestVault } from '../../testing/createTestVault.ts'
import { describeVaults } from '../../testing/describeVaults.ts'
import { logIn, page } from '../../testing/logIn.ts'
import { readProblem } from '../../testing/readProblem.ts'
import { listIdentities } from '../users/listIdentities.ts'
import { createSocialStore } from './store.ts'

const minute = 60_000
const place = { walletId: 'wallet-0001', slotId: 'slot-000001' }
const secret = 'A'.repeat(43)

async function open(env: Record<string, string> = {}): Promise<TestVault> {
  const providers = await startProviders()
  return createTestVault({ now: providers.now, env: { ...providers.env, ...env } })
}

const json = async <Value>(response: Response): Promise<Value> => {
  if (response.status !== 200) throw new Error(await response.text())
  return (await response.json()) as Value
}

/** Activates the grant of a login with the gateway's statement; returns the status. */
async function activate(
  vault: TestVault,
  login: Awaited<ReturnType<typeof createSocialLogin>>,
  { grant, userId, assertion }: SocialClaimResponse,
): Promise<number> {
  const address = String(decodeJwt(assertion).address)
  const statement = { sub: userId, jkt: login.key.jkt, tx: login.tx, address, way: login.provider }
  const introduced = await vault.gateway.introduce(statement, { now: vault.now() })
  return (await login.key.call('/v1/grants/activate', { grant, introduced })).status
}

await describeVaults('social login with Google', (openVault) => {
  test('behavior: makes a user, who gets the same recovery secret in the next login', async () => {
    const providers = await startProviders()
    const vault = await openVault({ now: providers.now, env: providers.env })
    const login = await createSocialLogin({ vault })
    await json(await login.start())
    expect(await json(await login.wait())).toEqual({ status: 'pending' })
    await json(await login.open())
    expect(await json(await login.wait())).toEqual({ status: 'opened' })
    expect(await json(await login.finish(await login.visit()))).toEqual({ status: 'done' })
    expect(await json(await login.wait())).toEqual({ status: 'done' })
    const claimed = await json<SocialClaimResponse>(await login.claim())
    expect(claimed).toMatchObject({
      hasAuto: false,
      profile: { email: 'ada@example.com', name: 'Ada Moreau' },
    })
    const { sub: subject = '', aud } = decodeJwt(claimed.idToken ?? '')
    expect(aud).toBe(vault.services.config.socials.clients.google?.id)
    const [label = '', ...fields] = socialAddressFields({ tx: login.tx, provider: 'google', subject })
    expect(decodeJwt(claimed.assertion)).toMatchObject({
      sub: claimed.userId,
      method: 'google',
      jkt: login.key.jkt,
      tx: login.tx,
      address: hashFields(label, ...fields),
      deviceSince: 0,
      ...page,
    })
    expect(await activate(vault, login, claimed)).toBe(200)
    const sealed = await login.key.seal({ secret, ...place, jkt: login.key.jkt })
    await json(await login.key.call('/v1/auto/store', { grant: claimed.grant, sealed }))

    const second = await createSocialLogin({ vault })
    const again = await second.logIn()
    expect(again).toMatchObject({ userId: claimed.userId, hasAuto: true })
    const refused = await second.key.call('/v1/auto/release', { grant: again.grant, ...place })
    expect(await readProblem(refused)).toMatchObject({ code: 'grant-invalid' })
    expect(await activate(vault, second, again)).toBe(200)
    const released = await second.key.call('/v1/auto/release', { grant: again.grant, ...place })
    expect(released.status).toBe(200)
    // The user has no address, but a verified one at Google.
    const notice = await vault.mailTo('ada@example.com')
    expect(notice.subject).toBe('A new device has logged in')
  })

  test('behavior: of twelve simultaneous claims, one succeeds', async () => {
    const providers = await startProviders()
    const vault = await openVault({ now: providers.now, env: providers.env })
    const login = await createSocialLogin({ vault })
    await login.begin()
    await json(await login.finish(await login.visit()))
    const claims = await Promise.all(Array.from({ length: 12 }, () => login.claim()))
    expect(claims.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(410)])
    const { database } = vault.services
    expect(await database.selectFrom('users').selectAll().execute()).toHaveLength(1)
    const [row] = await database.selectFrom('socials').selectAll().execute()
    expect(row?.step).toBe('claimed')
    // Only the account is left: it may be attached to an existing user. The ID token is gone.
    const kept = await vault.services.cipher.open({ table: 'socials', row: login.tx }, row as never)
    expect(Object.keys(JSON.parse(kept)).toSorted()).toEqual(['email', 'name', 'subject'])
  })
})

describe('social logins', () => {
  test('error: a provider that is not set up', async () => {
    const vault = await createTestVault()
    const login = await createSocialLogin({ vault })
    expect(await readProblem(await login.start())).toEqual({ status: 404, code: 'provider-off' })
  })

  test('error: a ticket is used once, and not after ten minutes', async () => {
    const vault = await open()
    const login = await createSocialLogin({ vault })
    await login.start()
    const both = await Promise.all([login.open(), login.open(await vault.newKey())])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(await readProblem(await login.open())).toMatchObject({ code: 'ticket-invalid' })

    const late = await createSocialLogin({ vault })
    await late.start()
    vault.pass(10 * minute)
    expect(await readProblem(await late.open())).toMatchObject({ code: 'ticket-invalid' })
    late.ticket = randomHandle()
    expect(await readProblem(await late.open())).toMatchObject({ code: 'ticket-invalid' })
  })

  test('error: only the key that used the ticket finishes, and only the key that started waits and claims', async () => {
    const vault = await open()
    const login = await createSocialLogin({ vault })
    await login.start()
    // A ticket that somebody else used first: the owner's page goes nowhere.
    const thief = await vault.newKey()
    await json(await login.open(thief))
    const params = await login.visit()
    for (const by of [login.window, login.key, await vault.newKey()])
      expect(await readProblem(await login.finish(params, by))).toMatchObject({ code: 'transaction-expired' })
    expect(await json(await login.finish(params, thief))).toEqual({ status: 'done' })
    for (const by of [login.window, thief, await vault.newKey()]) {
      expect(await readProblem(await login.wait(by))).toMatchObject({ code: 'transaction-expired' })
      expect(await readProblem(await login.claim(by))).toMatchObject({ code: 'transaction-expired' })
    }
    expect((await login.claim()).status).toBe(200)
  })

  test('error: a login is claimed once, by the key that the claim is sealed for, after it is verified and before it expires', async () => {
    const vault = await open()
    const login = await createSocialLogin({ vault })
    await login.begin()
    expect(await readProblem(await login.claim())).toMatchObject({ code: 'transaction-expired' })
    await json(await login.finish(await login.visit()))
    const other = await vault.newKey()
    const sealed = await other.seal({ tx: login.tx, jkt: other.jkt, releaseKey: other.releaseKey })
    const foreign = await login.key.call('/v1/social/claim', { sealed })
    expect(await readProblem(foreign)).toMatchObject({ code: 'sealed-invalid' })
    expect((await login.claim()).status).toBe(200)
    expect(await readProblem(await login.claim())).toMatchObject({ code: 'transaction-expired' })
    expect(await readProblem(await login.wait())).toMatchObject({ code: 'transaction-expired' })

    const late = await createSocialLogin({ vault })
    await late.begin()
    await json(await late.finish(await late.visit()))
    vault.pass(25 * minute)
    expect(await readProblem(await late.claim())).toMatchObject({ code: 'transaction-expired' })
    await vault.services.sweep(vault.now())
    expect(await vault.services.database.selectFrom('socials').selectAll().execute()).toEqual([])
  })

  test('error: a nonce of another introduction, login or key', async () => {
    const vault = await open()
    for (const nonce of ['none', randomHandle()]) {
      const login = await createSocialLogin({ vault })
      await login.begin()
      expect(await json(await login.finish(await login.visit({ nonce })))).toEqual({ status: 'failed' })
      expect(await readProblem(await login.claim())).toMatchObject({ code: 'transaction-expired' })
    }
    // A malicious page swaps one part of the nonce: that of the attacker's login.
    const [victim, attacker] = [await createSocialLogin({ vault }), await createSocialLogin({ vault })]
    await attacker.begin()
    const swaps = [{ challenge: attacker.challenge }, { tx: attacker.tx }, { jkt: attacker.key.jkt }]
    for (const swap of swaps) {
      await victim.begin()
      const { challenge, tx, jkt } = {
        challenge: victim.challenge,
        tx: victim.tx,
        jkt: victim.key.jkt,
        ...swap,
      }
      const nonce = hashFields('portico/nonce', challenge, tx, jkt)
      expect(await json(await victim.finish(await victim.visit({ nonce })))).toEqual({ status: 'failed' })
    }
  })

  test('error: a code of another login, a wrong PKCE challenge, a foreign issuer, no code, a made-up code', async () => {
    const vault = await open()
    const attacker = await createSocialLogin({ vault })
    await attacker.begin()
    const stolen = await attacker.visit()
    const cases = [
      () => stolen,
      (login: typeof attacker) => login.visit({ code_challenge: randomHandle() }),
      async (login: typeof attacker) => ({ ...(await login.visit()), iss: 'https://evil.example' }),
      () => ({}),
      () => ({ code: 'made-up' }),
      async (login: typeof attacker) => ({ ...(await login.visit()), error: 'server_error' }),
    ]
    for (const params of cases) {
      const login = await createSocialLogin({ vault })
      await login.begin()
      expect(await json(await login.finish(await params(login)))).toEqual({ status: 'failed' })
      expect(await json(await login.wait())).toEqual({ status: 'failed' })
      expect((await login.claim()).status).toBe(410)
    }
    expect(vault.logged.filter((line) => line.includes(stolen.code as string))).toEqual([])
    // The operator sees the reason, and how many failed.
    expect(vault.logged.join('\n')).toContain('"upstream":"google","reason":"OAUTH_RESPONSE_BODY_ERROR"')
    expect(await vault.services.metrics.registry.metrics()).toContain(
      'vault_social_logins_total{provider="google",outcome="failed"} 6',
    )
  })

  test('behavior: a repeated request to finish gets the same answer, and a code is sent to the provider once', async () => {
    const vault = await open()
    const login = await createSocialLogin({ vault })
    await login.begin()
    const params = await login.visit()
    const answers = await Promise.all([login.finish(params), login.finish(params)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(await json(await login.finish(params))).toEqual({ status: 'done' })
    expect(await json(await login.finish({ error: 'access_denied' }))).toEqual({ status: 'done' })
  })

  test('behavior: a visitor who cancels at the provider', async () => {
    const vault = await open()
    const login = await createSocialLogin({ vault })
    await login.begin()
    const params = await login.visit({}, 'yes')
    expect(params).toEqual({ error: 'access_denied' })
    expect(await json(await login.finish(params))).toEqual({ status: 'refused' })
    expect(await json(await login.wait())).toEqual({ status: 'refused' })
  })

  test('error: an account with the address of a user is another user', async () => {
    const vault = await open()
    const byMail = await logIn(vault, await vault.newKey(), 'ada@example.com')
    const login = await createSocialLogin({ vault })
    const bySocial = await login.logIn()
    expect(bySocial.userId).not.toBe(byMail.userId)
    // And the other way around.
    const third = await logIn(vault, await vault.newKey(), 'ada@example.com')
    expect(third.userId).toBe(byMail.userId)
    expect((await (await createSocialLogin({ vault })).logIn('ben')).userId).not.toBe(bySocial.userId)
  })

  test('error: an address that is not verified is not in the profile, and gets no notice', async () => {
    const vault = await open()
    const first = await (await createSocialLogin({ vault })).logIn('cleo')
    expect(first.profile).toEqual({ name: 'Cleo Okafor' })
    const second = await (await createSocialLogin({ vault })).logIn('cleo')
    expect(second.userId).toBe(first.userId)
    await vault.services.mailQueue.idle()
    expect(vault.mails).toEqual([])
  })

  test('error: a user without an address cannot change it, or ask for links to it', async () => {
    const vault = await open({ DEVICE_AGE_HOURS: '0' })
    const login = await createSocialLogin({ vault })
    const { userId } = await login.logIn()
    const change = { userId, email: 'other@example.com', origin: page.origin }
    for (const [path, body] of [
      ['/v1/update/start', change],
      ['/v1/links/allow', { userId }],
    ] as const)
      expect(await readProblem(await login.key.call(path, body))).toEqual({
        status: 409,
        code: 'email-missing',
      })
  })

  test('behavior: the file for the gateway leaves out users without an address', async () => {
    const vault = await open()
    await (await createSocialLogin({ vault })).logIn()
    const { userId } = await logIn(vault, await vault.newKey(), 'grace@example.com')
    const { database, cipher } = vault.services
    const batches = []
    for await (const batch of listIdentities({ database, cipher, size: 10 })) batches.push(batch)
    expect(batches).toEqual([{ users: [{ userId, email: 'grace@example.com' }], isLast: true }])
  })

  test('behavior: a login ends a minute after the vault was killed while it asked the provider', async () => {
    const vault = await open()
    const login = await createSocialLogin({ vault })
    await login.begin()
    const params = await login.visit()
    const [{ tx }, windowJkt, now] = [login, login.window.jkt, vault.now()]
    const store = createSocialStore({ database: vault.services.database })
    await store.beginExchange({ tx, windowJkt, now, expiresAt: now + minute })
    expect(await readProblem(await login.finish(params))).toMatchObject({ code: 'transaction-expired' })
    expect(await json(await login.wait())).toEqual({ status: 'opened' })
    vault.pass(minute)
    expect(await readProblem(await login.wait())).toMatchObject({ code: 'transaction-expired' })
  })

  test('behavior: a new device waits, and its owner stops it from the mail to the address at the provider', async () => {
    const vault = await open({ HOLD_HOURS: '24' })
    await (await createSocialLogin({ vault })).logIn()
    const second = await createSocialLogin({ vault })
    const { assertion } = await second.logIn()
    expect(decodeJwt(assertion).heldUntil).toBeGreaterThan(vault.now() / 1000)
    const { text } = await vault.mailTo('ada@example.com')
    const token = /#cancel\.(\S+)$/m.exec(text)?.[1]
    expect((await vault.post('/v1/device/cancel', { token })).status).toBe(200)
  })

  test('behavior: nothing that a provider says about an account is stored or logged in plain text', async () => {
    const vault = await open()
    const login = await createSocialLogin({ vault })
    await login.begin()
    await json(await login.finish(await login.visit()))
    const dump = async () => {
      const tables = ['socials', 'identities', 'users'] as const
      const { database } = vault.services
      const rows = await Promise.all(tables.map((name) => database.selectFrom(name).selectAll().execute()))
      return JSON.stringify(rows)
    }
    const before = await dump()
    const { idToken = '' } = await json<SocialClaimResponse>(await login.claim())
    const { sub = '' } = decodeJwt(idToken)
    const [, payload = ''] = idToken.split('.')
    for (const text of [sub, 'ada@example.com', payload, login.ticket])
      for (const content of [before, await dump(), vault.logged.join('\n')])
        expect(content.includes(text), text.slice(0, 12)).toBe(false)
  })
})
