import { walletSiteProject } from '@portico/protocol/gateway'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { createFakeVault, newUserId } from '../../../testing/createFakeVault.ts'
import { createIntroductionGateway } from '../../../testing/createIntroductionGateway.ts'
import { type WalletClient, walletOrigin } from '../../../testing/createWalletClient.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'

const minute = 60_000
const walletPage = { origin: walletOrigin, projectId: walletSiteProject }

/** A user with a wallet, logged in on the wallet's own page in the browser that founded it. */
async function founded() {
  const gateway = await createWalletGateway()
  const { vault, now } = gateway
  const owner = await gateway.device()
  await owner.login({ ...walletPage, deviceSince: 0 })
  const { walletId, slots } = await owner.makeWallet()
  const [device, auto] = slots
  if (!device || !auto) throw new Error('a wallet has two slots')
  /** The vault's statement about an export by the client's key. */
  const state = ({ userId, key }: WalletClient, claims = {}) =>
    vault.noticeExport({ userId, jkt: key.jkt, now: now(), claims })
  const send = (client: WalletClient, statement: string, slotId = device.slotId) =>
    client.call('POST', `/wallet/v1/wallets/${walletId}/slots/${slotId}/export`, { body: { statement } })
  const sendCode = async (client: WalletClient, statement: string, slotId?: string) =>
    codeOf(await send(client, statement, slotId))
  const exported = async () => {
    const rows = await gateway.services.database
      .selectFrom('audit')
      .select('event')
      .where('event', 'like', 'export-%')
      .execute()
    return rows.map(({ event }) => event)
  }
  return { ...gateway, owner, device: { ...gateway, slot: device }, auto, state, send, sendCode, exported }
}

describe('exporting the key', () => {
  test.each(['words', 'backup'] as const)(
    'behavior: %s: the share of the own device is released with the vault’s statement, and audited',
    async (kind) => {
      const { owner, device, state, send, exported } = await founded()
      const response = await send(owner, await state(owner, { kind }))
      expect(await response.json()).toEqual({ share: device.slot.share })
      expect(await exported()).toEqual([`export-${kind}`])
    },
  )

  test('behavior: works for ten minutes after the login', async () => {
    const { owner, state, sendCode, wait, exported } = await founded()
    wait(10 * minute - 1000)
    const { refreshToken } = owner.tokens ?? {}
    const refresh = async () => {
      const body = { refreshToken }
      owner.tokens = await (await owner.call('POST', '/wallet/v1/sessions/refresh', { body })).json()
    }
    await refresh()
    expect(await sendCode(owner, await state(owner))).toBe('200')
    wait(1000)
    expect(await sendCode(owner, await state(owner))).toBe('login-too-old')
    await owner.login({ ...walletPage, deviceSince: 0 })
    expect(await sendCode(owner, await state(owner))).toBe('200')
    expect(await exported()).toHaveLength(2)
  })
})

describe('attacks on exports', () => {
  test('error: a request is not repeated: each statement is valid once, also for twenty at the same time', async () => {
    const { owner, state, sendCode, exported } = await founded()
    const statement = await state(owner)
    const codes = await Promise.all(Array.from({ length: 20 }, () => sendCode(owner, statement)))
    expect(codes.filter((code) => code === '200')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['200', 'statement-invalid']))
    expect(await sendCode(owner, statement)).toBe('statement-invalid')
    expect(await exported()).toEqual(['export-words'])
  })

  test('error: a second device, held or new, exports nothing, and no device the slot of another', async () => {
    const { owner, device, auto, state, sendCode, now, exported } = await founded()
    const { userId } = owner
    const seconds = Math.floor(now() / 1000)
    const held = await device.device({ userId })
    await held.login({ ...walletPage, deviceSince: seconds, heldUntil: seconds + 3600 })
    expect(await sendCode(held, await state(held))).toBe('device-held')
    const young = await device.device({ userId })
    await young.login({ ...walletPage, deviceSince: seconds })
    expect(await sendCode(young, await state(young))).toBe('device-too-new')
    const old = await device.device({ userId })
    await old.login({ ...walletPage, deviceSince: 0 })
    expect(await sendCode(old, await state(old))).toBe('slot-not-yours')
    expect(await sendCode(owner, await state(owner), auto.slotId)).toBe('slot-not-yours')
    expect(await exported()).toEqual([])
  })

  test('error: a second login of the same device, on another page, exports nothing', async () => {
    const { owner, device, state, sendCode, exported } = await founded()
    const inFrame = await device.device({ userId: owner.userId, key: owner.key })
    await inFrame.login({ deviceSince: 0 })
    expect(await sendCode(inFrame, await state(inFrame))).toBe('wallet-page-only')
    expect(await exported()).toEqual([])
  })

  test('error: the statement must be the vault’s, of this kind, for this user and key, and not expired', async () => {
    const { owner, vault, state, sendCode, now, wait, exported } = await founded()
    const { userId, key } = owner
    const foreign = await createFakeVault()
    const late = await state(owner)
    for (const statement of [
      'nonsense',
      await foreign.noticeExport({ userId, jkt: key.jkt, now: now() }),
      await state(owner, { sub: newUserId() }),
      await state(owner, { jkt: 'A'.repeat(43) }),
      await state(owner, { kind: 'everything' }),
      await state(owner, { kind: 'code' }),
      await state(owner, { kind: 'import' }),
      await state(owner, { jti: undefined }),
      await state(owner, { exp: Math.floor(now() / 1000) + 3600 }),
      await vault.stop({ userId, jkt: key.jkt, now: now() }),
    ])
      expect(await sendCode(owner, statement)).toBe('statement-invalid')
    wait(4 * minute)
    expect(await sendCode(owner, late)).toBe('statement-invalid')
    expect(await exported()).toEqual([])
  })

  test.each(['optional', 'required'])(
    'error: INTRODUCTIONS=%s: a compromised vault cannot export the key of a user with an identity',
    async (mode) => {
      const { visitor, vault, now } = await createIntroductionGateway({ env: { INTRODUCTIONS: mode } })
      const ada = await visitor({ email: 'ada@example.com' })
      await ada.start()
      await ada.mail()
      ada.client.tokens = await (await ada.enter(await ada.code())).json()
      const { walletId, slots } = await ada.client.makeWallet()
      // An assertion of the vault alone, even for a key that has been introduced.
      await ada.client.login({ ...walletPage, deviceSince: 0 })
      const { userId, key } = ada.client
      const statement = await vault.noticeExport({ userId, jkt: key.jkt, now: now() })
      const path = `/wallet/v1/wallets/${walletId}/slots/${slots[0]?.slotId}/export`
      const answer = await ada.client.call('POST', path, { body: { statement } })
      expect(await codeOf(answer)).toBe('introduction-required')
    },
  )
})
