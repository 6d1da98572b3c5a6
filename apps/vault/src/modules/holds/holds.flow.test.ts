import { deviceCancelResponse } from '@portico/protocol/vault'
import { isPostgres } from '@portico/server'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { TestKey } from '../../testing/createTestKey.ts'
import { createTestVault, type TestVault } from '../../testing/createTestVault.ts'
import { describeVaults } from '../../testing/describeVaults.ts'
import { logIn, start } from '../../testing/logIn.ts'
import { readProblem } from '../../testing/readProblem.ts'

const email = 'ada@example.com'
const [minute, hour] = [60_000, 3_600_000]
const env = { HOLD_HOURS: '24' }
const place = { walletId: 'wallet-0001', slotId: 'slot-000001' }
const secret = 'A'.repeat(43)

const release = (key: TestKey, grant: string) => key.call('/v1/auto/release', { grant, ...place })
const cancel = (vault: TestVault, token: string) => vault.post('/v1/device/cancel', { token })

/** Logs in the owner's device, which stores a secret, and a second device, which must wait. */
async function hold(vault: TestVault) {
  const [owner, second] = [await vault.newKey(), await vault.newKey()]
  const { grant, userId } = await logIn(vault, owner, email)
  const sealed = await owner.seal({ secret, ...place, jkt: owner.jkt })
  expect((await owner.call('/v1/auto/store', { grant, sealed })).status).toBe(200)
  const { held, token } = await logInHeld(vault, second)
  return { owner, second, ownersGrant: grant, userId, grant: held, token }
}

/** Logs in and returns the token of the link in the notice. */
async function logInHeld(vault: TestVault, key: TestKey): Promise<{ held: string; token: string }> {
  const { grant } = await logIn(vault, key, email)
  await vault.mailTo(email)
  const notice = vault.mails.findLast(({ subject }) => subject === 'A new device has logged in')
  const link = /^http:\/\/wallet\.localhost:4402\/device#cancel\.([\w-]{43})$/m
  const [, token = ''] = link.exec(notice?.text ?? '') ?? []
  expect(token).toHaveLength(43)
  return { held: grant, token }
}

describe('holds', () => {
  test('behavior: a cancelled device gets no secret, but `hold-cancelled`', async () => {
    const vault = await createTestVault({ env })
    const { owner, second, ownersGrant, userId, grant, token } = await hold(vault)
    expect(await readProblem(await release(second, grant))).toMatchObject({ code: 'held' })
    // A link scanner opens it with GET.
    expect((await vault.app.request(`/v1/device/cancel?token=${token}`)).status).toBe(405)
    expect(await readProblem(await release(second, grant))).toMatchObject({ code: 'held' })

    const stopped = await cancel(vault, token)
    expect(stopped.status).toBe(200)
    const { statement } = deviceCancelResponse.parse(await stopped.json())
    expect(decodeProtectedHeader(statement).typ).toBe('hold-cancelled+jwt')
    const { iat = 0, exp } = decodeJwt(statement)
    expect(decodeJwt(statement)).toMatchObject({ sub: userId, jkt: second.jkt, exp: iat + 600 })
    expect(exp).toBe(Math.floor(vault.now() / 1000) + 600)
    const cancelled = { status: 403, code: 'hold-cancelled' }
    expect(await readProblem(await release(second, grant))).toEqual(cancelled)
    const sealed = await second.seal({ secret, ...place, slotId: 'slot-000002', jkt: second.jkt })
    expect(await readProblem(await second.call('/v1/auto/store', { grant, sealed }))).toEqual(cancelled)
    // Other devices are not affected.
    expect((await release(owner, ownersGrant)).status).toBe(200)
    // The device stays stopped after the wait, and may not change the address.
    vault.pass(24 * hour)
    expect(await readProblem(await release(second, grant))).toMatchObject({ code: 'grant-invalid' })
    vault.pass(72 * hour)
    const change = { userId, email: 'eve@example.com', origin: 'https://shop.example' }
    expect(await readProblem(await second.call('/v1/update/start', change))).toMatchObject({
      code: 'device-unknown',
    })
    const trail = await vault.services.database.selectFrom('audit').selectAll().execute()
    expect(trail).toContainEqual(
      expect.objectContaining({ event: 'hold-cancel', user_id: userId, subject: second.jkt }),
    )
    expect(await vault.services.audit.verify()).toEqual({ rows: trail.length })
  })

  test('behavior: the assertion says since when a device is known, and until when it is held', async () => {
    const vault = await createTestVault({ env })
    const [owner, second] = [await vault.newKey(), await vault.newKey()]
    const claimsOf = async (key: TestKey) => decodeJwt((await logIn(vault, key, email)).assertion)
    const first = await claimsOf(owner)
    expect(first).toMatchObject({ deviceSince: 0 })
    expect(first).not.toHaveProperty('heldUntil')
    vault.pass(minute)
    const since = Math.floor(vault.now() / 1000)
    const held = { deviceSince: since, heldUntil: since + 24 * 3600 }
    expect(await claimsOf(second)).toMatchObject(held)
    vault.pass(hour)
    expect(await claimsOf(second)).toMatchObject(held)
    vault.pass(24 * hour)
    const released = await claimsOf(second)
    expect(released).toMatchObject({ deviceSince: since })
    expect(released).not.toHaveProperty('heldUntil')
  })

  test('behavior: a stopped device may log in again and then waits the full time', async () => {
    const vault = await createTestVault({ env })
    const { second, token } = await hold(vault)
    await cancel(vault, token)
    vault.pass(hour)
    expect(await start(second, email)).toMatchObject({ action: 'VERIFY_DEVICE' })
    vault.pass(hour)
    const again = await logInHeld(vault, second)
    expect(again.token).not.toBe(token)
    expect(await readProblem(await release(second, again.held))).toEqual({
      status: 403,
      code: 'held',
      until: new Date(vault.now() + 24 * hour).toISOString(),
    })
    vault.pass(24 * hour)
    const { grant } = await logIn(vault, second, email)
    expect((await release(second, grant)).status).toBe(200)
  })

  test('behavior: repeating the request signs the same statement again, until the device logs in again', async () => {
    const vault = await createTestVault({ env })
    const { second, token } = await hold(vault)
    const claimsOf = async (response: Response) => decodeJwt((await response.json()).statement)
    const first = await claimsOf(await cancel(vault, token))
    vault.pass(hour)
    // Nothing that happened since the device was stopped is older than the statement.
    const again = await claimsOf(await cancel(vault, token))
    expect(again).toMatchObject({ sub: first.sub, jkt: second.jkt, iat: first.iat })
    expect(again.exp).toBe((first.exp ?? 0) + 3600)
    const { database } = vault.services
    const cancels = database.selectFrom('audit').selectAll().where('event', '=', 'hold-cancel')
    expect(await cancels.execute()).toHaveLength(1)
    await logInHeld(vault, second)
    expect(await readProblem(await cancel(vault, token))).toMatchObject({ code: 'link-invalid' })
  })

  test('error: expired, unknown and other tokens cancel nothing', async () => {
    const vault = await createTestVault({ env })
    const { second, grant, token } = await hold(vault)
    await start(await vault.newKey(), email)
    const asLink = await vault.linkTo(email)
    for (const wrong of ['A'.repeat(43), asLink, token.toLowerCase()])
      expect(await readProblem(await cancel(vault, wrong))).toEqual({ status: 410, code: 'link-invalid' })
    // The token is not valid for other purposes.
    for (const path of ['/v1/device/inspect', '/v1/update/revert'])
      expect((await vault.post(path, { token })).status).toBe(410)
    expect((await vault.post('/v1/device/approve', { token, digits: '42' })).status).toBe(410)
    expect(await readProblem(await release(second, grant))).toMatchObject({ code: 'held' })

    const late = await createTestVault({ env })
    const other = await hold(late)
    late.pass(24 * hour)
    expect(await readProblem(await cancel(late, other.token))).toMatchObject({ code: 'link-invalid' })
    const { grant: due } = await logIn(late, other.second, email)
    expect((await release(other.second, due)).status).toBe(200)
  })

  test('behavior: the token is not stored in the database', async () => {
    const vault = await createTestVault({ env })
    const { token } = await hold(vault)
    const rows = await vault.services.database.selectFrom('holds').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('behavior: creates no hold without HOLD_HOURS or for the first device', async () => {
    for (const vault of [await createTestVault(), await createTestVault({ env })]) {
      const [first, second] = [await vault.newKey(), await vault.newKey()]
      await logIn(vault, first, email)
      if (vault.services.config.holdMs === 0) await logIn(vault, second, email)
      expect(await vault.services.database.selectFrom('holds').selectAll().execute()).toEqual([])
    }
  })
})

await describeVaults('holds, concurrent requests', (open) => {
  test('behavior: concurrent cancellations stop the device once, and return the same statement', async () => {
    const vault = await open({ env })
    const { second, grant, token } = await hold(vault)
    const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(vault, token)))
    const statements = await Promise.all(answers.map(async (answer) => (await answer.json()).statement))
    expect(new Set(statements.map((statement) => decodeJwt(statement).iat)).size).toBe(1)
    const { database } = vault.services
    const cancels = database.selectFrom('audit').selectAll().where('event', '=', 'hold-cancel')
    expect(await cancels.execute()).toHaveLength(1)
    expect(await readProblem(await release(second, grant))).toMatchObject({ code: 'hold-cancelled' })
  })

  test('behavior: a release at the end of the wait does not overtake a cancellation in progress', async () => {
    const vault = await open({ env })
    const { second, token } = await hold(vault)
    const { audit, database } = vault.services
    vault.pass(24 * hour - minute)
    const { grant } = await logIn(vault, second, email)
    vault.pass(minute - 1)
    const append = audit.append.bind(audit)
    let released: Promise<Response> | undefined
    let isAnswered = false
    vi.spyOn(audit, 'append').mockImplementationOnce(async (entry) => {
      // The hold is cancelled but not committed, and the wait ends now.
      vault.pass(1)
      released = release(second, grant)
      void released.then(() => {
        isAnswered = true
      })
      // On SQLite the release waits for the whole transaction instead of a lock.
      if (isPostgres(database))
        await vi.waitUntil(async () => isAnswered || (await countWaiting(database)) > 0, { timeout: 30_000 })
      return append(entry)
    })
    expect((await cancel(vault, token)).status).toBe(200)
    if (!released) throw new Error('not released')
    expect(await readProblem(await released)).toMatchObject({ code: 'hold-cancelled' })
  }, 60_000)
})

/** Counts the transactions that wait for an advisory lock. */
async function countWaiting(database: Database): Promise<number> {
  const { rows } = await sql`
    select pid from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(database)
  return rows.length
}
