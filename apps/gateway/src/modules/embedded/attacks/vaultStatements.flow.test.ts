import { walletSiteProject } from '@portico/protocol/gateway'
import { createProofKey } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { createFakeVault, newUserId } from '../../../testing/createFakeVault.ts'
import { newWallet, signConfirmation, walletOrigin } from '../../../testing/createWalletClient.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'

const minute = 60_000

describe('identity assertions', () => {
  test('error: refuses an assertion that is reused, expired, too long, malformed, or for another key, vault, project or page', async () => {
    const { device, vault, now, wait } = await createWalletGateway()
    const owner = await device()
    const login = async (assertion: string, key = owner.key) =>
      codeOf(await owner.call('POST', '/wallet/v1/sessions', { body: { assertion }, key }))
    const { userId, key } = owner
    const assert = (claims = {}, header = {}) =>
      vault.assert({ userId, jkt: key.jkt, now: now(), claims, header })
    const seconds = Math.floor(now() / 1000)
    const good = await assert()
    expect(await login(good, await createProofKey())).toBe('assertion-invalid')
    expect(await login(good)).toBe('200')
    expect(await login(good)).toBe('assertion-used')
    const foreign = await createFakeVault()
    expect(await login(await foreign.assert({ userId, jkt: key.jkt, now: now() }))).toBe('assertion-invalid')
    expect(await login(await assert({ projectId: 'none' }))).toBe('invalid-key')
    expect(await login(await assert({ origin: 'https://evil.example' }))).toBe('origin-not-allowed')
    expect(await login(await assert({ iss: 'http://evil.example' }))).toBe('assertion-invalid')
    expect(await login(await assert({ aud: 'portico-wallet' }))).toBe('assertion-invalid')
    expect(await login(await assert({ sub: 'x' }))).toBe('assertion-invalid')
    expect(await login(await assert({ jti: undefined }))).toBe('assertion-invalid')
    expect(await login(await assert({ exp: seconds + 3600 }))).toBe('assertion-invalid')
    expect(await login(await assert({ iat: seconds + 61, exp: seconds + 100 }))).toBe('jwt-not-yet-valid')
    expect(await login(await assert({}, { typ: 'auto-receipt+jwt' }))).toBe('assertion-invalid')
    expect(await login(await assert({}, { kid: 'x' }))).toBe('assertion-invalid')
    const late = await assert()
    wait(60_000 + 61_000)
    expect(await login(late)).toBe('assertion-expired')
  })

  test('behavior: the wallet’s own page belongs to no project; no other page may use its project ID', async () => {
    const { device, vault, now } = await createWalletGateway()
    const owner = await device()
    const login = async (claims: Record<string, unknown>) => {
      const assertion = await vault.assert({ userId: owner.userId, jkt: owner.key.jkt, now: now(), claims })
      return codeOf(await owner.call('POST', '/wallet/v1/sessions', { body: { assertion } }))
    }
    expect(await login({ origin: walletOrigin, projectId: walletSiteProject })).toBe('200')
    expect(await login({ origin: 'http://localhost:4400', projectId: walletSiteProject })).toBe('invalid-key')
  })

  test('behavior: of twenty simultaneous logins with one assertion, one succeeds', async () => {
    const { device, vault, now } = await createWalletGateway()
    const owner = await device()
    const assertion = await vault.assert({ userId: owner.userId, jkt: owner.key.jkt, now: now() })
    const codes = await Promise.all(
      Array.from({ length: 20 }, async () =>
        codeOf(await owner.call('POST', '/wallet/v1/sessions', { body: { assertion } })),
      ),
    )
    expect(codes.filter((code) => code === '200')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['200', 'assertion-used']))
  })

  test('behavior: caches the vault’s keys, loads a new key at once, and sends no requests for invented key IDs', async () => {
    const { device, vault, now, wait } = await createWalletGateway()
    const owner = await device()
    await owner.login()
    await owner.login()
    expect(vault.asked).toBe(1)
    wait(11_000)
    await vault.changeKey()
    await owner.login()
    expect(vault.asked).toBe(2)
    for (let attempt = 0; attempt < 20; attempt++) {
      const assertion = await vault.assert({
        userId: owner.userId,
        jkt: owner.key.jkt,
        now: now(),
        header: { kid: `made-up-${attempt}` },
      })
      await owner.call('POST', '/wallet/v1/sessions', { body: { assertion } })
    }
    expect(vault.asked).toBe(2)
    vault.isUnreachable = true
    wait(10 * minute)
    // Cached keys can still be used.
    await owner.login()
    expect(vault.asked).toBe(3)
  })

  test('error: returns vault-unavailable if the vault was never reachable', async () => {
    const { device, vault, now } = await createWalletGateway()
    vault.isUnreachable = true
    const owner = await device()
    const assertion = await vault.assert({ userId: owner.userId, jkt: owner.key.jkt, now: now() })
    const response = await owner.call('POST', '/wallet/v1/sessions', { body: { assertion } })
    expect([response.status, await codeOf(response)]).toEqual([503, 'vault-unavailable'])
  })
})

describe('creating a wallet', () => {
  test('error: refuses missing or different proofs, and a receipt for something else', async () => {
    const { device, vault, now } = await createWalletGateway()
    const owner = await device()
    await owner.login()
    const wallet = await owner.makeWallet('pending')
    const { walletId, slots, address, check: mac } = wallet
    const { userId } = owner
    const { confirmNonce: nonce } = await (await owner.call('GET', '/wallet/v1/wallet')).json()
    const signature = await signConfirmation({ userId, walletId, address, nonce })
    const [deviceSlot, autoSlot] = slots.map(({ slotId }) => slotId) as [string, string]
    const good = { userId: owner.userId, walletId, slotId: autoSlot, jkt: owner.key.jkt, now: now() }
    const confirm = async (proofs: unknown[], receipt: string) =>
      codeOf(
        await owner.call('POST', `/wallet/v1/wallets/${walletId}/confirm`, {
          body: { proofs, receipt, signature },
        }),
      )
    const both = [
      { slotId: deviceSlot, mac },
      { slotId: autoSlot, mac },
    ]
    const receipt = await vault.receipt(good)
    const other = newWallet().check
    expect(
      await confirm(
        [
          { slotId: deviceSlot, mac },
          { slotId: deviceSlot, mac },
        ],
        receipt,
      ),
    ).toBe('proof-mismatch')
    expect(
      await confirm(
        [
          { slotId: deviceSlot, mac },
          { slotId: autoSlot, mac: other },
        ],
        receipt,
      ),
    ).toBe('proof-mismatch')
    expect(await confirm([...both, { slotId: 'slt_other_one', mac }], receipt)).toBe('proof-mismatch')
    const wrong = [
      await vault.receipt({ ...good, userId: newUserId() }),
      await vault.receipt({ ...good, walletId: 'wlt_another' }),
      await vault.receipt({ ...good, slotId: deviceSlot }),
      await vault.receipt({ ...good, jkt: (await createProofKey()).jkt }),
      await vault.receipt({ ...good, typ: 'identity+jwt' }),
      await (await createFakeVault()).receipt(good),
      'x',
    ]
    for (const receipt of wrong) expect(await confirm(both, receipt)).toBe('receipt-invalid')
    expect((await (await owner.call('GET', '/wallet/v1/wallet')).json()).status).toBe('pending')
    const slot = { ...newWallet().slots[0], epoch: 1 }
    expect(
      await codeOf(await owner.call('POST', `/wallet/v1/wallets/${walletId}/slots`, { body: slot })),
    ).toBe('no-wallet')
    expect(await confirm(both, receipt)).toBe('200')
    // A retry of the same request.
    expect(await confirm(both, receipt)).toBe('200')
    expect(await codeOf(await owner.call('DELETE', `/wallet/v1/wallets/${walletId}`))).toBe('no-wallet')
    expect(await codeOf(await owner.call('DELETE', `/wallet/v1/wallets/${walletId}/slots/${autoSlot}`))).toBe(
      'slot-last',
    )
    expect(
      await codeOf(await owner.call('DELETE', `/wallet/v1/wallets/${walletId}/slots/${deviceSlot}`)),
    ).toBe('204')
  })

  test('behavior: of simultaneous requests one creates the wallet; a retry returns the same response; a pending wallet can be deleted', async () => {
    const { device, wait } = await createWalletGateway()
    const owner = await device()
    await owner.login()
    const wallets = Array.from({ length: 8 }, newWallet)
    const codes = await Promise.all(
      wallets.map(async (body) => codeOf(await owner.call('POST', '/wallet/v1/wallets', { body }))),
    )
    expect(codes.filter((code) => code === '200')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['200', 'wallet-exists']))
    const winner = wallets[codes.indexOf('200')]
    const again = await (await owner.call('POST', '/wallet/v1/wallets', { body: winner })).json()
    const read = await (await owner.call('GET', '/wallet/v1/wallet')).json()
    expect([again.walletId, again.confirmNonce]).toEqual([winner?.walletId, read.confirmNonce])
    expect(read.slots).toHaveLength(2)
    expect(await codeOf(await owner.call('DELETE', `/wallet/v1/wallets/${winner?.walletId}`))).toBe('204')
    expect(await codeOf(await owner.call('POST', '/wallet/v1/wallets', { body: newWallet() }))).toBe('200')
    wait(24 * 60 * minute + 1)
    await owner.login()
    expect(await codeOf(await owner.call('GET', '/wallet/v1/wallet'))).toBe('no-wallet')
  })
})
