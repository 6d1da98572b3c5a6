import { updateFinishResponse, updateRevertResponse } from '@portico/protocol/vault'
import { hashAddress } from '@portico/server'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { createChange } from '../../testing/createChange.ts'
import { createFakeGateway } from '../../testing/createFakeGateway.ts'
import type { TestKey } from '../../testing/createTestKey.ts'
import { createTestVault } from '../../testing/createTestVault.ts'
import { describeVaults } from '../../testing/describeVaults.ts'
import { approve, logIn, page, start } from '../../testing/logIn.ts'
import { readProblem } from '../../testing/readProblem.ts'

const [old, next] = ['ada@example.com', 'ada@new.example']
const hour = 3_600_000

type Options = Parameters<typeof createTestVault>[0]

/** A vault with a fake gateway. */
async function open(options: Options = {}, create = createTestVault) {
  const gateway = await createFakeGateway()
  const vault = await create({ ...options, gateway })
  const changer = (call: { key: TestKey; userId: string; email?: string; next?: string }) =>
    createChange({ vault, gateway, email: old, next, ...call })
  return { vault, gateway, changer }
}

describe('update', () => {
  test('behavior: needs an approved link in the mail to the new address and the statement of the gateway', async () => {
    const { vault, changer } = await open()
    const key = await vault.newKey()
    const { userId } = await logIn(vault, key, old)
    const change = changer({ key, userId, next: 'Ada@NEW.example' })
    const before = vault.mails.length
    await change.start()
    expect(vault.mails).toHaveLength(before)
    // Nothing is stated before the link was approved.
    const early = await (await key.call('/v1/email/device', { tx: change.tx })).json()
    expect(early).toEqual({ status: 'approved' })
    const { matchCode, resendAfter } = await (await change.link()).json()
    expect(resendAfter).toBe(30)
    // Repeating the request mails nothing more.
    expect(await (await change.link()).json()).toEqual({ matchCode, resendAfter })
    const letter = await vault.mailTo('Ada@new.example')
    expect(vault.mails).toHaveLength(before + 1)
    expect(letter.subject).toBe('Confirm your new e-mail address')
    expect(letter.text).toContain('on https://shop.example')
    expect(letter.text).not.toContain(old)
    const token = await vault.linkTo('Ada@new.example')
    const inspected = await (await vault.post('/v1/device/inspect', { token })).json()
    expect(inspected).toMatchObject({ kind: 'address-change', email: 'A•••@new.example' })
    expect(await readProblem(await change.finish())).toMatchObject({ code: 'transaction-expired' })
    await approve(vault, 'Ada@new.example', matchCode)
    const waited = await (await key.call('/v1/email/device', { tx: change.tx })).json()
    expect(waited).toEqual({ status: 'approved', statement: expect.any(String) })
    expect(decodeProtectedHeader(waited.statement).typ).toBe('email-approved+jwt')
    expect(decodeJwt(waited.statement)).toMatchObject({
      sub: userId,
      jkt: key.jkt,
      tx: change.tx,
      address: hashAddress({ tx: change.tx, email: 'Ada@new.example' }),
    })
    const done = updateFinishResponse.parse(await (await change.finish()).json())
    expect(done.email).toBe('Ada@new.example')
    expect(decodeProtectedHeader(done.changed).typ).toBe('email-changed+jwt')
    const { tx } = change
    expect(decodeJwt(done.changed)).toMatchObject({
      sub: userId,
      jkt: key.jkt,
      tx,
      address: hashAddress({ tx, email: 'Ada@new.example' }),
    })
    expect((await vault.mailTo(old)).subject).toBe('Your address was changed')

    expect((await logIn(vault, key, 'Ada@new.example')).userId).toBe(userId)
    expect(await vault.services.audit.verify()).toEqual({ rows: 4 })
  })

  test('behavior: finishing can be repeated until the next change, also after the statement has expired', async () => {
    const { vault, changer, gateway } = await open()
    const key = await vault.newKey()
    const { userId } = await logIn(vault, key, old)
    const change = changer({ key, userId })
    await change.make()
    const mails = vault.mails.length
    vault.pass(71 * hour)
    gateway.isUnreachable = true
    const body = { tx: change.tx, statement: 'x' }
    const again = updateFinishResponse.parse(await (await key.call('/v1/update/finish', body)).json())
    expect(decodeJwt(again.changed)).toMatchObject({ sub: userId, tx: change.tx })
    expect(vault.mails).toHaveLength(mails)
    const stranger = await vault.newKey()
    gateway.isUnreachable = false
    for (const [other, request] of [
      [stranger, body],
      [key, { ...body, tx: `tx_${'a'.repeat(22)}` }],
    ] as const)
      expect(await readProblem(await other.call('/v1/update/finish', request))).toMatchObject({
        code: 'introduced-invalid',
      })
    const second = changer({ key, userId, email: next, next: 'ada@third.example' })
    await second.make()
    expect(await readProblem(await key.call('/v1/update/finish', body))).toMatchObject({
      code: 'introduced-invalid',
    })
  })

  test('behavior: the old address can undo the change, which removes the device that made it', async () => {
    const { vault, changer } = await open()
    const [owner, thief] = [await vault.newKey(), await vault.newKey()]
    const { userId } = await logIn(vault, owner, old)
    await logIn(vault, thief, old)
    vault.pass(72 * hour)
    const since = Math.floor(vault.now() / 1000)
    const change = changer({ key: thief, userId })
    const token = await change.make()
    vault.pass(71 * hour)
    const pending = changer({ key: thief, userId, email: next, next: 'mallory@evil.example' })
    await pending.start()
    const reverted = await vault.post('/v1/update/revert', { token })
    const { email, statement } = updateRevertResponse.parse(await reverted.json())
    expect(email).toBe('a•••@example.com')
    expect(decodeProtectedHeader(statement).typ).toBe('email-reverted+jwt')
    expect(decodeJwt(statement)).toMatchObject({ sub: userId, jkt: thief.jkt, since, tx: change.tx })
    expect(await readProblem(await pending.link())).toMatchObject({ code: 'transaction-expired' })
    expect(await readProblem(await change.finish())).toMatchObject({ code: 'transaction-expired' })
    expect(await readProblem(await change.start())).toMatchObject({ code: 'device-unknown' })
    expect((await logIn(vault, owner, old)).userId).toBe(userId)
    expect((await logIn(vault, await vault.newKey(), next)).userId).not.toBe(userId)
  })

  test('behavior: undoing can be repeated, for the gateway, with the time of the first request', async () => {
    const { vault, changer } = await open()
    const key = await vault.newKey()
    const { userId } = await logIn(vault, key, old)
    const token = await changer({ key, userId }).make()
    const revert = async () => (await vault.post('/v1/update/revert', { token })).json()
    const first = decodeJwt((await revert()).statement)
    const rows = (await vault.services.audit.verify()).rows
    vault.pass(hour)
    const later = await vault.newKey()
    await logIn(vault, later, old)
    const second = decodeJwt((await revert()).statement)
    expect(second).toEqual({ ...first, exp: (first.exp ?? 0) + 3600 })
    expect((await vault.services.audit.verify()).rows).toBe(rows + 2)
    // The device that logged in meanwhile stays.
    expect((await start(later, old)).action).toBe('VERIFY_OTP')
    vault.pass(72 * hour)
    expect(await revert()).toMatchObject({ code: 'link-invalid' })
  })

  test('error: undoing cannot be repeated once the address was changed again', async () => {
    const { vault, changer } = await open()
    const key = await vault.newKey()
    const { userId } = await logIn(vault, key, old)
    const token = await changer({ key, userId }).make()
    await vault.post('/v1/update/revert', { token })
    vault.pass(60_000)
    const owner = await vault.newKey()
    await logIn(vault, owner, old)
    vault.pass(72 * hour - 120_000)
    const later = changer({ key: owner, userId, next: 'ada@third.example' })
    expect(await readProblem(await later.start())).toMatchObject({ code: 'device-too-new' })
    await vault.services.database
      .updateTable('devices')
      .set({ created_at: 0 })
      .where('jkt', '=', owner.jkt)
      .execute()
    await later.make()
    expect(await readProblem(await vault.post('/v1/update/revert', { token }))).toMatchObject({
      code: 'link-invalid',
    })
  })

  test('behavior: undoing the first of two changes undoes both; undoing the second leaves the first', async () => {
    const { vault, changer } = await open()
    const key = await vault.newKey()
    const { userId } = await logIn(vault, key, old)
    const first = await changer({ key, userId }).make()
    vault.pass(1000)
    const second = await changer({ key, userId, email: next, next: 'ada@third.example' }).make()
    const email = async (token: string) => (await vault.post('/v1/update/revert', { token })).json()
    expect(await email(second)).toMatchObject({ email: 'a•••@new.example' })
    expect(await email(first)).toMatchObject({ email: 'a•••@example.com' })
    expect(await email(second)).toMatchObject({ code: 'link-invalid' })
    expect((await logIn(vault, await vault.newKey(), old)).userId).toBe(userId)
  })

  test('error: undoing ends after 72 hours; until then the old address is reserved', async () => {
    const { vault, changer } = await open()
    const [key, other] = [await vault.newKey(), await vault.newKey()]
    const { userId } = await logIn(vault, key, old)
    const otherId = (await logIn(vault, other, 'eve@example.com')).userId
    const token = await changer({ key, userId }).make()
    const theirs = changer({ key: other, userId: otherId, email: 'eve@example.com', next: old })
    await theirs.start()
    await theirs.approve()
    expect(await readProblem(await theirs.finish())).toMatchObject({ code: 'email-taken' })
    vault.pass(72 * hour)
    expect(await readProblem(await vault.post('/v1/update/revert', { token }))).toMatchObject({
      code: 'link-invalid',
    })
    expect((await logIn(vault, await vault.newKey(), old)).userId).not.toBe(userId)
  })

  test('behavior: only the last step reveals that the new address is taken', async () => {
    const { vault, changer } = await open()
    const [key, other] = [await vault.newKey(), await vault.newKey()]
    const { userId } = await logIn(vault, key, old)
    await logIn(vault, other, next)
    const change = changer({ key, userId })
    expect((await change.start()).status).toBe(200)
    await change.approve()
    expect(await readProblem(await change.finish())).toEqual({ status: 409, code: 'email-taken' })
    expect((await logIn(vault, key, old)).userId).toBe(userId)
  })

  test('error: a device that is new, held or unknown, and one of another user', async () => {
    const { vault, changer } = await open({ env: { HOLD_HOURS: '24' } })
    const [first, second, eve] = [await vault.newKey(), await vault.newKey(), await vault.newKey()]
    const { userId } = await logIn(vault, first, old)
    await logIn(vault, second, old)
    await logIn(vault, eve, 'eve@example.com')
    const since = vault.now()
    const begin = async (key: TestKey) => readProblem(await changer({ key, userId }).start())
    expect(await begin(second)).toMatchObject({ status: 403, code: 'held' })
    vault.pass(24 * hour)
    const until = new Date(since + 72 * hour).toISOString()
    expect(await begin(second)).toEqual({ status: 403, code: 'device-too-new', until })
    for (const key of [eve, await vault.newKey()])
      expect(await begin(key)).toEqual({ status: 403, code: 'device-unknown' })
    vault.pass(48 * hour)
    expect((await changer({ key: second, userId }).start()).status).toBe(200)
  })

  test('error: a device that was removed during the change', async () => {
    const { vault, changer } = await open()
    const key = await vault.newKey()
    const { userId } = await logIn(vault, key, old)
    const change = changer({ key, userId })
    await change.start()
    await change.approve()
    await vault.services.database.deleteFrom('devices').where('jkt', '=', key.jkt).execute()
    expect(await readProblem(await change.finish())).toMatchObject({ code: 'device-unknown' })
  })

  test('error: an invalid address, the same address, and more mails than the new address may get', async () => {
    const { vault, changer } = await open({ env: { LIMIT_PER_EMAIL: '2' } })
    const key = await vault.newKey()
    const { userId } = await logIn(vault, key, old)
    const begin = async (to: string) => readProblem(await changer({ key, userId, next: to }).start())
    expect(await begin('ada')).not.toMatchObject({ status: 200 })
    expect(await begin('ada@EXAMPLE.com')).toMatchObject({ code: 'invalid-request' })
    const changes = Array.from({ length: 3 }, () => changer({ key, userId }))
    for (const change of changes) expect((await change.start()).status).toBe(200)
    for (const change of changes.slice(0, 2)) expect((await change.link()).status).toBe(200)
    expect(await readProblem((await changes[2]?.link()) as Response)).toMatchObject({ code: 'rate-limited' })
    expect(await begin(next)).toMatchObject({ code: 'rate-limited' })
    // Repeating the request mails and counts nothing more.
    expect((await changes[0]?.link())?.status).toBe(200)
  })

  test('attack: starting changes to an address, without a mail, blocks none of its new browsers', async () => {
    const { vault, changer } = await open({ env: { LIMIT_PER_EMAIL: '2' } })
    const key = await vault.newKey()
    const { userId } = await logIn(vault, key, old)
    for (let count = 0; count < 20; count++) expect((await changer({ key, userId }).start()).status).toBe(200)
    const owner = await vault.newKey()
    expect((await owner.call('/v1/email/start', { email: next, ...page })).status).toBe(200)
  })

  test('error: a link that its owner refuses, or that a login or a claim uses, changes nothing', async () => {
    const { vault, changer, gateway } = await open()
    const key = await vault.newKey()
    const { userId } = await logIn(vault, key, old)
    const change = changer({ key, userId })
    await change.start()
    const { tx } = change
    // The challenge of a change is none of a login.
    expect(await readProblem(await key.call('/v1/email/link', { tx }))).toMatchObject({
      code: 'transaction-expired',
    })
    await change.approve()
    const sealed = await key.seal({ tx, jkt: key.jkt, releaseKey: key.releaseKey })
    const introduced = await gateway.introduce(
      { sub: userId, jkt: key.jkt, tx, address: hashAddress({ tx, email: next }) },
      { now: vault.now() },
    )
    for (const body of [{ sealed }, { sealed, introduced }])
      expect(await readProblem(await key.call('/v1/email/claim', body))).toMatchObject({
        code: 'transaction-expired',
      })
    const refused = changer({ key, userId })
    await refused.start()
    await refused.link()
    await vault.post('/v1/device/refuse', { token: await vault.linkTo(next) })
    expect(await readProblem(await refused.finish())).toMatchObject({ code: 'device-refused' })
  })

  test('behavior: refusing the link ends the change, is recorded for the wallet it was for, and bars the network', async () => {
    const { vault, changer } = await open()
    const [key, theirs] = [await vault.newKey(), await vault.newKey()]
    const { userId } = await logIn(vault, key, old)
    // The next address belongs to another user, for whose wallet nothing was refused.
    await logIn(vault, theirs, next)
    const change = changer({ key, userId })
    await change.start()
    await change.link()
    const token = await vault.linkTo(next)
    expect((await vault.post('/v1/device/refuse', { token })).status).toBe(200)

    const refused = { status: 403, code: 'device-refused' }
    expect(await readProblem(await key.call('/v1/email/device', { tx: change.tx }))).toMatchObject(refused)
    expect(await readProblem(await change.link())).toMatchObject(refused)
    expect(await readProblem(await change.finish())).toMatchObject(refused)
    expect((await logIn(vault, key, old)).userId).toBe(userId)
    const trail = await vault.services.database.selectFrom('audit').selectAll().orderBy('seq').execute()
    expect(trail.filter(({ event }) => event.endsWith('-refuse'))).toMatchObject([
      { event: 'email-change-refuse', user_id: userId, subject: key.jkt },
    ])
    expect(await vault.services.audit.verify()).toEqual({ rows: trail.length })
    // The link counts like that of a new browser, so a network that mails it to strangers is blocked as well.
    expect(await readProblem(await changer({ key, userId }).start())).toMatchObject({ code: 'rate-limited' })
    expect((await changer({ key, userId, next: 'ada@third.example' }).start()).status).toBe(200)
    vault.pass(24 * hour)
    expect((await changer({ key, userId }).start()).status).toBe(200)
  })
})

describe('a compromised gateway', () => {
  test('error: cannot change the address without the link, or with a statement about something else', async () => {
    const { vault, changer } = await open()
    const [key, other] = [await vault.newKey(), await vault.newKey()]
    const { userId } = await logIn(vault, key, old)
    const otherId = (await logIn(vault, other, 'eve@example.com')).userId
    const [change, second] = [changer({ key, userId }), changer({ key, userId })]
    for (const one of [change, second]) await one.start()
    expect(await readProblem(await change.finish())).toMatchObject({ code: 'transaction-expired' })
    const digits = (await (await change.link()).json()).matchCode
    expect(await readProblem(await change.finish())).toMatchObject({ code: 'transaction-expired' })
    await approve(vault, next, digits)
    const { tx } = change
    const evil = hashAddress({ tx, email: 'mallory@evil.example' })
    const wrong: [Record<string, unknown>, string][] = [
      [{ sub: otherId }, 'introduced-mismatch'],
      [{ jkt: other.jkt }, 'introduced-mismatch'],
      [{ tx: second.tx }, 'introduced-mismatch'],
      [{ address: evil }, 'introduced-mismatch'],
      [{ from: evil }, 'introduced-mismatch'],
      [{ from: hashAddress({ tx, email: next }) }, 'introduced-mismatch'],
      [{ from: undefined }, 'introduced-invalid'],
      [{ aud: 'portico-gateway' }, 'introduced-invalid'],
      [{ iss: 'http://evil.example' }, 'introduced-invalid'],
      [{ exp: Math.floor(vault.now() / 1000) + 3600 }, 'introduced-invalid'],
    ]
    for (const [claims, code] of wrong)
      expect([claims, await readProblem(await change.finish(claims))]).toMatchObject([claims, { code }])
    expect(await readProblem(await change.finish({}, 'introduced+jwt'))).toMatchObject({
      code: 'introduced-invalid',
    })
    const statement = await change.statement()
    const stolen = await other.call('/v1/update/finish', { tx, statement })
    expect(await readProblem(stolen)).toMatchObject({ code: 'transaction-expired' })
    expect((await change.finish()).status).toBe(200)
  })

  test('error: a statement about an address that was changed meanwhile', async () => {
    const { vault, changer } = await open()
    const key = await vault.newKey()
    const { userId } = await logIn(vault, key, old)
    const [one, other] = [changer({ key, userId }), changer({ key, userId, next: 'ada@third.example' })]
    for (const change of [one, other]) {
      await change.start()
      await change.approve()
    }
    const statement = await other.statement()
    expect((await one.finish()).status).toBe(200)
    const late = await key.call('/v1/update/finish', { tx: other.tx, statement })
    expect(await readProblem(late)).toMatchObject({ code: 'transaction-expired' })
  })
})

await describeVaults('update, concurrent requests', (openVault) => {
  test('behavior: of two users who change to one address, one succeeds', async () => {
    const { vault, changer } = await open({}, openVault as typeof createTestVault)
    const ready: (() => Promise<Response>)[] = []
    for (const email of [old, 'eve@example.com']) {
      const key = await vault.newKey()
      const change = changer({ key, userId: (await logIn(vault, key, email)).userId, email })
      await change.start()
      await change.approve()
      const body = { tx: change.tx, statement: await change.statement() }
      ready.push(() => key.call('/v1/update/finish', body))
    }
    const answers = await Promise.all(ready.map((go) => go()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('behavior: of two requests to finish, one changes the address, and both get the statement', async () => {
    const { vault, changer } = await open({}, openVault as typeof createTestVault)
    const key = await vault.newKey()
    const { userId } = await logIn(vault, key, old)
    const change = changer({ key, userId })
    await change.start()
    await change.approve()
    const statement = await change.statement()
    const answers = await Promise.all(
      [0, 1].map(() => key.call('/v1/update/finish', { tx: change.tx, statement })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await vault.services.mailQueue.idle()
    expect(vault.mails.filter(({ subject }) => subject === 'Your address was changed')).toHaveLength(1)
  })
})
