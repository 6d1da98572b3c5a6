import { randomBytes } from 'node:crypto'
import { walletSiteProject } from '@portico/protocol/gateway'
import { createProofKey, type ProofKey } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { createFakeVault, newUserId } from '../../../testing/createFakeVault.ts'
import { type WalletClient, walletOrigin } from '../../../testing/createWalletClient.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'

const minute = 60_000
const hour = 60 * minute
const walletPage = { origin: walletOrigin, projectId: walletSiteProject }
const random = (bytes = 32) => randomBytes(bytes).toString('base64url')

/** A user with a wallet, logged in on the wallet's own page in the browser that founded it. */
async function founded() {
  const gateway = await createWalletGateway()
  const owner = await gateway.device()
  await owner.login({ ...walletPage, deviceSince: 0 })
  const wallet = await owner.makeWallet()
  const path = `/wallet/v1/wallets/${wallet.walletId}`
  /** The vault's statement that it has mailed the owner about a code. */
  const state = ({ userId, key: { jkt } }: WalletClient, claims = {}) =>
    gateway.vault.noticeExport({ userId, jkt, now: gateway.now(), claims: { kind: 'code', ...claims } })
  /** Stores the slot of a recovery code; returns the slot and the response. */
  async function store(client: WalletClient, { jkt }: Pick<ProofKey, 'jkt'>, changes: object = {}) {
    const { epoch } = await (await client.call('GET', '/wallet/v1/wallet')).json()
    const slot = { slotId: `slt_${random(12)}`, wrap: random(60), share: random(), proofKey: jkt, epoch }
    const body = { ...slot, statement: await state(client), ...changes }
    return { slot: body, answer: await client.call('POST', `${path}/code`, { body }) }
  }
  /** Sends what the page sends for a typed code: a request without a session, signed with the key of the code. */
  const recover = async (key: ProofKey, options = {}) =>
    (await gateway.device({ key })).call('POST', '/wallet/v1/recovery', { body: {}, ...options })
  const slotsOf = async (): Promise<{ slotId: string; kind: string; jkt?: string }[]> =>
    (await (await owner.call('GET', '/wallet/v1/wallet')).json()).slots
  const { database } = gateway.services
  return { ...gateway, database, owner, wallet, path, state, store, recover, slotsOf }
}

describe('a recovery code', () => {
  test('behavior: its key alone gets the encrypted wallet and the share, without a session', async () => {
    const { owner, wallet, store, recover, slotsOf, database } = await founded()
    const key = await createProofKey()
    const { slot, answer } = await store(owner, key)
    expect(await codeOf(answer)).toBe('200')
    expect(await slotsOf()).toContainEqual(expect.objectContaining({ slotId: slot.slotId, kind: 'code' }))
    expect((await slotsOf()).find(({ kind }) => kind === 'code')).not.toHaveProperty('jkt')
    const { walletId, vault, check, address } = wallet
    expect(await (await recover(key)).json()).toEqual({
      walletId,
      userId: owner.userId,
      vault,
      check,
      address,
      slot: { slotId: slot.slotId, wrap: slot.wrap, epoch: slot.epoch },
      share: slot.share,
    })
    const events = await database
      .selectFrom('audit')
      .select('event')
      .where('subject', '=', slot.slotId)
      .orderBy('seq')
      .execute()
    expect(events.map(({ event }) => event)).toEqual(['code-added', 'share-code'])
  })

  test('behavior: a new code replaces the old one, and a removed one opens nothing', async () => {
    const { owner, path, store, recover, slotsOf } = await founded()
    const [first, second] = [await createProofKey(), await createProofKey()]
    await store(owner, first)
    const { slot } = await store(owner, second)
    expect((await slotsOf()).filter(({ kind }) => kind === 'code')).toHaveLength(1)
    expect(await codeOf(await recover(first))).toBe('code-unknown')
    expect(await codeOf(await recover(second))).toBe('200')
    expect((await owner.call('DELETE', `${path}/slots/${slot.slotId}`)).status).toBe(204)
    expect(await codeOf(await recover(second))).toBe('code-unknown')
    expect((await slotsOf()).map(({ kind }) => kind).sort()).toEqual(['auto', 'device'])
  })

  test('behavior: repeating the request changes nothing; a stale epoch and the key of another code are refused', async () => {
    const { device, owner, path, state, store } = await founded()
    const key = await createProofKey()
    const { slot } = await store(owner, key)
    expect(await (await owner.call('POST', `${path}/code`, { body: slot })).json()).toEqual({
      epoch: slot.epoch + 1,
    })
    const { answer: stale } = await store(owner, await createProofKey(), { epoch: slot.epoch })
    expect(await codeOf(stale)).toBe('epoch-stale')
    const other = await device()
    await other.login({ ...walletPage, deviceSince: 0 })
    const { walletId } = await other.makeWallet()
    const taken = await other.call('POST', `/wallet/v1/wallets/${walletId}/code`, {
      body: { ...slot, slotId: `slt_${random(12)}`, epoch: 1, statement: await state(other) },
    })
    expect(await codeOf(taken)).toBe('code-taken')
  })

  test('behavior: neither 200 further logins nor the sweep of slots removes it', async () => {
    const { owner, device, wallet, path, store, recover, wait } = await founded()
    const key = await createProofKey()
    await store(owner, key)
    for (let login = 0; login < 100; login++) {
      const partition = await device({ userId: owner.userId })
      await partition.login()
      const { epoch } = await (await partition.call('GET', '/wallet/v1/wallet')).json()
      const body = { slotId: `slt_${random(12)}`, kind: 'device', wrap: random(60), share: random(), epoch }
      expect(await codeOf(await partition.call('POST', `${path}/slots`, { body }))).toBe('200')
    }
    wait(200 * 24 * hour)
    const later = await device({ userId: owner.userId })
    await later.login()
    const auto = wallet.slots.find(({ kind }) => kind === 'auto')
    await later.call('POST', `${path}/slots/${auto?.slotId}/share`, { body: {} })
    const { slots } = await (await later.call('GET', '/wallet/v1/wallet')).json()
    expect(slots.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['auto', 'code'])
    expect(await codeOf(await recover(key))).toBe('200')
  }, 60_000)
})

describe('attacks on recovery codes', () => {
  test('error: a session, even of the device that made it, gets no share of the code', async () => {
    const { owner, path, store } = await founded()
    const { slot } = await store(owner, await createProofKey())
    const answer = await owner.call('POST', `${path}/slots/${slot.slotId}/share`, { body: {} })
    expect(await codeOf(answer)).toBe('slot-not-yours')
  })

  test('error: is not made, replaced or removed by an old login, a login on another page, a held or a new device', async () => {
    const { device, owner, path, store, slotsOf, now, wait } = await founded()
    const { slot } = await store(owner, await createProofKey())
    const attempts = async (client: WalletClient) => [
      await codeOf((await store(client, await createProofKey())).answer),
      await codeOf(await client.call('DELETE', `${path}/slots/${slot.slotId}`)),
    ]
    const seconds = Math.floor(now() / 1000)
    const { userId } = owner
    const held = await device({ userId })
    await held.login({ ...walletPage, deviceSince: seconds, heldUntil: seconds + 3600 })
    expect(await attempts(held)).toEqual(['device-held', 'device-held'])
    const fresh = await device({ userId })
    await fresh.login({ ...walletPage, deviceSince: seconds })
    expect(await attempts(fresh)).toEqual(['device-too-new', 'device-too-new'])
    const elsewhere = await device({ userId, key: owner.key })
    await elsewhere.login({ deviceSince: 0 })
    expect(await attempts(elsewhere)).toEqual(['wallet-page-only', 'wallet-page-only'])
    wait(10 * minute)
    const { refreshToken } = owner.tokens ?? {}
    owner.tokens = await (
      await owner.call('POST', '/wallet/v1/sessions/refresh', { body: { refreshToken } })
    ).json()
    expect(await attempts(owner)).toEqual(['login-too-old', 'login-too-old'])
    expect(await slotsOf()).toContainEqual(expect.objectContaining({ slotId: slot.slotId }))
  })

  test('error: none is stored unless the vault has mailed the owner about it', async () => {
    const { owner, vault, state, store, slotsOf, now, wait } = await founded()
    const { userId, key } = owner
    const late = await state(owner)
    for (const statement of [
      'nonsense',
      await (await createFakeVault()).noticeExport({ userId, jkt: key.jkt, now: now() }),
      await state(owner, { kind: 'backup' }),
      await state(owner, { kind: 'words' }),
      await state(owner, { sub: newUserId() }),
      await state(owner, { jkt: 'A'.repeat(43) }),
      await vault.stop({ userId, jkt: key.jkt, now: now() }),
    ]) {
      const { answer } = await store(owner, await createProofKey(), { statement })
      expect(await codeOf(answer)).toBe('statement-invalid')
    }
    const { answer } = await store(owner, await createProofKey(), { statement: undefined })
    expect(await codeOf(answer)).toBe('invalid-request')
    wait(4 * minute)
    expect(await codeOf((await store(owner, await createProofKey(), { statement: late })).answer)).toBe(
      'statement-invalid',
    )
    expect((await slotsOf()).filter(({ kind }) => kind === 'code')).toEqual([])
    const statement = await state(owner)
    expect(await codeOf((await store(owner, await createProofKey(), { statement })).answer)).toBe('200')
    // For one code only.
    expect(await codeOf((await store(owner, await createProofKey(), { statement })).answer)).toBe(
      'statement-invalid',
    )
  })

  test('error: guessing the key, replaying a proof, or a proof for another route or without a nonce opens nothing', async () => {
    const { owner, store, recover, device, now } = await founded()
    const key = await createProofKey()
    const { slot } = await store(owner, key)
    for (let guess = 0; guess < 50; guess++)
      expect(await codeOf(await recover(await createProofKey()))).toBe('code-unknown')
    // The device's own key is none of a code.
    expect(await codeOf(await recover(owner.key))).toBe('code-unknown')
    const client = await device({ key })
    const first = await client.call('POST', '/wallet/v1/recovery', { body: {} })
    expect((await first.json()).share).toBe(slot.share)
    const nonce = first.headers.get('dpop-nonce') ?? ''
    const url = 'http://localhost:4401/wallet/v1/recovery'
    const proof = (changes = {}) => key.prove({ method: 'POST', url, now: now(), nonce, ...changes })
    const send = async (dpop: string | undefined) =>
      codeOf(await client.call('POST', '/wallet/v1/recovery', { body: {}, headers: { dpop } }))
    const good = await proof()
    expect(await send(good)).toBe('200')
    expect(await send(good)).toBe('dpop-invalid')
    expect(await send(await proof({ url: url.replace('recovery', 'wallet') }))).toBe('dpop-invalid')
    expect(await send(await proof({ nonce: undefined }))).toBe('use-dpop-nonce')
    expect(await send(await proof({ now: now() - 5 * minute }))).toBe('dpop-invalid')
    const swapped = { header: { jwk: key.jwk } }
    expect(
      await send(
        await (await createProofKey()).prove({ method: 'POST', url, now: now(), nonce, ...swapped }),
      ),
    ).toBe('dpop-invalid')
    expect(await send(undefined)).toBe('dpop-missing')
  })

  test('error: too many requests from one address are refused before any key is looked up', async () => {
    const { recover } = await founded()
    const codes = new Set<string>()
    for (let guess = 0; guess < 400 && !codes.has('rate-limited'); guess++)
      codes.add(await codeOf(await recover(await createProofKey())))
    expect([...codes].sort()).toEqual(['code-unknown', 'rate-limited'])
  })

  test('error: only the wallet site may ask, and the wallet of another user is not served', async () => {
    const { owner, device, state, store, recover, path } = await founded()
    const key = await createProofKey()
    await store(owner, key)
    const foreign = await recover(key, { headers: { origin: 'https://evil.example' } })
    expect(await codeOf(foreign)).not.toBe('200')
    const thief = await device()
    await thief.login({ ...walletPage, deviceSince: 0 })
    await thief.makeWallet()
    const body = {
      slotId: `slt_${random(12)}`,
      wrap: random(60),
      share: random(),
      proofKey: key.jkt,
      epoch: 2,
      statement: await state(thief),
    }
    expect(await codeOf(await thief.call('POST', `${path}/code`, { body }))).toBe('no-wallet')
  })
})
