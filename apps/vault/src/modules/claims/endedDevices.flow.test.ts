import type { EmailClaimResponse } from '@portico/protocol/vault'
import { hashAddress } from '@portico/server'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import type { TestKey } from '../../testing/createTestKey.ts'
import { createTestVault, type TestVault } from '../../testing/createTestVault.ts'
import { approve, claim, logIn, logInByLink, start, startApproved } from '../../testing/logIn.ts'
import { readProblem } from '../../testing/readProblem.ts'
import { createUserStore } from '../users/store.ts'

// A device that its owner ended at the gateway, which therefore asks for a link when it logs in again.
const email = 'ada@example.com'
const [minute, hour] = [60_000, 3_600_000]
const env = { HOLD_HOURS: '24', DEVICE_AGE_HOURS: '72' }
const place = { walletId: 'wallet-0001', slotId: 'slot-000001' }
const secret = 'A'.repeat(43)
const newDevice = 'A new device has logged in'

const release = (key: TestKey, grant: string) => key.call('/v1/auto/release', { grant, ...place })

/** Counts the notices about new devices that the owner got. */
async function notices(vault: TestVault): Promise<number> {
  await vault.mailTo(email)
  return vault.mails.filter(({ subject }) => subject === newDevice).length
}

/** A user with a recovery secret, stored by the founding device, and a second device, both old enough to be trusted. */
async function twoDevices() {
  const vault = await createTestVault({ env })
  const [founding, second] = [await vault.newKey(), await vault.newKey()]
  const { grant, userId } = await logIn(vault, founding, email)
  const sealed = await founding.seal({ secret, ...place, jkt: founding.jkt })
  expect((await founding.call('/v1/auto/store', { grant, sealed })).status).toBe(200)
  await logIn(vault, second, email)
  vault.pass(100 * hour)
  return { vault, founding, second, userId }
}

describe('a known device that logs in by link', () => {
  test.each(['founding', 'second'] as const)(
    'error: is new again: the %s device is held, its owner is mailed, and it changes nothing',
    async (name) => {
      const { vault, [name]: key, userId } = await twoDevices()
      const before = await notices(vault)
      const since = Math.floor(vault.now() / 1000)
      const { assertion, grant } = await logInByLink(vault, key, email)
      expect(decodeJwt(assertion)).toMatchObject({ deviceSince: since, heldUntil: since + 24 * 3600 })
      expect(await notices(vault)).toBe(before + 1)
      expect(await readProblem(await release(key, grant))).toMatchObject({ code: 'held' })
      const change = { userId, email: 'eve@example.com', origin: 'https://shop.example' }
      const changes = async () => (await readProblem(await key.call('/v1/update/start', change))).code
      expect(await changes()).toBe('held')
      vault.pass(25 * hour)
      expect(await changes()).toBe('device-too-new')
      const trail = await vault.services.database.selectFrom('audit').selectAll().execute()
      const added = trail.filter(({ event, subject }) => event === 'device-add' && subject === key.jkt)
      expect(added).toHaveLength(2)
    },
  )

  test('behavior: the owner can stop it with the link in the notice', async () => {
    const { vault, second } = await twoDevices()
    const { grant } = await logInByLink(vault, second, email)
    await vault.mailTo(email)
    const notice = vault.mails.findLast(({ subject }) => subject === newDevice)
    const [, token] = /#cancel\.([\w-]{43})$/m.exec(notice?.text ?? '') ?? []
    expect((await vault.post('/v1/device/cancel', { token })).status).toBe(200)
    expect(await readProblem(await release(second, grant))).toMatchObject({ code: 'hold-cancelled' })
  })

  test('behavior: each of its logins by link starts the wait again', async () => {
    const { vault, second } = await twoDevices()
    await logInByLink(vault, second, email)
    vault.pass(23 * hour)
    const { grant } = await logInByLink(vault, second, email)
    vault.pass(2 * hour)
    expect(await readProblem(await release(second, grant))).toMatchObject({ code: 'grant-invalid' })
    const again = await logIn(vault, second, email)
    expect(await readProblem(await release(second, again.grant))).toMatchObject({ code: 'held' })
    vault.pass(22 * hour)
    const late = await logIn(vault, second, email)
    expect((await release(second, late.grant)).status).toBe(200)
  })

  test('behavior: is new again, too, after an undone change of address that the founding device made', async () => {
    const { vault, founding, userId } = await twoDevices()
    const { database } = vault.services
    await createUserStore({ database }).removeDevices({ userId, jkt: founding.jkt, since: vault.now() })
    const { grant } = await logIn(vault, founding, email)
    expect(await readProblem(await release(founding, grant))).toMatchObject({ code: 'held' })
  })

  test('behavior: a link that it asks for although the gateway knows it, as for the words, changes nothing', async () => {
    const { vault, founding, userId } = await twoDevices()
    const before = await notices(vault)
    const { tx } = await start(founding, email)
    const { matchCode } = await (await founding.call('/v1/email/link', { tx })).json()
    await approve(vault, email, matchCode)
    const { jkt } = founding
    const stated = { sub: userId, jkt, tx, address: hashAddress({ tx, email }) }
    const introduced = await vault.gateway.introduce(stated, { now: vault.now() })
    const claimed = await claim(founding, tx, introduced)
    const { grant, assertion } = (await claimed.json()) as EmailClaimResponse
    expect(decodeJwt(assertion)).toMatchObject({ deviceSince: 0 })
    expect(await notices(vault)).toBe(before)
    expect((await founding.call('/v1/exports', { userId, kind: 'words', grant })).status).toBe(200)
  })

  test('behavior: a device that both servers know stays as old as it is', async () => {
    const { vault, founding, second } = await twoDevices()
    const before = await notices(vault)
    const { grant, assertion } = await logIn(vault, founding, email)
    expect(decodeJwt(assertion)).toMatchObject({ deviceSince: 0 })
    expect((await release(founding, grant)).status).toBe(200)
    const other = await logIn(vault, second, email)
    expect(decodeJwt(other.assertion)).not.toHaveProperty('heldUntil')
    expect((await release(second, other.grant)).status).toBe(200)
    expect(await notices(vault)).toBe(before)
  })

  test('behavior: a new visitor who stops before the code keeps the founding device, until there is a wallet', async () => {
    const vault = await createTestVault({ env })
    const key = await vault.newKey()
    // Approved and claimed here, but its code is not typed at the gateway.
    expect((await claim(key, await startApproved(vault, key, email))).status).toBe(200)
    vault.pass(minute)
    expect(await start(key, email)).toMatchObject({ action: 'VERIFY_OTP' })
    const { grant, assertion } = await logInByLink(vault, key, email)
    expect(decodeJwt(assertion)).toMatchObject({ deviceSince: 0 })
    expect(await notices(vault)).toBe(0)
    const sealed = await key.seal({ secret, ...place, jkt: key.jkt })
    expect((await key.call('/v1/auto/store', { grant, sealed })).status).toBe(200)
    expect((await release(key, grant)).status).toBe(200)
  })
})
