import { hashAddress } from '@portico/server'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { createAddressGateway } from '../../../testing/createAddressGateway.ts'

const [old, next, evil] = ['ada@example.com', 'ada@new.example', 'mallory@evil.example']
const hour = 3_600_000

describe('a compromised vault', () => {
  test('error: cannot change the address alone: no step can be left out', async () => {
    const { person, changer, tryLogin } = await createAddressGateway()
    const ada = await person({ email: old })
    const change = changer({ ...ada, next: evil })
    await change.start()
    expect(await codeOf(await change.finish())).toBe('address-change-expired')
    expect(await codeOf(await change.step('next'))).toBe('address-change-expired')
    await change.enter('old', await change.codeTo(old))
    expect(await codeOf(await change.finish())).toBe('address-change-expired')
    expect(await codeOf(await change.step('statement'))).toBe('address-change-expired')
    await change.step('next')
    expect(await codeOf(await change.finish())).toBe('address-change-expired')
    expect(await codeOf(await change.step('statement'))).toBe('address-change-expired')
    expect(await tryLogin({ ...ada, email: evil })).toBe('identity-mismatch')
    expect(await tryLogin({ ...ada, email: old })).toBe('200')
  })

  test('error: a statement is refused that is for another user, key, challenge or address, or of another type', async () => {
    const { person, changer, vault, now } = await createAddressGateway()
    const ada = await person({ email: old })
    const other = await person({ email: 'other@example.com' })
    const change = changer({ ...ada, next })
    await change.prove()
    const foreign = changer({ ...ada, next })
    const wrong: [Record<string, unknown>, string][] = [
      [{ sub: other.userId }, 'address-change-mismatch'],
      [{ jkt: other.client.key.jkt }, 'address-change-mismatch'],
      [{ tx: foreign.tx }, 'address-change-mismatch'],
      [{ address: hashAddress({ tx: change.tx, email: old }) }, 'address-change-mismatch'],
      [{ address: hashAddress({ tx: foreign.tx, email: next }) }, 'address-change-mismatch'],
      [{ aud: 'portico-vault' }, 'statement-invalid'],
      [{ iss: 'http://evil.example' }, 'statement-invalid'],
      [{ exp: Math.floor(now() / 1000) - 61 }, 'statement-invalid'],
      [{ tx: undefined }, 'statement-invalid'],
    ]
    for (const [claims, code] of wrong)
      expect([claims, await codeOf(await change.finish(claims))]).toEqual([claims, code])
    const claims = { tx: change.tx, address: hashAddress({ tx: change.tx, email: next }) }
    for (const typ of ['identity+jwt', 'email-reverted+jwt', 'hold-cancelled+jwt']) {
      const call = { userId: ada.userId, jkt: ada.client.key.jkt, now: now(), claims, typ }
      expect(await codeOf(await change.step('finish', { changed: await vault.stop(call) }))).toBe(
        'statement-invalid',
      )
    }
    expect(await codeOf(await change.finish())).toBe('204')
  })

  test('error: cannot make a login finish a change that was not proved, or that is to another address', async () => {
    const { person, changer, tryLogin } = await createAddressGateway()
    const ada = await person({ email: old })
    const change = changer({ ...ada, next })
    await change.start()
    await change.enter('old', await change.codeTo(old))
    await change.step('next')
    expect(await tryLogin({ ...ada, email: next })).toBe('identity-mismatch')
    await change.enter('new', await change.codeTo(next))
    expect(await tryLogin({ ...ada, email: evil })).toBe('identity-mismatch')
  })

  test('error: can undo only a change that was made, once, within 72 hours, and only to its previous address', async () => {
    const { person, changer, tryLogin, wait, now } = await createAddressGateway()
    const ada = await person({ email: old })
    const other = await person({ email: 'other@example.com' })
    const change = changer({ ...ada, next })
    await change.prove()
    await change.finish()
    const theirs = changer({ ...other, next: 'other@new.example' })
    await theirs.prove()
    await theirs.finish()
    // The challenge of another user’s change, and one that never was.
    await change.revert({ tx: theirs.tx })
    await change.revert({ tx: changer({ ...ada, next }).tx })
    await change.revert({ tx: undefined })
    expect(await tryLogin({ ...ada, email: old })).toBe('identity-mismatch')
    wait(71 * hour)
    expect(await codeOf(await change.revert({ since: now() - 71 * hour }))).toBe('204')
    expect(await tryLogin({ ...ada, email: old })).toBe('200')
    expect(await tryLogin({ ...ada, email: next })).toBe('identity-mismatch')
    wait(2 * hour)
    await theirs.revert()
    expect(await tryLogin({ ...other, email: other.email })).toBe('identity-mismatch')
    expect(await tryLogin({ ...other, email: 'other@new.example' })).toBe('200')
  })
})

describe('a device that may not change the address', () => {
  test('error: while it is held or new, and not before it is introduced', async () => {
    const { person, changer, device, now, wait } = await createAddressGateway()
    const ada = await person({ email: old })
    const since = Math.floor(now() / 1000)
    const claims = { deviceSince: since, heldUntil: since + 24 * 3600 }
    const thief = await person({ email: old, userId: ada.userId, claims })
    expect(await codeOf(await changer({ ...thief, next: evil }).start())).toBe('device-held')
    wait(24 * hour + 1000)
    await thief.start()
    thief.client.tokens = await (await thief.enter(await thief.code())).json()
    expect(await codeOf(await changer({ ...thief, next: evil }).start())).toBe('device-too-new')
    wait(48 * hour)
    await thief.start()
    thief.client.tokens = await (await thief.enter(await thief.code())).json()
    expect(await codeOf(await changer({ ...thief, next: evil }).start())).toBe('200')
    // A session by the vault’s assertion alone.
    const bare = await device({ userId: ada.userId })
    await bare.login()
    expect(await codeOf(await changer({ ...ada, client: bare, next: evil }).start())).toBe('device-too-new')
    wait(72 * hour)
    await bare.login()
    expect(await codeOf(await changer({ ...ada, client: bare, next: evil }).start())).toBe(
      'introduction-required',
    )
  })

  test('error: a device that becomes held during a change makes no further step', async () => {
    const { person, changer, services, now } = await createAddressGateway()
    const ada = await person({ email: old })
    const change = changer({ ...ada, next: evil })
    await change.start()
    const hold = (until: number) =>
      services.database
        .insertInto('wallet_devices')
        .values({
          user_id: ada.userId,
          jkt: ada.client.key.jkt,
          held_until: until,
          since: 0,
          updated_at: now(),
        })
        .onConflict((conflict) => conflict.columns(['user_id', 'jkt']).doUpdateSet({ held_until: until }))
        .execute()
    const steps: [() => Promise<Response>, string][] = [
      [async () => change.enter('old', await change.codeTo(old)), '204'],
      [() => change.step('next'), '200'],
      [async () => change.enter('new', await change.codeTo(evil)), '200'],
      [() => change.step('statement'), '200'],
    ]
    for (const [run, answer] of steps) {
      await hold(now() + hour)
      expect(await codeOf(await run())).toBe('device-held')
      await hold(0)
      expect(await codeOf(await run())).toBe(answer)
    }
  })

  test('error: a change ends with the device that made it, as long as the next address is not proved', async () => {
    const { person, growOlder, changer, tryLogin } = await createAddressGateway()
    const ada = await person({ email: old })
    const thief = await person({ email: old, userId: ada.userId })
    await growOlder(ada, thief)
    const change = changer({ ...thief, next: evil })
    await change.start()
    await change.enter('old', await change.codeTo(old))
    await change.step('next')
    const { data } = await (await ada.client.call('GET', '/wallet/v1/sessions')).json()
    const { id } = data.find(({ current }: { current: boolean }) => !current)
    expect((await ada.client.call('DELETE', `/wallet/v1/sessions/${id}`)).status).toBe(204)
    expect(await codeOf(await change.finish())).toBe('session-revoked')
    expect(await tryLogin({ ...ada, email: evil })).toBe('identity-mismatch')
  })
})

describe('a stranger who names the address of somebody else', () => {
  const env = { LIMIT_INTRODUCTIONS: '2' }

  test('error: has no code mailed to it without the vault’s statement that its owner approved the link', async () => {
    const { person, changer, mails, vault, now } = await createAddressGateway()
    const mallory = await person({ email: evil })
    const [change, other] = [changer({ ...mallory, next }), changer({ ...mallory, next })]
    await change.start()
    await change.enter('old', await change.codeTo(evil))
    const { tx } = change
    const call = { userId: mallory.userId, jkt: mallory.client.key.jkt, now: now() }
    const claims = { tx, address: hashAddress({ tx, email: next }) }
    const { userId } = await person({ email: old })
    const wrong: [object, string][] = [
      [{}, 'invalid-request'],
      [{ approved: 'a.b.c' }, 'statement-invalid'],
      [{ approved: await change.changed() }, 'statement-invalid'],
      [{ approved: await change.approved({ exp: Math.floor(now() / 1000) - 61 }) }, 'statement-invalid'],
      [{ approved: await vault.stop({ ...call, claims }) }, 'statement-invalid'],
      [{ approved: await change.approved({ sub: userId }) }, 'address-change-mismatch'],
      [{ approved: await change.approved({ jkt: 'a'.repeat(43) }) }, 'address-change-mismatch'],
      [{ approved: await other.approved() }, 'address-change-mismatch'],
      [
        { approved: await change.approved({ address: hashAddress({ tx, email: old }) }) },
        'address-change-mismatch',
      ],
    ]
    for (const [body, code] of wrong)
      expect([body, await codeOf(await change.step('next', body))]).toEqual([body, code])
    expect(await mails(next)).toEqual([])
    expect(await codeOf(await change.step('next'))).toBe('200')
    expect(await mails(next)).toHaveLength(1)
  })

  test('error: uses up none of the codes for logins with it, nor does the own device any of its own', async () => {
    const { person, changer, tryLogin, logIn } = await createAddressGateway({ env })
    const mallory = await person({ email: evil })
    for (let count = 0; count < 2; count++) {
      const change = changer({ ...mallory, next })
      await change.start()
      await change.enter('old', await change.codeTo(evil))
      expect(await codeOf(await change.step('next'))).toBe('200')
    }
    expect(await codeOf(await changer({ ...mallory, next }).start())).toBe('rate-limited')
    await logIn(mallory)
    const ada = await person({ email: next })
    expect(await tryLogin(ada)).toBe('200')
  })
})

describe('codes of a change', () => {
  test('error: a code that its owner forwards, or that is for another step, change, key or login, is refused', async () => {
    const { person, growOlder, changer, seal } = await createAddressGateway()
    const ada = await person({ email: old })
    const phone = await person({ email: old, userId: ada.userId })
    await growOlder(ada, phone)
    const own = changer({ ...ada, next })
    const theirs = changer({ ...phone, next: evil })
    await own.start()
    const code = await own.codeTo(old)
    await theirs.start()
    const other = await theirs.codeTo(old)
    if (code !== other) expect(await codeOf(await theirs.enter('old', code))).toBe('code-wrong')
    // Another person’s change, with a code sealed for it.
    const sealed = await seal({ code, jkt: ada.client.key.jkt, id: own.id })
    expect(await codeOf(await theirs.step('old', { sealed }))).toBe('sealed-invalid')
    theirs.id = own.id
    expect(await codeOf(await theirs.enter('old', code))).toBe('address-change-expired')
    expect(await codeOf(await own.enter('new', code))).toBe('address-change-expired')
    expect(await codeOf(await own.enter('old', code))).toBe('204')
    await own.step('next')
    expect(await codeOf(await own.enter('old', code))).toBe('address-change-expired')
    const secondCode = await own.codeTo(next)
    expect(await codeOf(await own.enter('old', secondCode))).toBe('address-change-expired')
    // The code of the next address does not log in.
    const login = await person({ email: 'other@example.com' })
    await login.start()
    expect(await codeOf(await login.enter(secondCode))).toBe('code-wrong')
  })

  test('error: refuses a key that is not that of the session, and an address that is not the user’s', async () => {
    const { person, changer } = await createAddressGateway()
    const ada = await person({ email: old })
    const other = await person({ email: 'other@example.com' })
    const change = changer({ ...ada, next })
    expect(await codeOf(await change.start({ jkt: other.client.key.jkt }))).toBe('sealed-invalid')
    expect(await codeOf(await change.start({ email: other.email }))).toBe('identity-mismatch')
    expect(await codeOf(await change.start({ email: 'nobody@example.com' }))).toBe('identity-mismatch')
    expect(await codeOf(await change.start({ next: old }))).toBe('invalid-request')
    expect(await codeOf(await change.start({ next: 'ada' }))).toBe('email-invalid')
    expect(await codeOf(await change.start())).toBe('200')
    ada.client.tokens = undefined
    expect(await codeOf(await change.start())).toBe('session-missing')
  })
})

describe('two changes', () => {
  test('behavior: of two that are proved, one is made', async () => {
    const { person, changer, tryLogin, services } = await createAddressGateway()
    const ada = await person({ email: old })
    const changes = [changer({ ...ada, next }), changer({ ...ada, next: 'ada@third.example' })]
    for (const change of changes) await change.prove()
    const answers = await Promise.all(changes.map(async (change) => codeOf(await change.finish())))
    expect(answers.toSorted()).toEqual(['204', 'address-change-expired'])
    expect(await services.database.selectFrom('identities').selectAll().execute()).toHaveLength(1)
    const made = answers[0] === '204' ? next : 'ada@third.example'
    expect(await tryLogin({ ...ada, email: made })).toBe('200')
  })

  test('error: to the same address by two people, one is made; the other learns it with the last code', async () => {
    const { person, changer, tryLogin } = await createAddressGateway()
    const ada = await person({ email: old })
    const eve = await person({ email: 'eve@example.com' })
    const [first, second] = [changer({ ...ada, next }), changer({ ...eve, next })]
    await first.prove()
    await second.prove()
    expect(await codeOf(await first.finish())).toBe('204')
    expect(await codeOf(await second.finish())).toBe('email-taken')
    expect(await tryLogin({ ...eve, email: eve.email })).toBe('200')
    const third = changer({ ...eve, next })
    expect(await codeOf(await third.start())).toBe('200')
    await third.enter('old', await third.codeTo(eve.email))
    expect(await codeOf(await third.step('next'))).toBe('200')
    expect(await codeOf(await third.enter('new', await third.codeTo(next)))).toBe('email-taken')
    expect(await codeOf(await third.step('statement'))).toBe('address-change-expired')
  })

  test('behavior: undoing the first of two changes undoes both; undoing the second leaves the first', async () => {
    const { person, changer, tryLogin, wait, now } = await createAddressGateway()
    const third = 'ada@third.example'
    const changeTwice = async (email: string) => {
      const one = await person({ email })
      const first = changer({ ...one, next: `2${email}` })
      await first.prove()
      await first.finish()
      const at = now()
      wait(1000)
      const second = changer({ ...one, email: `2${email}`, next: `3${email}` })
      await second.prove()
      await second.finish()
      return { one, first, second, at }
    }
    const { one: ada, first, second, at } = await changeTwice(third)
    expect(await codeOf(await first.revert({ since: at }))).toBe('204')
    expect(await codeOf(await second.revert())).toBe('204')
    expect(await tryLogin({ ...ada, email: third })).toBe('200')
    const eve = await changeTwice('eve@example.com')
    expect(await codeOf(await eve.second.revert())).toBe('204')
    expect(await tryLogin({ ...eve.one, email: '2eve@example.com' })).toBe('200')
    expect(await codeOf(await eve.first.revert({ since: eve.at }))).toBe('204')
    expect(await tryLogin({ ...eve.one, email: 'eve@example.com' })).toBe('200')
  })
})

describe('an undone change', () => {
  test('behavior: ends the devices since then and the pending changes, and cannot be made again', async () => {
    const { person, growOlder, changer, tryLogin } = await createAddressGateway()
    const ada = await person({ email: old })
    const thief = await person({ email: old, userId: ada.userId })
    await growOlder(ada, thief)
    const change = changer({ ...thief, next: evil })
    await change.prove()
    const changed = await change.changed()
    expect(await codeOf(await change.step('finish', { changed }))).toBe('204')
    const pending = changer({ ...ada, email: evil, next })
    await pending.prove()
    expect(await codeOf(await change.revert())).toBe('204')
    expect(await codeOf(await change.step('finish', { changed }))).toBe('session-revoked')
    expect(await codeOf(await pending.finish())).toBe('address-change-expired')
    expect(await tryLogin({ ...ada, email: evil })).toBe('identity-mismatch')
    expect(await tryLogin({ ...ada, email: old })).toBe('200')
  })

  test('error: undone before the gateway made it, the change can no longer be made, by a statement or a login', async () => {
    const { person, changer, tryLogin } = await createAddressGateway()
    const ada = await person({ email: old })
    const change = changer({ ...ada, next })
    await change.prove()
    const changed = await change.changed()
    const { userId } = ada
    expect(await codeOf(await change.revert())).toBe('204')
    const again = await person({ email: old, userId })
    const late = changer({ ...again, next })
    late.id = change.id
    expect(await codeOf(await late.step('finish', { changed }))).toBe('address-change-expired')
    expect(await tryLogin({ ...ada, email: next })).toBe('identity-mismatch')
  })

  test('error: is undone once: the statement does not bring the address back after a later change', async () => {
    const { person, growOlder, changer, tryLogin, wait, now } = await createAddressGateway()
    const ada = await person({ email: old })
    const tablet = await person({ email: old, userId: ada.userId })
    await growOlder(ada, tablet)
    const change = changer({ ...ada, next })
    await change.prove()
    await change.finish()
    const since = now()
    await change.revert()
    wait(61_000)
    const later = changer({ ...tablet, next: 'ada@third.example' })
    await later.prove()
    await later.finish()
    expect(await codeOf(await change.revert({ since }))).toBe('204')
    expect(await tryLogin({ ...ada, email: 'ada@third.example' })).toBe('200')
    expect(await tryLogin({ ...ada, email: old })).toBe('identity-mismatch')
  })

  test('behavior: repeating the statement leaves a change alone that was started after it', async () => {
    const { person, changer, wait, vault, now, app } = await createAddressGateway()
    const ada = await person({ email: old })
    const statement = await vault.stop({
      userId: ada.userId,
      jkt: 'a'.repeat(43),
      now: now(),
      typ: 'email-reverted+jwt',
      claims: { since: Math.floor(now() / 1000), tx: changer({ ...ada, next }).tx },
    })
    wait(61_000)
    const change = changer({ ...ada, next })
    await change.start()
    const answer = await app.request('http://localhost:4401/wallet/v1/devices/end', {
      method: 'POST',
      headers: { origin: 'http://wallet.localhost:4402', 'content-type': 'application/json' },
      body: JSON.stringify({ statement }),
    })
    expect(answer.status).toBe(204)
    expect(await codeOf(await change.enter('old', await change.codeTo(old)))).toBe('204')
  })
})

describe('the previous address', () => {
  test('error: is reserved for 72 hours, at a login and at a change of somebody else', async () => {
    const { person, changer, tryLogin, visitor, wait } = await createAddressGateway()
    const ada = await person({ email: old })
    const eve = await person({ email: 'eve@example.com' })
    const change = changer({ ...ada, next })
    await change.prove()
    await change.finish()
    const { userId } = await visitor({ email: old })
    expect(await tryLogin({ email: old, userId })).toBe('identity-mismatch')
    const theirs = changer({ ...eve, next: old })
    await theirs.start()
    await theirs.enter('old', await theirs.codeTo(eve.email))
    await theirs.step('next')
    expect(await codeOf(await theirs.enter('new', await theirs.codeTo(old)))).toBe('email-taken')
    wait(72 * hour)
    expect(await tryLogin({ email: old, userId })).toBe('200')
  })

  test('behavior: its user can change back to it', async () => {
    const { person, changer, tryLogin } = await createAddressGateway()
    const ada = await person({ email: old })
    const change = changer({ ...ada, next })
    await change.prove()
    await change.finish()
    const back = changer({ ...ada, email: next, next: old })
    await back.prove()
    expect(await codeOf(await back.finish())).toBe('204')
    expect(await tryLogin({ ...ada, email: old })).toBe('200')
  })
})

describe('a frame that never comes back', () => {
  test('behavior: the next login with the new address finishes the change that the vault made', async () => {
    const { person, changer, tryLogin, services } = await createAddressGateway()
    const ada = await person({ email: old })
    const change = changer({ ...ada, next })
    await change.prove()
    expect(await tryLogin({ ...ada, email: next })).toBe('200')
    expect(await tryLogin({ ...ada, email: next })).toBe('200')
    const events = await services.database.selectFrom('audit').select('event').execute()
    expect(events.filter(({ event }) => event === 'address-changed')).toHaveLength(1)
    // As after any change, it can be undone.
    expect(await codeOf(await change.revert())).toBe('204')
    expect(await tryLogin({ ...ada, email: old })).toBe('200')
  })
})
