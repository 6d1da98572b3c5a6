import { createHash, randomBytes } from 'node:crypto'
import { importJWK, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import type { TestKey } from '../../testing/createTestKey.ts'
import { createTestVault } from '../../testing/createTestVault.ts'
import { describeVaults } from '../../testing/describeVaults.ts'
import { logIn } from '../../testing/logIn.ts'
import { readProblem } from '../../testing/readProblem.ts'

const email = 'ada@example.com'
const place = { walletId: 'wallet-0001', slotId: 'slot-000001' }
const hour = 3_600_000
const newSecret = () => randomBytes(32).toString('base64url')

async function store(key: TestKey, grant: string, secret: string, where = place): Promise<Response> {
  const sealed = await key.seal({ secret, ...where, jkt: key.jkt })
  return key.call('/v1/auto/store', { grant, sealed })
}
const release = (key: TestKey, grant: string, where = place) =>
  key.call('/v1/auto/release', { grant, ...where })

describe('auto', () => {
  test('behavior: releases a stored secret to another device, encrypted to its key', async () => {
    const vault = await createTestVault()
    const [first, second] = [await vault.newKey(), await vault.newKey()]
    const { grant, userId } = await logIn(vault, first, email)
    const secret = newSecret()
    const { receipt } = await (await store(first, grant, secret)).json()
    const { payload } = await jwtVerify(receipt, await importJWK(vault.services.jwks.keys[0] as never), {
      typ: 'auto-receipt+jwt',
      currentDate: new Date(vault.now()),
    })
    expect(payload).toMatchObject({
      sub: userId,
      ...place,
      jkt: first.jkt,
      digest: createHash('sha256').update(Buffer.from(secret, 'base64url')).digest('base64url'),
    })
    const login = await logIn(vault, second, email)
    expect(login).toMatchObject({ userId, hasAuto: true })
    const { sealed } = await (await release(second, login.grant)).json()
    expect(await second.open(sealed)).toEqual({ secret, ...place })
    await expect(first.open(sealed)).rejects.toThrow()
    const events = await vault.services.database.selectFrom('audit').select('event').orderBy('seq').execute()
    expect(events.map(({ event }) => event)).toEqual([
      'device-add',
      'login',
      'auto-store',
      'device-add',
      'login',
      'auto-release',
    ])
  })

  test('behavior: storing the same secret again succeeds, storing another one never overwrites', async () => {
    const vault = await createTestVault()
    const key = await vault.newKey()
    const { grant } = await logIn(vault, key, email)
    const secret = newSecret()
    expect((await store(key, grant, secret)).status).toBe(200)
    expect((await store(key, grant, secret)).status).toBe(200)
    expect(await readProblem(await store(key, grant, newSecret()))).toEqual({
      status: 409,
      code: 'auto-exists',
    })
    const { sealed } = await (await release(key, grant)).json()
    expect(await key.open(sealed)).toMatchObject({ secret })
  })

  test('error: a grant of another key or user, an unknown one, and an expired one', async () => {
    const vault = await createTestVault()
    const [ada, eve] = [await vault.newKey(), await vault.newKey()]
    const { grant } = await logIn(vault, ada, email)
    await store(ada, grant, newSecret())
    const own = (await logIn(vault, eve, 'eve@example.com')).grant
    for (const stolen of [grant, 'A'.repeat(43)])
      expect(await readProblem(await release(eve, stolen))).toEqual({ status: 401, code: 'grant-invalid' })
    expect(await readProblem(await release(eve, own))).toEqual({ status: 404, code: 'auto-missing' })
    const sealed = await eve.seal({ secret: newSecret(), ...place, jkt: ada.jkt })
    expect(await readProblem(await eve.call('/v1/auto/store', { grant: own, sealed }))).toMatchObject({
      code: 'sealed-invalid',
    })
    vault.pass(600_000)
    expect(await readProblem(await release(ada, grant))).toMatchObject({ code: 'grant-invalid' })
    expect(await readProblem(await store(ada, grant, newSecret()))).toMatchObject({ code: 'grant-invalid' })
  })

  test('error: a new device must wait, the first one need not', async () => {
    const vault = await createTestVault({ env: { HOLD_HOURS: '24' } })
    const [first, second] = [await vault.newKey(), await vault.newKey()]
    const { grant } = await logIn(vault, first, email)
    await store(first, grant, newSecret())
    expect((await release(first, grant)).status).toBe(200)
    const login = await logIn(vault, second, email)
    const until = new Date(vault.now() + 24 * hour).toISOString()
    expect(await readProblem(await release(second, login.grant))).toEqual({
      status: 403,
      code: 'held',
      until,
    })
    vault.pass(24 * hour)
    const later = await logIn(vault, second, email)
    expect((await release(second, later.grant)).status).toBe(200)
  })

  test('error: rows that were swapped in the database do not decrypt', async () => {
    const vault = await createTestVault()
    const key = await vault.newKey()
    const { grant, userId } = await logIn(vault, key, email)
    await store(key, grant, newSecret())
    await store(key, grant, newSecret(), { ...place, slotId: 'slot-000002' })
    // An attacker with write access to the database swaps two rows.
    const { database } = vault.services
    const rows = await database.selectFrom('autos').select(['slot_id', 'sealed']).orderBy('slot_id').execute()
    await database
      .updateTable('autos')
      .set({ sealed: rows[1]?.sealed as string })
      .where('slot_id', '=', place.slotId)
      .execute()
    expect((await release(key, grant)).status).toBe(500)
    expect(vault.logged.join('')).not.toContain(userId)
  })
})

await describeVaults('auto, concurrent requests', (open) => {
  test('behavior: at most five releases in a day', async () => {
    const vault = await open()
    const key = await vault.newKey()
    const { grant } = await logIn(vault, key, email)
    await store(key, grant, newSecret())
    const answers = await Promise.all(Array.from({ length: 20 }, () => release(key, grant)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await readProblem(await release(key, grant))).toMatchObject({ code: 'rate-limited' })
    vault.pass(24 * hour)
    const later = await logIn(vault, key, email)
    expect((await release(key, later.grant)).status).toBe(200)
    const { rows } = await vault.services.audit.verify()
    expect(rows).toBe(2 + 1 + 5 + 1 + 1)
  })

  test('behavior: of concurrent secrets for one slot, one is stored', async () => {
    const vault = await open()
    const key = await vault.newKey()
    const { grant } = await logIn(vault, key, email)
    const secrets = Array.from({ length: 8 }, newSecret)
    const answers = await Promise.all(secrets.map((secret) => store(key, grant, secret)))
    const stored = secrets.filter((_, index) => answers[index]?.status === 200)
    expect(stored).toHaveLength(1)
    const { sealed } = await (await release(key, grant)).json()
    expect(await key.open(sealed)).toMatchObject({ secret: stored[0] })
  })
})
