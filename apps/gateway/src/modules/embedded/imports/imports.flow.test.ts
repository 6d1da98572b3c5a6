import { randomBytes } from 'node:crypto'
import { type CreateWalletRequest, walletSiteProject } from '@portico/protocol/gateway'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import {
  newWallet,
  signConfirmation,
  type WalletClient,
  walletOrigin,
} from '../../../testing/createWalletClient.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'

const minute = 60_000
const path = '/wallet/v1/imports'
const walletPage = { origin: walletOrigin, projectId: walletSiteProject, deviceSince: 0 }
const random = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** A user with a wallet, logged in on the wallet's own page in the browser that founded it, and on a site in a frame. */
async function founded() {
  const gateway = await createWalletGateway()
  const { vault, now } = gateway
  const owner = await gateway.device()
  await owner.login(walletPage)
  const old = await owner.makeWallet()
  const site = await gateway.device({ userId: owner.userId })
  await site.login({ deviceSince: 0 })

  const state = ({ userId, key }: WalletClient, claims = {}) =>
    vault.noticeExport({ userId, jkt: key.jkt, now: now(), claims: { kind: 'import', ...claims } })
  const start = async (
    client: WalletClient,
    wallet: CreateWalletRequest,
    { replaces = old.walletId, statement }: { replaces?: string; statement?: string } = {},
  ) =>
    client.call('POST', path, {
      body: { ...wallet, replaces, statement: statement ?? (await state(client)) },
    })
  const startCode = async (...call: Parameters<typeof start>) => codeOf(await start(...call))

  async function confirm(client: WalletClient, wallet: CreateWalletRequest, changes: object = {}) {
    const { walletId, slots, address } = wallet
    const { userId, key } = client
    const read = await client.call('GET', `/wallet/v1/wallets/${walletId}`)
    const { confirmNonce: nonce = random() } = await read.json()
    const auto = slots.find(({ kind }) => kind === 'auto')
    const mac = random()
    const body = {
      proofs: slots.map(({ slotId }) => ({ slotId, mac })),
      receipt: await vault.receipt({
        userId,
        walletId,
        slotId: auto?.slotId ?? '',
        jkt: key.jkt,
        now: now(),
      }),
      signature: await signConfirmation({ userId, walletId, address, nonce }),
      ...changes,
    }
    return client.call('POST', `${path}/${walletId}/confirm`, { body })
  }
  const confirmCode = async (...call: Parameters<typeof confirm>) => codeOf(await confirm(...call))

  const current = async (client: WalletClient) =>
    (await (await client.call('GET', '/wallet/v1/wallet')).json()) as CreateWalletRequest & {
      status: string
      code?: string
    }
  const statuses = async () =>
    Object.fromEntries(
      (await gateway.services.database.selectFrom('embedded_wallets').select(['id', 'status']).execute()).map(
        ({ id, status }) => [id, status],
      ),
    )
  return { ...gateway, owner, old, site, state, start, startCode, confirm, confirmCode, current, statuses }
}

describe('an import', () => {
  test('behavior: replaces the wallet once it is confirmed; the old one is retired and can still be opened', async () => {
    const { owner, old, site, startCode, confirmCode, current, statuses, services } = await founded()
    const next = newWallet()
    expect(await startCode(owner, next)).toBe('200')
    // Until it is confirmed, nothing changes.
    expect(await current(owner)).toMatchObject({ walletId: old.walletId, status: 'active' })
    expect(await statuses()).toEqual({ [old.walletId]: 'active', [next.walletId]: 'pending' })
    const share = async (client: WalletClient, wallet: CreateWalletRequest, kind: string) => {
      const slot = wallet.slots.find((slot) => slot.kind === kind)
      const slotPath = `/wallet/v1/wallets/${wallet.walletId}/slots/${slot?.slotId}/share`
      return (await (await client.call('POST', slotPath, { body: {} })).json()).share === slot?.share
    }
    expect(await share(owner, next, 'device')).toBe(true)
    expect(await share(owner, next, 'auto')).toBe(true)
    expect(await confirmCode(owner, next)).toBe('200')
    expect(await current(owner)).toMatchObject({ walletId: next.walletId, status: 'active' })
    expect(await statuses()).toEqual({ [old.walletId]: 'retired', [next.walletId]: 'active' })
    // A retry of the last request.
    expect(await confirmCode(owner, next)).toBe('200')

    const listed = await (await owner.call('GET', '/wallet/v1/wallets')).json()
    expect(listed).toEqual({ data: [{ walletId: old.walletId, address: old.address, status: 'retired' }] })
    const retired = await (await owner.call('GET', `/wallet/v1/wallets/${old.walletId}`)).json()
    expect(retired).toMatchObject({ vault: old.vault, check: old.check, status: 'retired' })
    expect(retired.slots).toHaveLength(2)
    for (const kind of ['device', 'auto']) expect(await share(owner, old, kind)).toBe(true)
    // Other pages must log in again, and then show the new address; the key stays known.
    expect(await codeOf(await site.call('GET', '/wallet/v1/wallet'))).toBe('session-revoked')
    const events = await services.database.selectFrom('audit').select(['event', 'subject']).execute()
    expect(events).toEqual(
      expect.arrayContaining([
        { event: 'import-started', subject: next.walletId },
        { event: 'wallet-retired', subject: old.walletId },
        { event: 'wallet-imported', subject: next.walletId },
      ]),
    )
  })

  test('behavior: another import takes the place of one that was not confirmed; a second one retires the first', async () => {
    const { owner, old, startCode, confirmCode, current, statuses } = await founded()
    const [lost, first, second] = [newWallet(), newWallet(), newWallet()]
    expect(await startCode(owner, lost)).toBe('200')
    expect(await startCode(owner, first)).toBe('200')
    expect(await confirmCode(owner, lost)).toBe('no-wallet')
    expect(await confirmCode(owner, first)).toBe('200')
    expect(await startCode(owner, second)).toBe('no-wallet')
    expect(await startCode(owner, second, { replaces: first.walletId })).toBe('200')
    expect(await confirmCode(owner, second)).toBe('200')
    expect(await current(owner)).toMatchObject({ walletId: second.walletId })
    expect(await statuses()).toEqual({
      [old.walletId]: 'retired',
      [first.walletId]: 'retired',
      [second.walletId]: 'active',
    })
  })

  test('behavior: repeating the first request returns the same response', async () => {
    const { owner, start, state } = await founded()
    const next = newWallet()
    const statement = await state(owner)
    const one = await (await start(owner, next, { statement })).json()
    expect(await (await start(owner, next, { statement })).json()).toEqual(one)
  })
})

describe('attacks on imports', () => {
  test('error: only in a fresh login on the wallet’s own page, on a device that is neither held nor new', async () => {
    const { owner, site, device, now, wait, startCode, confirmCode, statuses, old } = await founded()
    const at = Math.floor(now() / 1000)
    expect(await startCode(site, newWallet())).toBe('wallet-page-only')
    const held = await device({ userId: owner.userId })
    await held.login({ ...walletPage, deviceSince: at, heldUntil: at + 3600 })
    expect(await startCode(held, newWallet())).toBe('device-held')
    const young = await device({ userId: owner.userId })
    await young.login({ ...walletPage, deviceSince: at })
    expect(await startCode(young, newWallet())).toBe('device-too-new')
    const next = newWallet()
    expect(await startCode(owner, next)).toBe('200')
    wait(10 * minute)
    const { refreshToken } = owner.tokens ?? {}
    const fresh = await owner.call('POST', '/wallet/v1/sessions/refresh', { body: { refreshToken } })
    owner.tokens = await fresh.json()
    expect(await startCode(owner, newWallet())).toBe('login-too-old')
    expect(await confirmCode(owner, next)).toBe('login-too-old')
    expect((await statuses())[old.walletId]).toBe('active')
  })

  test('error: not without the vault’s statement that the owner was mailed, which is for imports only', async () => {
    const { owner, old, device, state, startCode, wait } = await founded()
    const other = await device()
    for (const statement of [
      'nonsense',
      await state(owner, { kind: 'backup' }),
      await state(owner, { jkt: other.key.jkt }),
      await state(owner, { sub: other.userId }),
    ])
      expect(await startCode(owner, newWallet(), { statement })).toBe('statement-invalid')
    const statement = await state(owner)
    expect(await startCode(owner, newWallet(), { statement })).toBe('200')
    expect(await startCode(owner, newWallet(), { statement })).toBe('statement-invalid')
    // Nor does it release what an export needs.
    const slot = old.slots.find(({ kind }) => kind === 'device')?.slotId
    const exportPath = `/wallet/v1/wallets/${old.walletId}/slots/${slot}/export`
    const body = { statement: await state(owner) }
    expect(await codeOf(await owner.call('POST', exportPath, { body }))).toBe('statement-invalid')
    const late = await state(owner)
    wait(4 * minute)
    await owner.login(walletPage)
    expect(await startCode(owner, newWallet(), { statement: late })).toBe('statement-invalid')
  })

  test('error: not without the proofs, the signature by the address and the vault’s receipt', async () => {
    const { owner, old, start, confirmCode, vault, now, statuses } = await founded()
    const next = newWallet()
    await start(owner, next)
    const { userId, key } = owner
    const [slotId = '', autoId = ''] = next.slots.map(({ slotId }) => slotId)
    const macs = [random(), random()]
    const receipt = (more: object) =>
      vault.receipt({ userId, walletId: next.walletId, slotId: autoId, jkt: key.jkt, now: now(), ...more })
    const attempts: [string, object][] = [
      ['proof-mismatch', { proofs: [slotId, autoId].map((slotId, at) => ({ slotId, mac: macs[at] })) }],
      ['confirmation-invalid', { signature: `0x${'11'.repeat(64)}1b` }],
      ['receipt-invalid', { receipt: await receipt({ slotId }) }],
      ['receipt-invalid', { receipt: await receipt({ walletId: old.walletId }) }],
    ]
    for (const [code, changes] of attempts) expect(await confirmCode(owner, next, changes)).toBe(code)
    expect((await statuses())[old.walletId]).toBe('active')
    // Not by the request that confirms a first wallet either.
    const confirmed = await owner.confirm(next)
    expect(await codeOf(confirmed)).not.toBe('200')
    expect(await statuses()).toEqual({ [old.walletId]: 'active', [next.walletId]: 'pending' })
    expect(await confirmCode(owner, next)).toBe('200')
  })

  test('error: another user’s address stays theirs, and nothing changes; the own address may be imported', async () => {
    const { owner, old, device, start, confirmCode, current, statuses } = await founded()
    const victim = await device()
    await victim.login()
    const theirs = await victim.makeWallet()
    const copy = { ...newWallet(), address: theirs.address }
    await start(owner, copy)
    expect(await confirmCode(owner, copy)).toBe('address-taken')
    expect(await current(owner)).toMatchObject({ walletId: old.walletId, status: 'active' })
    expect(await current(victim)).toMatchObject({ walletId: theirs.walletId, status: 'active' })
    const own = { ...newWallet(), address: old.address }
    await start(owner, own)
    expect(await confirmCode(owner, own)).toBe('200')
    expect((await statuses())[old.walletId]).toBe('retired')
  })

  test('error: other users neither read nor confirm it', async () => {
    const { owner, device, start, confirmCode } = await founded()
    const next = newWallet()
    await start(owner, next)
    const other = await device()
    await other.login(walletPage)
    await other.makeWallet()
    expect(await codeOf(await other.call('GET', `/wallet/v1/wallets/${next.walletId}`))).toBe('no-wallet')
    expect(await confirmCode(other, next)).toBe('no-wallet')
    const { data } = await (await other.call('GET', '/wallet/v1/wallets')).json()
    expect(data).toEqual([])
  })
})
