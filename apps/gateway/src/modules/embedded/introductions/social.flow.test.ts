import { introducedStatement } from '@portico/protocol/gateway'
import { socialAddressFields } from '@portico/protocol/social'
import { hashFields } from '@portico/server'
import { decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { newUserId } from '../../../testing/createFakeVault.ts'
import { page, refusalOf } from '../../../testing/createTestIntroductions.ts'
import { createTestSocial } from '../../../testing/createTestSocial.ts'
import { describeEngines } from '../../../testing/describeEngines.ts'
import { createIdentityIndexes } from './createIdentityIndexes.ts'
import { importIdentities } from './importIdentities.ts'

const minute = 60_000

await describeEngines('introductions by a social login', ({ open, openTogether }) => {
  const create = async () => createTestSocial({ databases: [await open()] })

  test.each(['google', 'apple'] as const)(
    'behavior: an ID token of %s opens a session, and the same wallet at the next login',
    async (way) => {
      const { person, processes, keys, now, proofs, wait } = await create()
      const ada = person({ subject: '1001', way })
      expect(await ada.start()).toEqual({
        id: expect.stringMatching(/^[\w-]{43}$/),
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        second: false,
      })
      const session = await ada.prove()
      expect(session.userId).toBe(ada.userId)
      const { sessions, devices } = processes[0] as (typeof processes)[0]
      const stored = await sessions.authorize(session.accessToken)
      expect(stored).toMatchObject({ userId: ada.userId, jkt: ada.jkt, ...page, authTime: now() })
      expect(await devices.list(ada)).toHaveLength(1)

      const key = keys.verifying.get(decodeProtectedHeader(session.introduced).kid ?? '')
      const { payload } = await jwtVerify(session.introduced, key as never, {
        audience: 'portico-vault',
        issuer: 'http://localhost:4401',
        typ: 'introduced+jwt',
        currentDate: new Date(now()),
      })
      expect(introducedStatement.parse(payload)).toMatchObject({
        sub: ada.userId,
        jkt: ada.jkt,
        tx: ada.tx,
        way,
        address: hashFields(...socialAddressFields({ tx: ada.tx, provider: way, subject: '1001' })),
      })
      wait(minute)
      const again = person({ subject: '1001', way, userId: ada.userId, jkt: ada.jkt })
      expect((await again.logIn()).userId).toBe(ada.userId)
      const phone = person({ subject: '1001', way, userId: ada.userId })
      expect((await phone.logIn()).userId).toBe(ada.userId)
      expect(proofs).toEqual(['accepted', 'accepted', 'accepted'])
    },
  )

  test('behavior: the keys of a provider are loaded once for many logins', async () => {
    const { person, provider } = await create()
    for (const subject of ['1', '2', '3']) await person({ subject }).logIn()
    expect(provider.asked).toBe(1)
  })

  test('behavior: the tables contain neither the account nor the ID token', async () => {
    const database = await open()
    const { person } = await createTestSocial({ databases: [database] })
    const ada = person({ subject: 'account-of-ada' })
    await ada.start()
    const idToken = await ada.token()
    await ada.prove({ idToken })
    const rows = await Promise.all(
      (['identities', 'introduced_keys', 'introductions', 'audit'] as const).map((table) =>
        database.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(rows[0]).toHaveLength(1)
    const text = JSON.stringify(rows)
    for (const secret of ['account-of-ada', idToken]) expect(text).not.toContain(secret)
  })

  test('behavior: the same account ID at two providers belongs to two users', async () => {
    const { person } = await create()
    const google = person({ subject: '1001' })
    const apple = person({ subject: '1001', way: 'apple' })
    await google.logIn()
    await apple.logIn()
    const swapped = person({ subject: '1001', way: 'apple', userId: google.userId })
    expect(await refusalOf(swapped.logIn())).toBe('identity-mismatch')
  })

  test.each(['github', 'discord', 'x', 'facebook'] as const)('error: %s is not set up', async (way) => {
    const { person } = await create()
    expect(await refusalOf(person({ subject: '1', way }).start())).toBe('provider-off')
  })

  test('error: the content of the first request must name its key and an allowed page', async () => {
    const { person } = await create()
    const ada = person({ subject: '1' })
    expect(await refusalOf(ada.start({ jkt: 'a'.repeat(43) }))).toBe('sealed-invalid')
    expect(await refusalOf(ada.start({ origin: 'https://evil.example' }))).toBe('origin-not-allowed')
    expect(await refusalOf(ada.start({ projectId: 'other' }))).toBe('invalid-key')
    expect(await refusalOf(ada.start({ email: 'ada@example.com' }))).toBe('sealed-invalid')
  })

  test('error: an ID token is refused that was not issued to this client for this login of this key', async () => {
    const { person, provider, now, proofs } = await create()
    const ada = person({ subject: '1001' })
    const other = person({ subject: '1001' })
    await other.start()
    await ada.start()
    const at = Math.floor(now() / 1000)
    const foreign = await generateKeyPair('RS256')
    const { kid } = decodeProtectedHeader(await ada.token())
    const tokens: Record<string, string> = {
      'nonce of another challenge': await ada.token({
        claims: { nonce: ada.nonce({ challenge: other.challenge }) },
      }),
      'nonce of another login at the vault': await ada.token({
        claims: { nonce: ada.nonce({ tx: other.tx }) },
      }),
      'nonce of another key': await ada.token({ claims: { nonce: ada.nonce({ jkt: other.jkt }) } }),
      'another login': await other.token(),
      'no nonce': await ada.token({ claims: { nonce: undefined } }),
      'a nonce that is no text': await ada.token({ claims: { nonce: [ada.nonce()] } }),
      'another client': await ada.token({ claims: { aud: 'other-client' } }),
      'two clients': await ada.token({ claims: { aud: ['google-client', 'other-client'] } }),
      'another authorized party': await ada.token({ claims: { azp: 'other-client' } }),
      'no client': await ada.token({ claims: { aud: undefined } }),
      'another issuer': await ada.token({ claims: { iss: 'https://accounts.google.com' } }),
      'another provider': await ada.token({ provider: 'apple' }),
      'no issuer': await ada.token({ claims: { iss: undefined } }),
      'no account': await ada.token({ claims: { sub: undefined } }),
      'an empty account': await ada.token({ claims: { sub: '' } }),
      expired: await ada.token({ claims: { iat: at - 600, exp: at - 61 } }),
      'without an end': await ada.token({ claims: { exp: undefined } }),
      'without a time': await ada.token({ claims: { iat: undefined } }),
      'older than an introduction': await ada.token({ claims: { iat: at - 25 * 60 - 61 } }),
      'of the future': await ada.token({ claims: { iat: at + 61 } }),
      'signed by another key': await ada.token({ key: foreign.privateKey }),
      'signed by an unknown key': await ada.token({ key: foreign.privateKey, header: { kid: 'other' } }),
      'signed by a key that the token brings': await ada.token({
        key: foreign.privateKey,
        header: { jwk: await exportJWK(foreign.publicKey) },
      }),
      unsigned: new UnsecuredJWT({ sub: '1001', nonce: ada.nonce() })
        .setIssuer(`${provider.base}/google`)
        .setAudience('google-client')
        .setIssuedAt(at)
        .setExpirationTime(at + 600)
        .encode(),
      'signed with the public key as a secret': await ada.token({
        key: new TextEncoder().encode(provider.publicJwk),
        header: { alg: 'HS256', kid },
      }),
      'signed with another algorithm': await ada.token({
        key: (await generateKeyPair('PS256')).privateKey,
        header: { alg: 'PS256', kid },
      }),
      changed: (await ada.token()).replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
      'no token': 'x',
    }
    for (const [name, idToken] of Object.entries(tokens))
      expect([name, await refusalOf(ada.prove({ idToken }))]).toEqual([name, 'id-token-invalid'])
    expect(await refusalOf(ada.prove())).toBe('accepted')
    expect(proofs).toHaveLength(Object.keys(tokens).length + 1)
  })

  test('error: a proof without an ID token is refused', async () => {
    const { person, processes, seal } = await create()
    const ada = person({ subject: '1001' })
    await ada.start()
    const sealed = await seal({ id: ada.id, jkt: ada.jkt, assertion: await ada.assertion() })
    const { introductions } = processes[0] as (typeof processes)[0]
    expect(await refusalOf(introductions.proveSocial({ id: ada.id, sealed, jkt: ada.jkt }))).toBe(
      'id-token-invalid',
    )
  })

  test('error: an assertion is refused that names another way, account, login, key or page', async () => {
    const { person } = await create()
    const ada = person({ subject: '1001' })
    const other = person({ subject: '2002' })
    await ada.start()
    const addressOf = (fields: { tx?: string; provider?: string; subject?: string }) =>
      hashFields(...socialAddressFields({ tx: ada.tx, provider: 'google', subject: '1001', ...fields }))
    const wrong: [Record<string, unknown>, string][] = [
      [{ method: 'email' }, 'introduction-mismatch'],
      [{ method: 'apple' }, 'introduction-mismatch'],
      [{ method: 'none' }, 'assertion-invalid'],
      [{ address: undefined }, 'introduction-mismatch'],
      [{ address: addressOf({ subject: '2002' }) }, 'introduction-mismatch'],
      [{ address: addressOf({ provider: 'apple' }) }, 'introduction-mismatch'],
      [{ address: addressOf({ tx: other.tx }) }, 'introduction-mismatch'],
      [{ tx: other.tx }, 'id-token-invalid'],
      [{ jkt: other.jkt }, 'assertion-invalid'],
      [{ origin: 'http://other.localhost:4400' }, 'introduction-mismatch'],
      [{ projectId: 'other' }, 'introduction-mismatch'],
      [{ aud: 'portico-vault' }, 'assertion-invalid'],
      [{ iss: 'http://evil.example' }, 'assertion-invalid'],
    ]
    for (const [claims, code] of wrong)
      expect([claims, await refusalOf(ada.prove({ assertion: await ada.assertion(claims) }))]).toEqual([
        claims,
        code,
      ])
    // The account of the token is another one than the vault saw.
    const idToken = await ada.token({ claims: { sub: '2002' } })
    expect(await refusalOf(ada.prove({ idToken }))).toBe('introduction-mismatch')
    expect(await refusalOf(ada.prove())).toBe('accepted')
  })

  test('error: an assertion and a token that were used, or are late, open nothing', async () => {
    const { person, wait } = await create()
    const ada = person({ subject: '1001' })
    await ada.start()
    const [assertion, idToken] = [await ada.assertion(), await ada.token()]
    await ada.prove({ assertion, idToken })
    expect(await refusalOf(ada.prove({ assertion, idToken }))).toBe('introduction-expired')
    await ada.start()
    expect(await refusalOf(ada.prove({ assertion, idToken }))).toBe('id-token-invalid')
    // Even with an ID token for the new introduction, which an honest provider would not issue for a finished login.
    expect(await refusalOf(ada.prove({ assertion }))).toBe('assertion-used')
    const [late, lateToken] = [await ada.assertion(), await ada.token()]
    wait(122_000)
    expect(await refusalOf(ada.prove({ assertion: late }))).toBe('assertion-expired')
    wait(10 * minute)
    expect(await refusalOf(ada.prove({ idToken: lateToken }))).toBe('id-token-invalid')
    wait(13 * minute)
    expect(await refusalOf(ada.prove())).toBe('introduction-expired')
  })

  test('error: of proofs at once, one is accepted', async () => {
    const databases = await openTogether(4)
    const { person, processes } = await createTestSocial({ databases })
    for (let round = 0; round < 3; round++) {
      const ada = person({ subject: `${round}` })
      await ada.start()
      const [assertion, idToken] = [await ada.assertion(), await ada.token()]
      const outcomes = await Promise.all(
        processes.map((at) => {
          const tab = person({ subject: `${round}`, userId: ada.userId, jkt: ada.jkt, at })
          tab.id = ada.id
          return refusalOf(tab.prove({ assertion, idToken }))
        }),
      )
      expect(outcomes.toSorted()).toEqual(['accepted', ...Array(3).fill('introduction-expired')])
    }
  })

  test('error: of two users at once for one new account, one is bound', async () => {
    const databases = await openTogether(4)
    const { person, processes } = await createTestSocial({ databases })
    const people = processes.map((at) => person({ subject: '1001', at }))
    for (const one of people) await one.start()
    const outcomes = await Promise.all(people.map((one) => refusalOf(one.prove())))
    expect(outcomes.toSorted()).toEqual(['accepted', ...Array(3).fill('identity-mismatch')])
  })

  test('error: a compromised vault cannot give a user to another account', async () => {
    const { person, visitor, proofs } = await create()
    const ada = person({ subject: 'ada' })
    await ada.logIn()
    const mallory = person({ subject: 'mallory', userId: ada.userId })
    expect(await refusalOf(mallory.logIn())).toBe('identity-mismatch')
    // Its proof is used up, and nothing was stored.
    expect(await refusalOf(mallory.prove())).toBe('introduction-expired')
    expect(await refusalOf(person({ subject: 'mallory' }).logIn())).toBe('accepted')
    // Neither to a mailbox, nor the user of a mailbox to an account.
    const byMail = await visitor({ email: 'mallory@example.com', userId: ada.userId })
    expect(await refusalOf(byMail.logIn())).toBe('identity-mismatch')
    const eve = await visitor({ email: 'eve@example.com' })
    await eve.logIn()
    expect(await refusalOf(person({ subject: 'm', userId: eve.userId }).logIn())).toBe('identity-mismatch')
    expect(proofs).toEqual(['accepted', 'identity-mismatch', 'accepted', 'identity-mismatch'])
    expect(await refusalOf(ada.logIn())).toBe('accepted')
  })

  test('error: a compromised vault cannot prepare a user and then name it to the owner of an account', async () => {
    const database = await open()
    const { person, processes, vault, now } = await createTestSocial({ databases: [database] })
    const prepared = newUserId()
    await person({ subject: 'mallory', userId: prepared }).logIn()
    expect(await refusalOf(person({ subject: 'ada', userId: prepared }).logIn())).toBe('identity-mismatch')
    const other = newUserId()
    const { sessions } = processes[0] as (typeof processes)[0]
    const jkt = 'a'.repeat(43)
    await sessions.create({ assertion: await vault.assert({ userId: other, jkt, now: now() }), jkt })
    expect(await refusalOf(person({ subject: 'ada', userId: other }).logIn())).toBe('identity-mismatch')
    expect(await refusalOf(person({ subject: 'ada' }).logIn())).toBe('accepted')
  })

  test('error: a compromised vault that swaps users 200 times gets in nowhere, and locks nobody out', async () => {
    const { person, proofs } = await create()
    let known = person({ subject: 'first' })
    await known.logIn()
    for (let round = 0; round < 100; round++) {
      const owner = `owner-${round}`
      const prepared = newUserId()
      await person({ subject: `accomplice-${round}`, userId: prepared }).logIn()
      const attempts = [
        // The owner comes, and the vault names the prepared user, then that of somebody else.
        person({ subject: owner, userId: prepared }),
        person({ subject: owner, userId: known.userId }),
      ]
      for (const attempt of attempts) expect(await refusalOf(attempt.logIn())).toBe('identity-mismatch')
      known = person({ subject: owner })
      expect((await known.logIn()).userId).toBe(known.userId)
    }
    expect(proofs.filter((outcome) => outcome === 'identity-mismatch')).toHaveLength(200)
  })

  test('error: another key cannot use an introduction', async () => {
    const { person, processes, seal } = await create()
    const ada = person({ subject: '1001' })
    const mallory = person({ subject: '2002' })
    await ada.start()
    await mallory.start()
    const { introductions } = processes[0] as (typeof processes)[0]
    const content = { assertion: await ada.assertion(), idToken: await ada.token() }
    const call = async (named: { id: string; jkt: string }, { id, jkt }: { id: string; jkt: string }) =>
      refusalOf(introductions.proveSocial({ id, sealed: await seal({ ...content, ...named }), jkt }))
    const [own, foreign] = [
      { id: mallory.id, jkt: mallory.jkt },
      { id: ada.id, jkt: mallory.jkt },
    ]
    expect(await call({ id: ada.id, jkt: ada.jkt }, foreign)).toBe('sealed-invalid')
    expect(await call(foreign, foreign)).toBe('introduction-expired')
    expect(await call(foreign, own)).toBe('sealed-invalid')
    expect(await call(own, own)).toBe('assertion-invalid')
  })

  test('error: an introduction by e-mail is not ended by a social login, nor a social one by a code', async () => {
    const { person, visitor, processes } = await create()
    const mail = await visitor({ email: 'ada@example.com' })
    await mail.start()
    await mail.mail()
    const ada = person({ subject: '1001', jkt: mail.jkt })
    ada.id = mail.id
    expect(await refusalOf(ada.prove())).toBe('introduction-mismatch')
    const byMail = await ada.assertion({ method: 'email' })
    expect(await refusalOf(ada.prove({ assertion: byMail }))).toBe('introduction-mismatch')
    expect(await refusalOf(mail.enter())).toBe('accepted')

    await ada.start()
    mail.id = ada.id
    const { introductions } = processes[0] as (typeof processes)[0]
    expect(await refusalOf(mail.enter('000000'))).toBe('introduction-mismatch')
    expect(await refusalOf(mail.mail())).toBe('introduction-mismatch')
    expect(await refusalOf(mail.mail({ method: 'google' }))).toBe('introduction-mismatch')
    expect(await refusalOf(mail.resend())).toBe('introduction-mismatch')
    const assertion = await ada.assertion()
    expect(await refusalOf(introductions.mail({ id: ada.id, assertion, jkt: ada.jkt }))).toBe(
      'introduction-mismatch',
    )
    expect(await refusalOf(ada.prove({ assertion }))).toBe('accepted')
  })

  test('error: an assertion about a social login alone creates no session, not even for a known key', async () => {
    const { person, processes } = await create()
    const { sessions } = processes[0] as (typeof processes)[0]
    const ada = person({ subject: '1001' })
    await ada.logIn()
    const assertion = await ada.assertion()
    expect(await refusalOf(sessions.create({ assertion, jkt: ada.jkt }))).toBe('assertion-invalid')
    const byMail = await ada.assertion({ method: 'email' })
    expect(await refusalOf(sessions.create({ assertion: byMail, jkt: ada.jkt }))).toBe('accepted')
  })

  test('error: the user of an account has no e-mail address to change, and gets none by an import', async () => {
    const database = await open()
    const { person, processes, seal, secrets, now } = await createTestSocial({ databases: [database] })
    const { changes, audit } = processes[0] as (typeof processes)[0]
    const ada = person({ subject: '1001' })
    await ada.logIn()
    const { userId, jkt, tx } = ada
    const sealed = await seal({ email: 'ada@example.com', next: 'next@example.com', jkt, tx })
    const device = { userId, jkt, origin: page.origin }
    expect(await refusalOf(changes.start({ sealed, device }))).toBe('identity-mismatch')
    const report = await importIdentities({
      users: [{ userId, email: 'ada@example.com' }],
      database,
      audit,
      indexesOf: createIdentityIndexes({ peppers: secrets.identityPeppers }),
      now,
    })
    expect(report.refused).toEqual([{ userId, reason: 'other-address' }])
    expect(await database.selectFrom('identities').select('way').execute()).toEqual([{ way: 'google' }])
  })

  test('error: a device that its owner stopped cannot finish the social login that it had begun', async () => {
    const { person, processes, vault, now, wait } = await create()
    const { devices } = processes[0] as (typeof processes)[0]
    const ada = person({ subject: '1001' })
    await ada.logIn()
    const thief = person({ subject: '1001', userId: ada.userId })
    await thief.logIn()
    wait(minute)
    await thief.start()
    const [assertion, idToken] = [await thief.assertion(), await thief.token()]
    wait(minute)
    await devices.end({
      statement: await vault.stop({ userId: ada.userId, jkt: thief.jkt, now: now() }),
    })
    expect(await refusalOf(thief.prove({ assertion, idToken }))).toBe('introduction-expired')
  })

  test('behavior: a device on hold stays on hold after its next social login', async () => {
    const { person, processes, now } = await create()
    const { sessions } = processes[0] as (typeof processes)[0]
    const ada = person({ subject: '1001' })
    const own = await ada.logIn()
    const phone = person({ subject: '1001', userId: ada.userId })
    const at = Math.floor(now() / 1000)
    await phone.start()
    const session = await phone.prove({
      assertion: await phone.assertion({ heldUntil: at + 3600, deviceSince: at }),
    })
    expect(
      await refusalOf(
        sessions.revoke({ id: own.sessionId, session: await sessions.authorize(session.accessToken) }),
      ),
    ).toBe('device-held')
  })

  test('error: while the keys of a provider cannot be loaded, the proof can be repeated', async () => {
    const { person, provider } = await create()
    const ada = person({ subject: '1001' })
    await ada.start()
    provider.isUnreachable = true
    expect(await refusalOf(ada.prove())).toBe('provider-unavailable')
    provider.isUnreachable = false
    expect(await refusalOf(ada.prove())).toBe('accepted')
  })
})
