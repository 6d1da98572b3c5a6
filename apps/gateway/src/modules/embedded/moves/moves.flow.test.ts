import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import type { WalletClient } from '../../../testing/createWalletClient.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'

const path = '/wallet/v1/moves'
const second = 1000
const hour = 3_600_000
const random = (bytes = 32): string => randomBytes(bytes).toString('base64url')

async function newMoveKey() {
  const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const { kty, crv, x, y } = await exportJWK(publicKey)
  return { kty, crv, x, y }
}

/** The owner's device with a wallet, and a device that no server knows. */
async function setup(claims: Record<string, unknown> = { deviceSince: 0 }) {
  const gateway = await createWalletGateway()
  const owner = await gateway.device()
  await owner.login(claims)
  const wallet = await owner.makeWallet()
  const next = await gateway.device()
  const post = (client: WalletClient, part: string, body: object) =>
    client.call('POST', `${path}${part}`, { body })
  const codes = async (client: WalletClient, part: string, body: object) =>
    codeOf(await post(client, part, body))

  /** What the vault states about a device that the owner's device adds. */
  const state = (more: Record<string, unknown> = {}, typ = 'device-added+jwt') => {
    const at = Math.floor(gateway.now() / 1000)
    return gateway.vault.stop({
      userId: owner.userId,
      jkt: next.key.jkt,
      now: gateway.now(),
      typ,
      claims: { by: owner.key.jkt, deviceSince: at, exp: at + 120, ...more },
    })
  }

  async function finishBody(id: string, more: Record<string, unknown> = {}) {
    const { epoch } = await (await owner.call('GET', '/wallet/v1/wallet')).json()
    return {
      id,
      statement: await state(),
      sealed: random(200),
      walletId: wallet.walletId,
      slot: { slotId: `slt_${random(12)}`, kind: 'device', wrap: random(60), share: random(), epoch },
      ...more,
    }
  }

  /** Runs a move until both devices have the other's key; returns its ID. */
  async function reveal(): Promise<string> {
    const id = random()
    expect(await codes(owner, '', { id })).toBe('204')
    expect(await codes(next, '/take', { id, key: await newMoveKey() })).toBe('204')
    expect(await codes(owner, '/reveal', { id, key: await newMoveKey() })).toBe('204')
    return id
  }

  return { ...gateway, owner, wallet, next, post, codes, state, finishBody, reveal }
}

describe('a move', () => {
  test('behavior: passes the keys and one message, adds the slot, and opens a session of the new device', async () => {
    const { owner, next, wallet, post, codes, finishBody, services, now } = await setup()
    const id = random()
    const [ownKey, nextKey] = [await newMoveKey(), await newMoveKey()]
    expect(await codes(owner, '', { id })).toBe('204')
    expect(await (await post(owner, '/state', { id })).json()).toEqual({ step: 'open' })
    expect(await codes(next, '/take', { id, key: nextKey })).toBe('204')
    expect(await (await post(next, '/wait', { id })).json()).toEqual({})
    expect(await (await post(owner, '/state', { id })).json()).toEqual({
      step: 'taken',
      key: nextKey,
      jkt: next.key.jkt,
    })
    expect(await codes(owner, '/reveal', { id, key: ownKey })).toBe('204')
    expect(await (await post(next, '/wait', { id })).json()).toEqual({ key: ownKey })
    const body = await finishBody(id)
    expect(await codes(owner, '/finish', body)).toBe('204')
    expect(await (await post(next, '/wait', { id })).json()).toEqual({ key: ownKey, sealed: body.sealed })
    expect(await (await post(owner, '/state', { id })).json()).toMatchObject({ step: 'finished' })
    const opened = await post(next, '/session', { id })
    next.tokens = await opened.json()
    expect(next.tokens?.userId).toBe(owner.userId)
    expect(await (await post(owner, '/state', { id })).json()).toMatchObject({ step: 'ended' })

    const { slots } = await (await next.call('GET', '/wallet/v1/wallet')).json()
    expect(slots).toContainEqual(expect.objectContaining({ slotId: body.slot.slotId, jkt: next.key.jkt }))
    const sharePath = `/wallet/v1/wallets/${wallet.walletId}/slots`
    const share = await next.call('POST', `${sharePath}/${body.slot.slotId}/share`, { body: {} })
    expect(await share.json()).toEqual({ share: body.slot.share })
    // No code of this server was typed on the new device: it gets no recovery share.
    const auto = wallet.slots.find(({ kind }) => kind === 'auto')?.slotId
    expect(await codeOf(await next.call('POST', `${sharePath}/${auto}/share`, { body: {} }))).not.toBe('200')
    const introduced = await services.database.selectFrom('introduced_keys').selectAll().execute()
    expect(introduced).toEqual([{ user_id: owner.userId, jkt: next.key.jkt, way: 'device', at: now() }])
    const audited = await services.database.selectFrom('audit').select(['event', 'subject']).execute()
    expect(audited).toContainEqual({ event: 'device-moved', subject: `${owner.key.jkt} ${next.key.jkt}` })
  })

  test('behavior: repeating a request changes nothing', async () => {
    const { owner, next, post, codes, finishBody, services } = await setup()
    const id = random()
    const key = await newMoveKey()
    for (let time = 0; time < 2; time += 1) expect(await codes(owner, '', { id })).toBe('204')
    for (let time = 0; time < 2; time += 1) expect(await codes(next, '/take', { id, key })).toBe('204')
    for (let time = 0; time < 2; time += 1) expect(await codes(owner, '/reveal', { id, key })).toBe('204')
    const body = await finishBody(id)
    for (let time = 0; time < 2; time += 1) expect(await codes(owner, '/finish', body)).toBe('204')
    expect(await services.database.selectFrom('wallet_slots').selectAll().execute()).toHaveLength(3)
    expect((await post(next, '/session', { id })).status).toBe(200)
    // A session is opened once; the new device has its slot, and logs in with one code.
    expect(await codes(next, '/session', { id })).toBe('move-over')
  })

  test('error: a second device that opens the same link gets nothing, and the first one is not disturbed', async () => {
    const { device, owner, next, post, codes, finishBody } = await setup()
    const id = random()
    await codes(owner, '', { id })
    const key = await newMoveKey()
    await codes(next, '/take', { id, key })
    const thief = await device()
    expect(await codes(thief, '/take', { id, key: await newMoveKey() })).toBe('move-taken')
    expect(await codes(thief, '/take', { id, key })).toBe('move-taken')
    expect(await codes(next, '/take', { id, key: await newMoveKey() })).toBe('move-taken')
    await codes(owner, '/reveal', { id, key: await newMoveKey() })
    await codes(owner, '/finish', await finishBody(id))
    expect(await codes(thief, '/wait', { id })).toBe('move-over')
    expect(await codes(thief, '/session', { id })).toBe('move-over')
    expect(await (await post(owner, '/state', { id })).json()).toMatchObject({ key, jkt: next.key.jkt })
    expect(await codes(next, '/session', { id })).toBe('200')
  })

  test('error: every step ends after two minutes', async () => {
    const { owner, next, codes, wait, finishBody, reveal } = await setup()
    const open = random()
    await codes(owner, '', { id: open })
    wait(120 * second)
    expect(await codes(next, '/take', { id: open, key: await newMoveKey() })).toBe('move-over')
    expect(await codes(owner, '/state', { id: open })).toBe('move-over')

    const revealed = await reveal()
    wait(120 * second)
    expect(await codes(owner, '/finish', await finishBody(revealed))).toBe('move-over')
    expect(await codes(next, '/wait', { id: revealed })).toBe('move-over')

    const finished = await reveal()
    expect(await codes(owner, '/finish', await finishBody(finished))).toBe('204')
    wait(120 * second)
    expect(await codes(next, '/wait', { id: finished })).toBe('move-over')
    expect(await codes(next, '/session', { id: finished })).toBe('move-over')
  })

  test('error: steps work in their order only, and only for the device they belong to', async () => {
    const { device, owner, next, codes, finishBody } = await setup()
    const stranger = await device()
    await stranger.login()
    const sibling = await device({ userId: owner.userId })
    await sibling.login({ deviceSince: 0 })
    const id = random()
    await codes(owner, '', { id })
    const key = await newMoveKey()
    expect(await codes(owner, '/reveal', { id, key })).toBe('move-over')
    expect(await codes(owner, '/finish', await finishBody(id))).toBe('move-over')
    expect(await codes(next, '/wait', { id })).toBe('move-over')
    expect(await codes(next, '/session', { id })).toBe('move-over')
    await codes(next, '/take', { id, key })
    expect(await codes(owner, '/finish', await finishBody(id))).toBe('move-over')
    for (const other of [stranger, sibling]) {
      for (const part of ['/state', '/drop']) expect(await codes(other, part, { id })).not.toBe('200')
      expect(await codes(other, '/reveal', { id, key })).toBe('move-over')
      expect(await codes(other, '', { id })).toBe('move-taken')
    }
    expect(await codes(owner, '/reveal', { id, key })).toBe('204')
    expect(await codes(owner, '/reveal', { id, key: await newMoveKey() })).toBe('move-over')
    for (const other of [stranger, sibling])
      expect(await codes(other, '/finish', await finishBody(id))).not.toBe('204')
    expect(await codes(next, '/session', { id })).toBe('move-over')
    // The older device ends it.
    expect(await codes(owner, '/drop', { id })).toBe('204')
    expect(await codes(owner, '/finish', await finishBody(id))).toBe('move-over')
    expect(await codes(next, '/wait', { id })).toBe('move-over')
  })

  test('error: a session has one move at a time', async () => {
    const { owner, next, codes } = await setup()
    const [one, other] = [random(), random()]
    await codes(owner, '', { id: one })
    await codes(owner, '', { id: other })
    const key = await newMoveKey()
    expect(await codes(next, '/take', { id: one, key })).toBe('move-over')
    expect(await codes(next, '/take', { id: other, key })).toBe('204')
  })

  test('error: a held or new device starts and finishes no move', async () => {
    const { owner, codes, now, wait, finishBody } = await setup()
    const at = Math.floor(now() / 1000)
    await owner.login({ deviceSince: at, heldUntil: at + 24 * 3600 })
    const id = random()
    expect(await codes(owner, '', { id })).toBe('device-held')
    expect(await codes(owner, '/finish', await finishBody(id))).toBe('device-held')
    wait(24 * hour + second)
    await owner.login({ deviceSince: at })
    expect(await codes(owner, '', { id })).toBe('device-too-new')
    expect(await codes(owner, '/finish', await finishBody(id))).toBe('device-too-new')
    wait(48 * hour)
    await owner.login({ deviceSince: at })
    expect(await codes(owner, '', { id })).toBe('204')
  })

  test('error: without the vault’s statement about this device, by this device, nothing is added', async () => {
    const { owner, next, codes, state, finishBody, reveal, device, now, services, vault } = await setup()
    const id = await reveal()
    const other = await device()
    const at = Math.floor(now() / 1000)
    const statements = {
      'of another type': await state({}, 'hold-cancelled+jwt'),
      'about another key': await state({ jkt: other.key.jkt }),
      'by another device': await state({ by: other.key.jkt }),
      'by the new device': await state({ by: next.key.jkt }),
      'about another user': await state({ sub: other.userId }),
      expired: await state({ iat: at - 300, exp: at - 180 }),
      'too long': await state({ exp: at + 3600 }),
      'without an end': await state({ exp: undefined }),
      'an assertion': await vault.assert({ userId: owner.userId, jkt: next.key.jkt, now: now() }),
      'no token': 'none',
    }
    for (const [name, statement] of Object.entries(statements))
      expect([name, await codes(owner, '/finish', await finishBody(id, { statement }))]).toEqual([
        name,
        'statement-invalid',
      ])
    expect(await services.database.selectFrom('wallet_slots').selectAll().execute()).toHaveLength(2)
    expect(await services.database.selectFrom('introduced_keys').selectAll().execute()).toEqual([])
    expect(await codes(next, '/session', { id })).toBe('move-over')
    expect(await codes(owner, '/finish', await finishBody(id))).toBe('204')
  })

  test('error: the vault alone moves nothing: its statement is worth nothing without the session', async () => {
    const { next, codes, finishBody, reveal } = await setup()
    const id = await reveal()
    const body = await finishBody(id)
    expect(await codes(next, '/finish', body)).toBe('session-missing')
    // A session of a user whom the vault made up, on the same key as the new device.
    await next.login()
    expect(await codes(next, '/finish', body)).toBe('move-over')
    expect(await codes(next, '/session', { id })).toBe('move-over')
  })

  test('error: when the session of the older device ends, the move ends', async () => {
    const { owner, next, codes, finishBody, reveal, device } = await setup()
    const founding = await device({ userId: owner.userId })
    await founding.login({ deviceSince: 0 })
    const end = async () => {
      const { data } = await (await founding.call('GET', '/wallet/v1/sessions')).json()
      const { id } = data.find(({ jkt }: { jkt: string }) => jkt === owner.key.jkt)
      expect((await founding.call('DELETE', `/wallet/v1/sessions/${id}`)).status).toBe(204)
    }
    const revealed = await reveal()
    const body = await finishBody(revealed)
    await end()
    expect(await codes(owner, '/finish', body)).toBe('session-revoked')
    expect(await codes(next, '/session', { id: revealed })).toBe('move-over')

    await owner.login({ deviceSince: 0 })
    const finished = await reveal()
    expect(await codes(owner, '/finish', await finishBody(finished))).toBe('204')
    await end()
    expect(await codes(next, '/session', { id: finished })).toBe('move-over')
    expect(await codes(next, '/wait', { id: finished })).toBe('move-over')
  })

  test('behavior: what the vault states about the new device holds for it: a hold can be cancelled', async () => {
    const { owner, next, post, codes, state, finishBody, reveal, now, vault, services } = await setup()
    const id = await reveal()
    const at = Math.floor(now() / 1000)
    const statement = await state({ heldUntil: at + 24 * 3600 })
    expect(await codes(owner, '/finish', await finishBody(id, { statement }))).toBe('204')
    next.tokens = await (await post(next, '/session', { id })).json()
    expect(await codeOf(await next.call('GET', '/wallet/v1/wallet'))).toBe('200')
    const { data } = await (await next.call('GET', '/wallet/v1/sessions')).json()
    const other = data.find(({ current }: { current: boolean }) => !current)
    expect(await codeOf(await next.call('DELETE', `/wallet/v1/sessions/${other.id}`))).toBe('device-held')
    expect(await codes(next, '', { id: random() })).toBe('device-held')

    const stopped = await vault.stop({ userId: owner.userId, jkt: next.key.jkt, now: now() })
    await owner.call('POST', '/wallet/v1/devices/end', { body: { statement: stopped } })
    expect(await codeOf(await next.call('GET', '/wallet/v1/wallet'))).toBe('session-revoked')
    expect(await services.database.selectFrom('introduced_keys').selectAll().execute()).toEqual([])
    expect(await services.database.selectFrom('wallet_slots').selectAll().execute()).toHaveLength(2)
  })

  test('error: a compromised vault cannot make the new device pass for an old one', async () => {
    const { owner, next, post, codes, state, finishBody, reveal } = await setup()
    const id = await reveal()
    const statement = await state({ deviceSince: 0 })
    expect(await codes(owner, '/finish', await finishBody(id, { statement }))).toBe('204')
    next.tokens = await (await post(next, '/session', { id })).json()
    const { data } = await (await next.call('GET', '/wallet/v1/sessions')).json()
    const other = data.find(({ current }: { current: boolean }) => !current)
    expect(await codeOf(await next.call('DELETE', `/wallet/v1/sessions/${other.id}`))).toBe('device-too-new')
    expect(await codes(next, '', { id: random() })).toBe('device-too-new')
  })

  test('error: a move that is cancelled or expires before the session leaves no device behind', async () => {
    const { owner, next, codes, finishBody, reveal, services, wait } = await setup()
    const introduced = () => services.database.selectFrom('introduced_keys').selectAll().execute()
    const cancelled = await reveal()
    expect(await codes(owner, '/finish', await finishBody(cancelled))).toBe('204')
    expect(await codes(owner, '/drop', { id: cancelled })).toBe('204')
    expect(await codes(next, '/session', { id: cancelled })).toBe('move-over')
    const { slots } = await (await owner.call('GET', '/wallet/v1/wallet')).json()
    expect(slots).not.toContainEqual(expect.objectContaining({ jkt: next.key.jkt }))
    expect(await introduced()).toEqual([])

    const expired = await reveal()
    expect(await codes(owner, '/finish', await finishBody(expired))).toBe('204')
    wait(121 * second)
    expect(await codes(next, '/session', { id: expired })).toBe('move-over')
    expect(await introduced()).toEqual([])
  })

  test('error: a device that is ended before it opens its session gets none', async () => {
    const { owner, next, codes, state, finishBody, reveal, now, vault } = await setup()
    const at = Math.floor(now() / 1000)
    const id = await reveal()
    const statement = await state({ heldUntil: at + 24 * 3600 })
    expect(await codes(owner, '/finish', await finishBody(id, { statement }))).toBe('204')
    const stopped = await vault.stop({ userId: owner.userId, jkt: next.key.jkt, now: now() })
    await owner.call('POST', '/wallet/v1/devices/end', { body: { statement: stopped } })
    expect(await codes(next, '/session', { id })).toBe('move-over')

    const again = await reveal()
    expect(await codes(owner, '/finish', await finishBody(again))).toBe('204')
    expect(await codeOf(await owner.call('DELETE', `/wallet/v1/devices/${next.key.jkt}`))).toBe('204')
    expect(await codes(next, '/session', { id: again })).toBe('move-over')
  })

  test('error: a stale epoch adds nothing, and the older device may try again', async () => {
    const { owner, next, codes, finishBody, reveal, services } = await setup()
    const id = await reveal()
    const body = await finishBody(id)
    const stale = { ...body, slot: { ...body.slot, epoch: body.slot.epoch + 1 } }
    expect(await codes(owner, '/finish', stale)).toBe('epoch-stale')
    expect(await services.database.selectFrom('introduced_keys').selectAll().execute()).toEqual([])
    expect(await codes(next, '/session', { id })).toBe('move-over')
    expect(await codes(owner, '/finish', body)).toBe('204')
  })
})
