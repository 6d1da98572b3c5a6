import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { createFakeVault } from '../../../testing/createFakeVault.ts'
import type { WalletClient } from '../../../testing/createWalletClient.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'

const hour = 3_600_000
const seconds = (ms: number) => Math.floor(ms / 1000)
const random = (bytes = 32) => randomBytes(bytes).toString('base64url')

/** The owner's device with a wallet, and a second device of the same user that is new, and held for `holdHours`. */
async function twoDevices({ holdHours = 24 }: { holdHours?: number } = {}) {
  const gateway = await createWalletGateway()
  const { device, now } = gateway
  const owner = await device()
  const founded = await owner.login({ deviceSince: 0 })
  const wallet = await owner.makeWallet()
  const second = await device({ userId: owner.userId })
  const since = seconds(now())
  const held = holdHours === 0 ? {} : { heldUntil: since + holdHours * 3600 }
  const claims = { deviceSince: since, ...held }
  await second.login(claims)
  return { ...gateway, owner, ownersSession: founded.sessionId, wallet, second, claims }
}

const isIn = async (client: WalletClient) => codeOf(await client.call('GET', '/wallet/v1/sessions'))

async function addSlot(client: WalletClient, walletId: string) {
  const { epoch } = await (await client.call('GET', '/wallet/v1/wallet')).json()
  const body = { slotId: `slt_${random(12)}`, kind: 'device', wrap: random(60), share: random(), epoch }
  return client.call('POST', `/wallet/v1/wallets/${walletId}/slots`, { body })
}

describe('a device on hold', () => {
  test('error: may not end other devices, add slots or delete them', async () => {
    const { owner, ownersSession, wallet, second, wait } = await twoDevices()
    const attempts = async () => [
      await codeOf(await second.call('DELETE', `/wallet/v1/sessions/${ownersSession}`)),
      await codeOf(await addSlot(second, wallet.walletId)),
      ...(await Promise.all(
        wallet.slots.map(async ({ slotId }) =>
          codeOf(await second.call('DELETE', `/wallet/v1/wallets/${wallet.walletId}/slots/${slotId}`)),
        ),
      )),
    ]
    expect(await attempts()).toEqual(Array.from({ length: 4 }, () => 'device-held'))
    expect(await isIn(owner)).toBe('200')
    const { slots } = await (await owner.call('GET', '/wallet/v1/wallet')).json()
    expect(slots).toHaveLength(2)

    // It may sign out itself.
    expect((await second.call('DELETE', '/wallet/v1/sessions/current')).status).toBe(204)
    wait(1)
    expect(await isIn(second)).toBe('session-revoked')
  })

  test('behavior: its owner sees until when it is held, as long as it is', async () => {
    const { owner, claims, wait } = await twoDevices()
    const list = async () => (await (await owner.call('GET', '/wallet/v1/sessions')).json()).data
    const heldUntil = new Date(Number(claims.heldUntil) * 1000).toISOString()
    expect(await list()).toEqual([
      expect.objectContaining({ current: false, heldUntil }),
      expect.not.objectContaining({ heldUntil: expect.anything() }),
    ])
    wait(24 * hour + 1000)
    await owner.login({ deviceSince: 0 })
    expect(await list()).toEqual(Array(2).fill(expect.not.objectContaining({ heldUntil: expect.anything() })))
  })

  test('behavior: once the hold is over it may add a slot, and end others after DEVICE_AGE_HOURS', async () => {
    const { owner, ownersSession, wallet, second, claims, wait } = await twoDevices()
    wait(24 * hour + 1000)
    await second.login({ deviceSince: claims.deviceSince })
    expect((await addSlot(second, wallet.walletId)).status).toBe(200)
    const refused = await second.call('DELETE', `/wallet/v1/sessions/${ownersSession}`)
    expect(await refused.clone().json()).toMatchObject({
      code: 'device-too-new',
      until: new Date((claims.deviceSince + 72 * 3600) * 1000).toISOString(),
    })
    wait(48 * hour)
    await second.login({ deviceSince: claims.deviceSince })
    expect((await second.call('DELETE', `/wallet/v1/sessions/${ownersSession}`)).status).toBe(204)
    await expect(isIn(owner)).resolves.not.toBe('200')
  })

  test('behavior: the founding device may end a new one at once', async () => {
    const { owner, second } = await twoDevices()
    const { data } = await (await owner.call('GET', '/wallet/v1/sessions')).json()
    const other = data.find(({ current }: { current: boolean }) => !current)
    expect((await owner.call('DELETE', `/wallet/v1/sessions/${other.id}`)).status).toBe(204)
    expect(await isIn(second)).toBe('session-revoked')
  })
})

describe('statements of the vault about stopped devices', () => {
  const end = async ({ app }: Awaited<ReturnType<typeof twoDevices>>, statement: string) =>
    codeOf(
      await app.request('http://localhost:4401/wallet/v1/devices/end', {
        method: 'POST',
        headers: { origin: 'http://wallet.localhost:4402', 'content-type': 'application/json' },
        body: JSON.stringify({ statement }),
      }),
    )

  test('behavior: a cancelled hold ends the sessions of the key, once, and not those of a later login', async () => {
    const gateway = await twoDevices()
    const { owner, second, claims, vault, now, wait } = gateway
    const statement = await vault.stop({ userId: owner.userId, jkt: second.key.jkt, now: now() })
    expect(await end(gateway, statement)).toBe('204')
    expect(await isIn(second)).toBe('session-revoked')
    expect(await isIn(owner)).toBe('200')
    wait(2 * 60_000)
    await second.login({ ...claims, deviceSince: seconds(now()) })
    expect(await end(gateway, statement)).toBe('204')
    expect(await isIn(second)).toBe('200')
  })

  test('error: a compromised vault cannot end a device with it that it had not stated to be held', async () => {
    const gateway = await twoDevices({ holdHours: 0 })
    const { owner, second, vault, now } = gateway
    for (const { key } of [owner, second])
      expect(await end(gateway, await vault.stop({ userId: owner.userId, jkt: key.jkt, now: now() }))).toBe(
        '204',
      )
    expect([await isIn(owner), await isIn(second)]).toEqual(['200', '200'])
  })

  /** Stores a change of address that a device has made. Returns the vault's challenge of it. */
  async function addChange({ services, now }: Awaited<ReturnType<typeof twoDevices>>, client: WalletClient) {
    const tx = `tx_${random(16)}`
    await services.database
      .insertInto('address_changes')
      .values({
        id: random(),
        user_id: client.userId,
        jkt: client.key.jkt,
        tx,
        next_ix: random(),
        step: 'done',
        format: 'short',
        code_mac: null,
        sent_at: now(),
        tries: 0,
        sealed: '',
        kek_id: 'none',
        created_at: now(),
        expires_at: now() + 72 * hour,
      })
      .execute()
    return tx
  }

  test('behavior: a reverted change of address ends the key that made it and those added since', async () => {
    const gateway = await twoDevices({ holdHours: 0 })
    const { owner, second, device, vault, now, wait } = gateway
    wait(72 * hour)
    const since = seconds(now())
    const tx = await addChange(gateway, second)
    const third = await device({ userId: owner.userId })
    wait(hour)
    await owner.login({ deviceSince: 0 })
    await second.login({ deviceSince: 1_800_000_000 })
    await third.login({ deviceSince: seconds(now()) })
    const statement = await vault.stop({
      userId: owner.userId,
      jkt: second.key.jkt,
      now: now(),
      claims: { since, tx },
      typ: 'email-reverted+jwt',
    })
    expect(await end(gateway, statement)).toBe('204')
    expect([await isIn(owner), await isIn(second), await isIn(third)]).toEqual([
      '200',
      'session-revoked',
      'session-revoked',
    ])
  })

  test('error: a compromised vault cannot end devices with a change that was not made here', async () => {
    const gateway = await twoDevices({ holdHours: 0 })
    const { owner, second, vault, now, wait } = gateway
    const tx = await addChange(gateway, second)
    const since = seconds(now())
    const { userId } = owner
    const [own, other] = [owner.key.jkt, second.key.jkt]
    const wrong = [
      { jkt: own, claims: { since } },
      { jkt: own, claims: { since, tx: `tx_${random(16)}` } },
      // Of the other device, or from before it was started.
      { jkt: own, claims: { since, tx } },
      { jkt: other, claims: { since: since - 3600, tx } },
    ]
    for (const { jkt, claims } of wrong) {
      const call = { userId, jkt, now: now(), typ: 'email-reverted+jwt' }
      expect(await end(gateway, await vault.stop({ ...call, claims }))).toBe('204')
    }
    expect([await isIn(owner), await isIn(second)]).toEqual(['200', '200'])
    wait(1000)
    const call = { userId, jkt: other, now: now(), typ: 'email-reverted+jwt' }
    expect(await end(gateway, await vault.stop({ ...call, claims: { since, tx } }))).toBe('204')
    expect(await isIn(second)).toBe('session-revoked')
  })

  test('error: a compromised vault cannot end all devices with a change of address of long ago', async () => {
    const gateway = await twoDevices({ holdHours: 0 })
    const { owner, second, vault, now } = gateway
    for (const since of [0, seconds(now()) - 73 * 3600]) {
      const call = { userId: owner.userId, jkt: second.key.jkt, now: now() }
      const statement = await vault.stop({ ...call, claims: { since }, typ: 'email-reverted+jwt' })
      expect(await end(gateway, statement)).toBe('statement-invalid')
    }
    expect([await isIn(owner), await isIn(second)]).toEqual(['200', '200'])
  })

  test('error: refuses statements that are foreign, expired, malformed or of another type', async () => {
    const gateway = await twoDevices()
    const { owner, second, vault, now, wait } = gateway
    const call = { userId: owner.userId, jkt: second.key.jkt, now: now() }
    const foreign = await createFakeVault()
    const late = await vault.stop(call)
    for (const statement of [
      await foreign.stop(call),
      await vault.stop({ ...call, typ: 'identity+jwt' }),
      await vault.stop({ ...call, typ: 'email-reverted+jwt' }),
      await vault.stop({ ...call, claims: { aud: 'portico-wallet' } }),
      await vault.stop({ ...call, claims: { exp: 'never' as never } }),
      await vault.stop({ ...call, claims: { sub: 'x' } }),
      await vault.assert(call),
      'a.b.c',
      'x',
    ])
      expect(await end(gateway, statement)).toBe('statement-invalid')
    wait(600_000 + 61_000)
    expect(await end(gateway, late)).toBe('statement-invalid')
    wait(-600_000 - 61_000)
    expect(await isIn(second)).toBe('200')
  })
})
