import { join } from 'node:path'
import { hashAddress } from '@portico/server'
import { tempFolder } from '@portico/server/testing'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { createAddressGateway } from '../../../testing/createAddressGateway.ts'
import { createLiveEnvelope, type LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import { createChangeCipher } from './createChangeCipher.ts'
import { rotateAddressChanges } from './rotateAddressChanges.ts'

const [old, next] = ['ada@example.com', 'ada@new.example']
const hour = 3_600_000

describe('rotateAddressChanges', () => {
  test('behavior: rewraps a change that waits, which can then be finished without the old key', async () => {
    const { person, changer, services } = await createAddressGateway()
    const ada = await person({ email: old })
    const change = changer({ ...ada, next })
    await change.prove()
    const { database } = services
    const { envelope } = services.modules.embedded.service as NonNullable<
      typeof services.modules.embedded.service
    >
    const folder = tempFolder()
    const file = join(folder, 'kek.json')
    const read = () => database.selectFrom('address_changes').selectAll().executeTakeFirstOrThrow()
    const before = await read()
    // Another ring, whose primary key is new and which contains the old one.
    const other = await createLiveEnvelope({ file, create: true })
    const rewrapping: LiveEnvelope = {
      ...other,
      rewrap: async ({ place, ...sealed }) =>
        other.seal({ value: await envelope.open({ ...sealed, place }), place }),
    }
    await rotateAddressChanges({ database, envelope: rewrapping })
    const after = await read()
    expect(after.kek_id).toBe(await other.primary())
    expect(await createChangeCipher({ envelope: other }).open(after)).toEqual(
      await createChangeCipher({ envelope }).open(before),
    )
  })
})

describe('/wallet/v1/address-changes', () => {
  test('behavior: a code to each address, the vault’s statement, and the person logs in with the next address', async () => {
    const { person, changer, tryLogin, mails, services } = await createAddressGateway()
    const ada = await person({ email: old })
    const change = changer({ ...ada, next })
    expect(await (await change.start()).json()).toMatchObject({ format: 'digits', resendAfter: 30 })
    const [first] = await mails(old)
    expect(first?.subject).toBe('Your code to change your e-mail address')
    expect(first?.text).toContain(`from this one to ${next}`)
    expect(await codeOf(await change.enter('old', await change.codeTo(old)))).toBe('204')
    expect(await mails(next)).toEqual([])
    expect(await tryLogin({ ...ada, email: next })).toBe('identity-mismatch')
    expect(await (await change.step('next')).json()).toMatchObject({ format: 'short', resendAfter: 30 })
    expect((await mails(next))[0]?.subject).toBe('Your code to confirm your new e-mail address')
    const { statement } = await (await change.enter('new', await change.codeTo(next))).json()
    expect(decodeProtectedHeader(statement).typ).toBe('address-change+jwt')
    const { tx } = change
    expect(decodeJwt(statement)).toMatchObject({
      aud: 'portico-vault',
      sub: ada.userId,
      jkt: ada.client.key.jkt,
      tx,
      from: hashAddress({ tx, email: old }),
      address: hashAddress({ tx, email: next }),
    })
    expect(await codeOf(await change.finish())).toBe('204')
    expect(await codeOf(await change.finish())).toBe('204')

    expect(await tryLogin({ ...ada, email: next })).toBe('200')
    expect(await tryLogin({ ...ada, email: old })).toBe('identity-mismatch')
    const events = await services.database.selectFrom('audit').select('event').orderBy('seq').execute()
    expect(events.map(({ event }) => event)).toContain('address-changed')
    const rows = await services.database.selectFrom('address_changes').select(['step', 'sealed']).execute()
    expect(rows).toEqual([{ step: 'done', sealed: '' }])
  })

  test('behavior: requests that are repeated mail nothing more; the statement is issued again', async () => {
    const { person, changer, mails, wait } = await createAddressGateway()
    const ada = await person({ email: old })
    const change = changer({ ...ada, next })
    await change.start()
    expect(await codeOf(await change.step('statement'))).toBe('address-change-expired')
    expect(await codeOf(await change.step('resend'))).toBe('too-soon')
    wait(30_000)
    expect(await codeOf(await change.step('resend'))).toBe('200')
    expect(await mails(old)).toHaveLength(3)
    await change.enter('old', await change.codeTo(old))
    for (let count = 0; count < 2; count++) expect((await change.step('next')).status).toBe(200)
    expect(await mails(next)).toHaveLength(1)
    await change.enter('new', await change.codeTo(next))
    wait(72 * hour)
    ada.client.tokens = await (
      await ada.client.call('POST', '/wallet/v1/sessions/refresh', {
        body: { refreshToken: ada.client.tokens?.refreshToken },
      })
    ).json()
    expect(await codeOf(await change.step('statement'))).toBe('200')
    expect(await codeOf(await change.finish())).toBe('204')
  })

  test('error: three tries for each code, and ten minutes', async () => {
    const { person, changer, wait, services } = await createAddressGateway()
    const ada = await person({ email: old })
    const burnt = changer({ ...ada, next })
    await burnt.start()
    const code = await burnt.codeTo(old)
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await (await burnt.enter('old', wrong)).json()).toMatchObject({ code: 'code-wrong', triesLeft: 2 })
    expect(await codeOf(await burnt.enter('old', wrong))).toBe('code-wrong')
    expect(await codeOf(await burnt.enter('old', wrong))).toBe('code-burnt')
    expect(await codeOf(await burnt.enter('old', code))).toBe('code-burnt')
    const late = changer({ ...ada, next })
    await late.start()
    wait(10 * 60_000)
    expect(await codeOf(await late.enter('old', await late.codeTo(old)))).not.toBe('204')
    // Wrong digits of known keys are not guesses of short codes; those of the next address are.
    expect(await services.database.selectFrom('code_failures').selectAll().execute()).toEqual([])
    ada.client.tokens = await (
      await ada.client.call('POST', '/wallet/v1/sessions/refresh', {
        body: { refreshToken: ada.client.tokens?.refreshToken },
      })
    ).json()
    const third = changer({ ...ada, next })
    await third.start()
    await third.enter('old', await third.codeTo(old))
    await third.step('next')
    expect(await codeOf(await third.enter('new', '0'))).toBe('code-wrong')
    expect(await services.database.selectFrom('code_failures').select('failures').execute()).toEqual([
      { failures: 1 },
    ])
  })

  test('behavior: a login deletes changes that are over, and the reservation of the previous address', async () => {
    const { person, changer, tryLogin, visitor, services, wait } = await createAddressGateway()
    const ada = await person({ email: old })
    const made = changer({ ...ada, next })
    await made.prove()
    await made.finish()
    await changer({ ...ada, email: next, next: 'ada@third.example' }).start()
    const count = async () => [
      (await services.database.selectFrom('address_changes').selectAll().execute()).length,
      (await services.database.selectFrom('address_reverts').selectAll().execute()).length,
    ]
    expect(await count()).toEqual([2, 1])
    wait(25 * 60_000)
    await (await visitor({ email: 'bob@example.com' })).start()
    expect(await count()).toEqual([1, 1])
    wait(72 * hour)
    expect(await tryLogin({ ...ada, email: next })).toBe('200')
    expect(await count()).toEqual([0, 0])
  })

  test('param: LIMIT_INTRODUCTIONS limits changes and logins together', async () => {
    const { person, changer } = await createAddressGateway({ env: { LIMIT_INTRODUCTIONS: '2' } })
    const ada = await person({ email: old })
    const codes: string[] = []
    for (let count = 0; count < 3; count++) codes.push(await codeOf(await changer({ ...ada, next }).start()))
    expect(codes).toEqual(['200', '200', 'rate-limited'])
  })
})
