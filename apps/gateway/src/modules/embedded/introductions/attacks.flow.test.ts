import { hashAddress } from '@portico/server'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../infra/database/openDatabase.ts'
import { newUserId } from '../../../testing/createFakeVault.ts'
import {
  createTestIntroductions,
  page,
  refusalOf,
  sealForGateway,
} from '../../../testing/createTestIntroductions.ts'
import { newWallet } from '../../../testing/createWalletClient.ts'
import { describeEngines } from '../../../testing/describeEngines.ts'
import { createCode } from './createCode.ts'
import { createGuessingBreaker, guessingLimits } from './createGuessingBreaker.ts'

const hour = 3_600_000
const day = 24 * hour

await describeEngines('a compromised vault', ({ open, openTogether }) => {
  const create = async () => createTestIntroductions({ databases: [await open()] })

  test('error: cannot give a user to another address', async () => {
    const { visitor, outcomes } = await create()
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.logIn()
    const mallory = await visitor({ email: 'mallory@example.com', userId: ada.userId })
    expect(await refusalOf(mallory.logIn())).toBe('identity-mismatch')
    expect(outcomes).toEqual(['accepted', 'identity-mismatch'])
    // The code is used up, and nothing was stored: the attacker’s address still belongs to nobody.
    expect(await refusalOf(mallory.enter())).toBe('introduction-expired')
    const self = await visitor({ email: 'mallory@example.com' })
    expect(await refusalOf(self.logIn())).toBe('accepted')
    expect(await refusalOf(ada.logIn())).toBe('accepted')
  })

  test('error: cannot prepare a user with an address of its own and then name it to the owner of another', async () => {
    const { visitor } = await create()
    const prepared = newUserId()
    const mallory = await visitor({ email: 'mallory@example.com', userId: prepared })
    await mallory.logIn()
    const ada = await visitor({ email: 'ada@example.com', userId: prepared })
    expect(await refusalOf(ada.logIn())).toBe('identity-mismatch')
  })

  test.each(['wallet_sessions', 'wallet_slots', 'embedded_wallets', 'introduced_keys'] as const)(
    'error: cannot prepare a user who has rows in %s and then name it to an owner',
    async (table) => {
      const database = await open()
      const { visitor, processes, vault, now } = await createTestIntroductions({ databases: [database] })
      const prepared = newUserId()
      const { sessions } = processes[0] as (typeof processes)[0]
      if (table === 'wallet_sessions')
        await sessions.create({
          assertion: await vault.assert({ userId: prepared, jkt: 'a'.repeat(43), now: now() }),
          jkt: 'a'.repeat(43),
        })
      if (table === 'introduced_keys')
        await database
          .insertInto('introduced_keys')
          .values({ user_id: prepared, jkt: 'a', way: 'email', at: now() })
          .execute()
      const { walletId, vault: ciphertext, check, address } = newWallet()
      if (table === 'embedded_wallets')
        await database
          .insertInto('embedded_wallets')
          .values({
            id: walletId,
            user_id: prepared,
            position: 0,
            status: 'active',
            epoch: 1,
            vault: ciphertext,
            check_mac: check,
            address,
            content_hash: '',
            confirm_nonce: '',
            receipt_digest: null,
            created_at: now(),
            confirmed_at: null,
          })
          .execute()
      if (table === 'wallet_slots')
        await database
          .insertInto('wallet_slots')
          .values({
            wallet_id: walletId,
            slot_id: 'slt_1',
            user_id: prepared,
            kind: 'auto',
            jkt: null,
            wrap: '',
            epoch: 1,
            kek_id: '',
            share: '',
            created_at: now(),
            last_used_at: now(),
            signed_out_at: null,
          })
          .execute()
      const ada = await visitor({ email: 'ada@example.com', userId: prepared })
      expect(await refusalOf(ada.logIn())).toBe('identity-mismatch')
      expect(await database.selectFrom('identities').selectAll().execute()).toEqual([])
      // The owner is not locked out: a vault that names a new user for her is accepted.
      const later = await visitor({ email: 'ada@example.com' })
      expect(await refusalOf(later.logIn())).toBe('accepted')
    },
  )

  test('error: of two addresses at once for one new user, one is bound', async () => {
    const databases = await openTogether(4)
    const { visitor, processes } = await createTestIntroductions({ databases })
    for (let round = 0; round < 5; round++) {
      const userId = newUserId()
      const visitors = await Promise.all(
        processes.map((at, index) => visitor({ email: `${round}-${index}@example.com`, userId, at })),
      )
      for (const one of visitors) {
        await one.start()
        await one.mail()
      }
      const outcomes = await Promise.all(visitors.map((one) => refusalOf(one.enter())))
      expect(outcomes.toSorted()).toEqual(['accepted', ...Array(3).fill('identity-mismatch')])
    }
  })

  test('error: of two users at once for one new address, one is bound', async () => {
    const databases = await openTogether(4)
    const { visitor, processes } = await createTestIntroductions({ databases })
    for (let round = 0; round < 5; round++) {
      const visitors = await Promise.all(
        processes.map((at) => visitor({ email: `${round}@example.com`, at })),
      )
      const codes: string[] = []
      for (const one of visitors) {
        await one.start()
        await one.mail()
        codes.push(one.code())
      }
      const outcomes = await Promise.all(visitors.map((one, index) => refusalOf(one.enter(codes[index]))))
      expect(outcomes.toSorted()).toEqual(['accepted', ...Array(3).fill('identity-mismatch')])
    }
  })

  test('error: a code that its owner forwards or types elsewhere is valid only in the frame it was mailed for', async () => {
    const { visitor, processes, seal } = await create()
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.logIn()
    const phone = await visitor({ email: 'ada@example.com', userId: ada.userId })
    const mallory = await visitor({ email: 'ada@example.com', userId: ada.userId })
    await phone.start()
    await phone.mail()
    const code = phone.code()
    await mallory.start()
    await mallory.mail()
    expect(await refusalOf(mallory.enter(code))).toBe('code-wrong')
    // The attacker’s code in the owner’s frame.
    expect(await refusalOf(phone.enter(mallory.code()))).toBe('code-wrong')
    const { introductions } = processes[0] as (typeof processes)[0]
    // Everything of the owner’s introduction, with the attacker’s key.
    const call = async (content: object, { id, jkt }: { id: string; jkt: string }) =>
      refusalOf(introductions.enterCode({ id, sealed: await seal(content), jkt }))
    expect(await call({ code, jkt: phone.jkt, id: phone.id }, { id: phone.id, jkt: mallory.jkt })).toBe(
      'sealed-invalid',
    )
    expect(await call({ code, jkt: mallory.jkt, id: phone.id }, { id: phone.id, jkt: mallory.jkt })).toBe(
      'introduction-expired',
    )
    expect(await call({ code, jkt: mallory.jkt, id: phone.id }, { id: mallory.id, jkt: mallory.jkt })).toBe(
      'sealed-invalid',
    )
    expect(await refusalOf(phone.enter(code))).toBe('accepted')
  })

  test('error: an assertion is refused that is replayed, or names another key, challenge, address, page or way', async () => {
    const { visitor, vault, processes, mails, now, wait } = await create()
    const { introductions } = processes[0] as (typeof processes)[0]
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.start()
    const other = await visitor({ email: 'other@example.com' })
    const wrong: [Record<string, unknown>, string][] = [
      [{ jkt: other.jkt }, 'assertion-invalid'],
      [{ tx: other.tx }, 'introduction-mismatch'],
      [{ address: undefined }, 'introduction-mismatch'],
      [{ address: hashAddress({ tx: ada.tx, email: other.email }) }, 'introduction-mismatch'],
      [{ address: hashAddress({ tx: other.tx, email: ada.email }) }, 'introduction-mismatch'],
      [{ address: 'ada@example.com' }, 'assertion-invalid'],
      [{ origin: 'http://other.localhost:4400' }, 'introduction-mismatch'],
      [{ projectId: 'other' }, 'introduction-mismatch'],
      [{ method: 'google' }, 'introduction-mismatch'],
      [{ method: 'none' }, 'assertion-invalid'],
      [{ sub: 'ada' }, 'assertion-invalid'],
      [{ aud: 'portico-vault' }, 'assertion-invalid'],
      [{ iss: 'http://evil.example' }, 'assertion-invalid'],
    ]
    for (const [claims, code] of wrong)
      expect([claims, await refusalOf(ada.mail(claims))]).toEqual([claims, code])
    expect(mails).toEqual([])
    const assertion = await vault.assert({
      userId: ada.userId,
      jkt: ada.jkt,
      now: now(),
      claims: { tx: ada.tx, address: hashAddress({ tx: ada.tx, email: ada.email }), ...page },
    })
    const send = (id: string, jkt: string) => refusalOf(introductions.mail({ id, assertion, jkt }))
    expect(await send(ada.id, other.jkt)).toBe('assertion-invalid')
    expect(await send(ada.id, ada.jkt)).toBe('accepted')
    const { id } = ada
    // A second introduction of the same key for the same challenge.
    await ada.start()
    expect(ada.id).not.toBe(id)
    expect(await send(ada.id, ada.jkt)).toBe('assertion-used')
    // Another assertion for an introduction that has one.
    ada.id = id
    expect(await refusalOf(ada.mail())).toBe('introduction-expired')
    expect(mails).toHaveLength(1)
    await ada.start()
    wait(122_000)
    expect(await send(ada.id, ada.jkt)).toBe('assertion-expired')
  })

  test('error: whoever can write the database cannot copy a code to another introduction or key', async () => {
    const database = await open()
    const { visitor } = await createTestIntroductions({ databases: [database] })
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.logIn()
    const mallory = await visitor({ email: 'mallory@example.com' })
    const other = await visitor({ email: 'ada@example.com', userId: ada.userId })
    for (const one of [mallory, other]) {
      await one.start()
      await one.mail()
    }
    const { code_mac } = await database
      .selectFrom('introductions')
      .select('code_mac')
      .where('id', '=', mallory.id)
      .executeTakeFirstOrThrow()
    await database.updateTable('introductions').set({ code_mac }).where('id', '=', other.id).execute()
    expect(await refusalOf(other.enter(mallory.code()))).toBe('code-wrong')
    // Nor give an introduction to another key.
    const code = mallory.code()
    await database.updateTable('introductions').set({ jkt: other.jkt }).where('id', '=', mallory.id).execute()
    other.id = mallory.id
    expect(await refusalOf(other.enter(code))).toBe('code-wrong')
  })

  test('error: a key that was revoked is not admitted with a code of six digits, even if it was mailed before', async () => {
    const { visitor, processes } = await create()
    const { sessions } = processes[0] as (typeof processes)[0]
    const ada = await visitor({ email: 'ada@example.com' })
    const own = await ada.logIn()
    const thief = await visitor({ email: 'ada@example.com', userId: ada.userId })
    const stolen = await thief.logIn()
    expect(await thief.start()).toMatchObject({ known: true })
    await sessions.revoke({ id: stolen.sessionId, session: await sessions.authorize(own.accessToken) })
    expect(await refusalOf(thief.enter())).toBe('identity-mismatch')
    expect(await thief.start()).toMatchObject({ known: false })
    // A device that signs out stays known.
    await sessions.revoke({ id: own.sessionId, session: await sessions.authorize(own.accessToken) })
    expect(await ada.start()).toMatchObject({ known: true })
  })
})

await describeEngines('a device on hold', ({ open }) => {
  test('error: stays on hold when it logs in as a known key; once stopped, it must be introduced again', async () => {
    const { visitor, processes, vault, now, wait } = await createTestIntroductions({
      databases: [await open()],
    })
    const { sessions, devices } = processes[0] as (typeof processes)[0]
    const ada = await visitor({ email: 'ada@example.com' })
    const own = await ada.logIn()
    const since = Math.floor(now() / 1000)
    const thief = await visitor({ email: 'ada@example.com', userId: ada.userId })
    await thief.start()
    await thief.mail({ heldUntil: since + 24 * 3600, deviceSince: since })
    await thief.enter()
    wait(hour)
    const stolen = await thief.logIn()
    const session = await sessions.authorize(stolen.accessToken)
    expect(await refusalOf(sessions.revoke({ id: own.sessionId, session }))).toBe('device-held')
    wait(hour)
    const statement = await vault.stop({ userId: ada.userId, jkt: thief.jkt, now: now() })
    await devices.end({ statement })
    expect((await sessions.list(ada)).map(({ id }) => id)).toEqual([own.sessionId])
    expect(await thief.start()).toMatchObject({ known: false })
    expect(await ada.start()).toMatchObject({ known: true })
  })
})

await describeEngines('a stranger', ({ open }) => {
  test('error: nothing is mailed, and a known address is answered like an unknown one', async () => {
    const { visitor, mails } = await createTestIntroductions({ databases: [await open()] })
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.logIn()
    const before = mails.length
    const stranger = await visitor({ email: 'ada@example.com' })
    const [known, unknown] = [await stranger.start(), await stranger.start({ email: 'nobody@example.com' })]
    expect({ ...known, id: '' }).toEqual({ ...unknown, id: '' })
    expect(await refusalOf(stranger.resend())).toBe('introduction-expired')
    expect(await refusalOf(stranger.enter('000000'))).toBe('introduction-expired')
    expect(mails).toHaveLength(before)
  })

  test('error: the gateway runs the same queries for a known address as for an unknown one', async () => {
    const database = await open()
    const queries: string[] = []
    const watched = database.withPlugin({
      transformQuery: ({ node }) => {
        // Without their parameters, which differ.
        const isText = (key: string, value: unknown) => /^(value|\d+)$/.test(key) && typeof value === 'string'
        queries.push(JSON.stringify(node, (key, value) => (isText(key, value) ? '?' : value)))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const { visitor } = await createTestIntroductions({ databases: [watched] })
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.logIn()
    const run = async (email: string) => {
      const stranger = await visitor({ email })
      queries.length = 0
      await stranger.start()
      return [...queries]
    }
    const known = await run('ada@example.com')
    expect(known.length).toBeGreaterThan(2)
    expect(known).toEqual(await run('nobody@example.com'))
  })

  test('error: cannot block the logins of a victim, whose address it enters a thousand times', async () => {
    const { visitor, mails } = await createTestIntroductions({ databases: [await open()] })
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.logIn()
    const before = mails.length
    const stranger = await visitor({ email: 'ada@example.com' })
    for (let count = 0; count < 1000; count++) await stranger.start()
    expect(mails).toHaveLength(before)
    expect(await refusalOf(ada.logIn())).toBe('accepted')
    const phone = await visitor({ email: 'ada@example.com', userId: ada.userId })
    expect(await refusalOf(phone.logIn())).toBe('accepted')
  })

  test('error: whoever reads the mails of the gateway cannot log in without the vault or a known key', async () => {
    const { visitor, mails } = await createTestIntroductions({ databases: [await open()] })
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.logIn()
    const reader = await visitor({ email: 'ada@example.com', userId: ada.userId })
    await reader.start()
    // No code is mailed for the reader’s key, and those mailed for others are not valid for it.
    for (const one of [ada, await visitor({ email: 'ada@example.com', userId: ada.userId })]) {
      const { known } = await one.start()
      if (!known) await one.mail()
      expect(await refusalOf(reader.enter(mails.at(-1)?.code))).toBe('introduction-expired')
    }
  })

  test('error: refuses content that is not encrypted for this gateway and key, or is not complete', async () => {
    const { visitor, secrets, keys, processes, seal } = await createTestIntroductions({
      databases: [await open()],
    })
    const { introductions } = processes[0] as (typeof processes)[0]
    const { jkt, tx } = await visitor({ email: 'ada@example.com' })
    const content = { email: 'ada@example.com', jkt, tx, ...page }
    const start = (sealed: string) =>
      refusalOf(introductions.start({ request: { way: 'email', sealed }, jkt }))
    expect(await start(await seal(content))).toBe('accepted')
    expect(await start(await seal({ ...content, jkt: 'b'.repeat(43) }))).toBe('sealed-invalid')
    expect(await start(await seal({ ...content, more: 1 }))).toBe('sealed-invalid')
    expect(await start(await seal({ ...content, tx: 'tx_1' }))).toBe('sealed-invalid')
    expect(await start(await seal({ ...content, email: 'a@b@c' }))).toBe('email-invalid')
    expect(await start(await seal({ ...content, origin: 'https://evil.example' }))).toBe('origin-not-allowed')
    expect(await start(await seal({ ...content, projectId: 'none' }))).toBe('invalid-key')
    const [published] = secrets.published
    if (!published) throw new Error('no key')
    // Encrypted to the signing key, under an unknown key ID, and changed on the way.
    const [signing] = keys.jwks.keys
    const other = { ...signing, use: 'enc', alg: 'ECDH-ES' } as typeof published
    expect(await start(await sealForGateway([other], content))).toBe('sealed-invalid')
    expect(await start(await sealForGateway([{ ...published, kid: 'x' }], content))).toBe('sealed-invalid')
    const sealed = await seal(content)
    const at = sealed.length - 30
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
    expect(await start(changed)).toBe('sealed-invalid')
  })
})

await describeEngines('guessing codes', ({ open }) => {
  test('error: after 501 wrong short codes, open ones are void and new ones long; a day later all is as before', async () => {
    const database = await open()
    const { visitor, now, wait, mails } = await createTestIntroductions({ databases: [database] })
    const breaker = createGuessingBreaker({ database })
    const [waiting, returning] = [
      await visitor({ email: 'waiting@example.com' }),
      await visitor({ email: 'returning@example.com' }),
    ]
    await returning.logIn()
    await database
      .insertInto('code_failures')
      .values({ hour: Math.floor(now() / hour) - 3, failures: 499 })
      .execute()
    const guesser = await visitor({ email: 'guesser@example.com' })
    await guesser.start()
    await guesser.mail()
    await waiting.start()
    await waiting.mail()
    expect(await refusalOf(guesser.enter('000000'))).toBe('code-wrong')
    expect(await breaker.isOpen(now())).toBe(false)
    expect(await refusalOf(guesser.enter('000000'))).toBe('code-wrong')
    expect(await breaker.isOpen(now())).toBe(true)
    // The guesser’s last try and the owner’s code are not compared any more, nor counted.
    expect(await refusalOf(guesser.enter(guesser.code()))).toBe('code-void')
    for (let count = 0; count < 5; count++) expect(await refusalOf(waiting.enter())).toBe('code-void')
    expect(await breaker.counts(now())).toEqual([
      { window: '24h', wrong: 501 },
      { window: '30d', wrong: 501 },
    ])
    wait(30_000)
    expect(await waiting.resend()).toMatchObject({ format: 'long' })
    expect(waiting.code()).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
    // Wrong long codes, and wrong codes of known keys, are not counted.
    expect(await refusalOf(waiting.enter('000000'))).toBe('code-wrong')
    expect(await refusalOf(waiting.enter(waiting.code().replace(/(.{4})(.{4})/, '$1-$2 ')))).toBe('accepted')
    expect(await returning.start()).toMatchObject({ known: true, format: 'digits' })
    expect(await refusalOf(returning.enter('x'))).toBe('code-wrong')
    expect(await refusalOf(returning.enter())).toBe('accepted')
    expect((await breaker.counts(now()))[0]).toEqual({ window: '24h', wrong: 501 })
    const late = await visitor({ email: 'late@example.com' })
    expect(await late.start()).toMatchObject({ format: 'long' })
    // The 499 leave the window, and the two others an hour or more later.
    wait(day - 2 * hour)
    expect(await breaker.isOpen(now())).toBe(false)
    expect(await late.start()).toMatchObject({ format: 'short' })
    expect(mails.at(-1)?.code).toMatch(/^\d{6}$/)
  })
})

describe('the budget of guesses', () => {
  /** Wrong codes that are tolerated in the long run, per year of 365 days. */
  const perYear = (4800 / 30) * 365

  test('behavior: a code of six characters has 2³⁰ values', () => {
    const alphabet = new Set(Array.from({ length: 5000 }, () => createCode('short')).join(''))
    expect([alphabet.size ** 6, createCode('short').length]).toEqual([2 ** 30, 6])
    expect(perYear / 2 ** 30).toBeLessThan(5.7e-5)
  })

  test.each([
    ['every hour', 1],
    ['every day', 24],
    ['every week', 7 * 24],
  ])(
    'error: ten simulated years of guessing %s give fewer than 0.000057 codes a year',
    async (_, everyHours) => {
      const database = await openDatabase({ dataDir: tempFolder() })
      onTestFinished(() => database.destroy())
      const breaker = createGuessingBreaker({ database })
      const hours = 10 * 365 * 24
      const guesses = new Float64Array(hours)
      for (let at = 0; at < hours; at += everyHours) {
        const now = 1_800_000_000_000 + at * hour
        if (await breaker.isOpen(now)) continue
        await breaker.removeOld(now)
        // As many as the breaker lets through at once.
        const counts = await breaker.counts(now)
        const left = guessingLimits.map(({ wrong }, index) => wrong - (counts[index]?.wrong ?? 0))
        const burst = Math.min(...left)
        await database
          .insertInto('code_failures')
          .values({ hour: now / hour, failures: burst })
          .execute()
        expect(await breaker.isOpen(now)).toBe(false)
        await breaker.countWrong(now)
        expect(await breaker.isOpen(now)).toBe(true)
        guesses[at] = burst + 1
      }
      const most = (window: number): number => {
        let sum = 0
        return guesses.reduce((maximum, count, at) => {
          sum += count - (guesses[at - window] ?? 0)
          return Math.max(maximum, sum)
        }, 0)
      }
      for (const { hours, wrong } of guessingLimits) expect(most(hours)).toBeLessThanOrEqual(wrong + 1)
      expect(most(hours) / 10 / 2 ** 30).toBeLessThan(5.7e-5)
      // A single year may contain part of one more burst than its share.
      expect(most(365 * 24) / 2 ** 30).toBeLessThan(5.7e-5)
      expect(most(hours)).toBeGreaterThan(100_000)
    },
  )
})
