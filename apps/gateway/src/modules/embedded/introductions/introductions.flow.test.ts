import { introducedStatement } from '@portico/protocol/gateway'
import { hashAddress } from '@portico/server'
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { newUserId } from '../../../testing/createFakeVault.ts'
import { createTestIntroductions, page, refusalOf } from '../../../testing/createTestIntroductions.ts'
import { describeEngines } from '../../../testing/describeEngines.ts'
import { countSealedLogins } from './countSealedLogins.ts'

const minute = 60_000
const hour = 60 * minute

await describeEngines('introductions', ({ open, openTogether }) => {
  const create = async () => createTestIntroductions({ databases: [await open()] })

  test('behavior: a new key needs the vault’s assertion and a short code; a known key needs a code of six digits', async () => {
    const { visitor, mails, processes, keys, now, wait } = await create()
    const ada = await visitor({ email: ' Ada@Bücher.example ' })
    expect(await ada.start()).toEqual({
      id: expect.stringMatching(/^[\w-]{43}$/),
      known: false,
      format: 'short',
    })
    expect(mails).toEqual([])
    expect(await ada.mail()).toEqual({ format: 'short', resendAfter: 30 })
    expect(mails).toEqual([
      {
        to: 'Ada@xn--bcher-kva.example',
        origin: page.origin,
        code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{6}$/),
      },
    ])
    wait(1000)
    const session = await ada.enter(` ${ada.code().toLowerCase()} `)
    expect(session.userId).toBe(ada.userId)
    const { sessions } = processes[0] as (typeof processes)[0]
    const stored = await sessions.authorize(session.accessToken)
    expect(stored).toMatchObject({ userId: ada.userId, jkt: ada.jkt, ...page, authTime: now() })

    const key = keys.verifying.get(decodeProtectedHeader(session.introduced).kid ?? '')
    const { payload, protectedHeader } = await jwtVerify(session.introduced, key as never, {
      audience: 'portico-vault',
      issuer: 'http://localhost:4401',
      typ: 'introduced+jwt',
      currentDate: new Date(now()),
    })
    expect(protectedHeader.alg).toBe('ES256')
    const address = hashAddress({ tx: ada.tx, email: 'Ada@xn--bcher-kva.example' })
    expect(introducedStatement.parse(payload)).toMatchObject({
      sub: ada.userId,
      jkt: ada.jkt,
      tx: ada.tx,
      way: 'email',
      address,
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(120)

    const again = await visitor({ email: 'Ada@bücher.example', jkt: ada.jkt, userId: ada.userId })
    expect(await again.start()).toMatchObject({ known: true, format: 'digits' })
    expect(mails).toHaveLength(2)
    expect(again.code()).toMatch(/^\d{6}$/)
    const next = await again.enter()
    expect(decodeJwt(next.introduced)).toMatchObject({ sub: ada.userId, tx: again.tx })
    expect(decodeJwt(next.introduced).jti).not.toBe(decodeJwt(session.introduced).jti)
    // A second browser of the same person.
    const phone = await visitor({ email: 'Ada@bücher.example', userId: ada.userId })
    expect(await phone.start()).toMatchObject({ known: false, format: 'short' })
    await phone.mail()
    expect((await phone.enter()).userId).toBe(ada.userId)
  })

  test('behavior: the tables contain neither addresses nor codes, and nothing of a completed login but its HMAC', async () => {
    const database = await open()
    const { visitor } = await createTestIntroductions({ databases: [database] })
    const waiting = await visitor({ email: 'waiting@example.com' })
    await waiting.start()
    await waiting.mail()
    const done = await visitor({ email: 'done@example.com' })
    await done.logIn()
    const tables = await Promise.all(
      (['identities', 'introduced_keys', 'introductions', 'audit'] as const).map((table) =>
        database.selectFrom(table).selectAll().execute(),
      ),
    )
    const text = JSON.stringify(tables)
    for (const secret of ['waiting@', 'done@', 'example.com', waiting.code(), done.code()])
      expect(text).not.toContain(secret)
    const rows = await database.selectFrom('introductions').select(['sealed', 'code_mac']).execute()
    expect(rows.filter(({ sealed, code_mac }) => sealed === '' && code_mac === null)).toHaveLength(1)
  })

  test('behavior: counts the logins under way by the key that encrypts them, so that the key is not dropped', async () => {
    const database = await open()
    const { visitor, now, wait } = await createTestIntroductions({ databases: [database] })
    const waiting = await visitor({ email: 'waiting@example.com' })
    await waiting.start()
    const done = await visitor({ email: 'done@example.com' })
    await done.logIn()
    const { kek_id: kekId } = await database
      .selectFrom('introductions')
      .select('kek_id')
      .where('id', '=', waiting.id)
      .executeTakeFirstOrThrow()
    const count = (kekId: string) => countSealedLogins({ database, kekId, now: now() })
    expect([await count(kekId), await count('other')]).toEqual([1, 0])
    wait(25 * minute)
    expect(await count(kekId)).toBe(0)
  })

  test('error: three tries per introduction, however often a code is mailed', async () => {
    const { visitor, wait, mails } = await create()
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.start()
    await ada.mail()
    const old = ada.code()
    expect(await refusalOf(ada.enter('000000'))).toBe('code-wrong')
    expect(await refusalOf(ada.resend())).toBe('too-soon')
    wait(30_000)
    await ada.resend()
    expect(mails).toHaveLength(2)
    expect(await refusalOf(ada.enter(old))).toBe('code-wrong')
    expect(await refusalOf(ada.enter('000000'))).toBe('code-burnt')
    expect(await refusalOf(ada.enter())).toBe('code-burnt')
    wait(30_000)
    expect(await refusalOf(ada.resend())).toBe('code-burnt')
  })

  test('error: a code is valid for ten minutes and once, an introduction for 25 minutes and five mails', async () => {
    const { visitor, wait, mails } = await create()
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.start()
    await ada.mail()
    wait(10 * minute)
    expect(await refusalOf(ada.enter())).toBe('introduction-expired')
    for (let count = 0; count < 4; count++) {
      await ada.resend()
      wait(minute)
    }
    expect(mails).toHaveLength(5)
    expect(await refusalOf(ada.resend())).toBe('rate-limited')
    expect(await refusalOf(ada.enter())).toBe('accepted')
    expect(await refusalOf(ada.enter())).toBe('introduction-expired')
    const late = await visitor({ email: 'late@example.com' })
    await late.start()
    wait(25 * minute)
    expect(await refusalOf(late.mail())).toBe('introduction-expired')
  })

  test('error: of simultaneous tries with the code, one is accepted; of simultaneous wrong ones, three are counted', async () => {
    const databases = await openTogether(4)
    const { visitor, processes, seal } = await createTestIntroductions({ databases })
    const enter = async ({ id, jkt }: { id: string; jkt: string }, code: string, process: number) => {
      const sealed = await seal({ code, jkt, id })
      return refusalOf(
        processes[process % 4]?.introductions.enterCode({ id, sealed, jkt }) as Promise<unknown>,
      )
    }
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.start()
    await ada.mail()
    const right = await Promise.all(Array.from({ length: 8 }, (_, at) => enter(ada, ada.code(), at)))
    expect(right.filter((code) => code === 'accepted')).toHaveLength(1)
    expect(new Set(right)).toEqual(new Set(['accepted', 'introduction-expired']))
    const bob = await visitor({ email: 'bob@example.com' })
    await bob.start()
    await bob.mail()
    const wrong = await Promise.all(Array.from({ length: 12 }, (_, at) => enter(bob, '000000', at)))
    expect(wrong.filter((code) => code === 'code-wrong')).toHaveLength(2)
    expect(await refusalOf(bob.enter())).toBe('code-burnt')
  })

  test('error: five introductions a day of an address by new keys; a known key has its own', async () => {
    const { visitor, wait } = await create()
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.logIn()
    for (let count = 0; count < 5; count++) {
      const other = await visitor({ email: 'ada@example.com', userId: ada.userId })
      await other.start()
      await other.mail()
      await other.enter('000000').catch(() => undefined)
      wait(hour)
    }
    const sixth = await visitor({ email: 'ada@example.com', userId: ada.userId })
    // Starting costs nothing, so strangers cannot use up the allowance.
    for (let count = 0; count < 20; count++) await sixth.start()
    expect(await refusalOf(sixth.mail())).toBe('rate-limited')
    expect(await ada.start()).toMatchObject({ known: true })
    wait(19 * hour)
    await sixth.start()
    expect(await refusalOf(sixth.mail())).toBe('accepted')
  })

  test('behavior: logins with the right code use up no introductions, on a known key and on new ones', async () => {
    const { visitor } = await create()
    const ada = await visitor({ email: 'ada@example.com' })
    for (let count = 0; count < 12; count++) expect((await ada.logIn()).userId).toBe(ada.userId)
    for (let count = 0; count < 12; count++)
      await (await visitor({ email: 'ada@example.com', userId: ada.userId })).logIn()
    expect(await ada.start()).toMatchObject({ known: true })
  })

  test('error: a known key has five codes a day that are not typed, and is never treated as a new key', async () => {
    const { visitor, mails, wait } = await create()
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.logIn()
    // A page that starts logins whose codes nobody types. The vault would take a key that needs a link for an ended device.
    for (let count = 0; count < 5; count++) expect(await ada.start()).toMatchObject({ known: true })
    const mailed = mails.length
    expect(await refusalOf(ada.start())).toBe('rate-limited')
    expect(mails).toHaveLength(mailed)
    wait(24 * hour)
    expect(await ada.start()).toMatchObject({ known: true, format: 'digits' })
  })

  test('behavior: mailing is idempotent; a mailed code stays valid', async () => {
    const { visitor, vault, mails, processes, now } = await create()
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.start()
    const assertion = await vault.assert({
      userId: ada.userId,
      jkt: ada.jkt,
      now: now(),
      claims: { tx: ada.tx, address: hashAddress({ tx: ada.tx, email: ada.email }) },
    })
    const { introductions } = processes[0] as (typeof processes)[0]
    const send = () => introductions.mail({ id: ada.id, assertion, jkt: ada.jkt })
    expect(await send()).toEqual(await send())
    expect(mails).toHaveLength(1)
    expect(await refusalOf(ada.enter())).toBe('accepted')
  })

  test('behavior: a changed pepper finds the old rows, and rewrites one at the next introduction', async () => {
    const database = await open()
    const { visitor, process, secrets } = await createTestIntroductions({ databases: [database] })
    const ada = await visitor({ email: 'ada@example.com' })
    await ada.logIn()
    const rows = () => database.selectFrom('identities').selectAll().execute()
    const [old] = secrets.identityPeppers
    const before = await rows()
    const rotated = process(database, [Buffer.alloc(32, 9), old])
    const phone = await visitor({ email: 'ada@example.com', userId: ada.userId, at: rotated })
    await phone.logIn()
    const after = await rows()
    expect(after).toHaveLength(1)
    expect(after[0]).toMatchObject({ user_id: ada.userId, created_at: before[0]?.created_at })
    expect(after[0]?.ix).not.toBe(before[0]?.ix)
    expect(after[0]?.pepper_id).not.toBe(before[0]?.pepper_id)
    // The known key is still known.
    const again = await visitor({ email: 'ada@example.com', userId: ada.userId, jkt: ada.jkt, at: rotated })
    expect(await again.start()).toMatchObject({ known: true })
    // Another user cannot take the address meanwhile, under either pepper.
    for (const at of [rotated, process(database, [old, Buffer.alloc(32, 9)])]) {
      const thief = await visitor({ email: 'ada@example.com', userId: newUserId(), at })
      expect(await refusalOf(thief.logIn())).toBe('identity-mismatch')
    }
  })
})
