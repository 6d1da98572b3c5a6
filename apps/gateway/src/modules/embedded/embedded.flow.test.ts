import { describe, expect, test } from 'vitest'
import { codeOf } from '../../testing/codeOf.ts'
import { newWallet } from '../../testing/createWalletClient.ts'
import { createWalletGateway } from '../../testing/createWalletGateway.ts'

describe('embedded wallets', () => {
  test('behavior: log in, create a wallet, read its shares, add a second device and log out', async () => {
    const { device, now } = await createWalletGateway()
    const one = await device()
    const { userId, sessionId } = await one.login()
    expect(userId).toBe(one.userId)
    expect(await codeOf(await one.call('GET', '/wallet/v1/wallet'))).toBe('no-wallet')
    const wallet = await one.makeWallet()
    const read = await (await one.call('GET', '/wallet/v1/wallet')).json()
    expect(read).toEqual({
      walletId: wallet.walletId,
      status: 'active',
      epoch: 1,
      vault: wallet.vault,
      check: wallet.check,
      address: wallet.address,
      slots: expect.arrayContaining(
        wallet.slots.map(({ slotId, kind, wrap }) => ({
          slotId,
          kind,
          wrap,
          epoch: 1,
          lastUsedAt: new Date(now()).toISOString(),
          ...(kind === 'device' ? { jkt: one.key.jkt } : {}),
        })),
      ),
    })
    const at = (slotId: string) => `/wallet/v1/wallets/${wallet.walletId}/slots/${slotId}/share`
    for (const { slotId, share } of wallet.slots)
      expect(await (await one.call('POST', at(slotId), { body: {} })).json()).toEqual({ share })

    const other = await device({ userId: one.userId })
    await other.login()
    const slot = { ...newWallet().slots[0], epoch: 1 }
    const slots = `/wallet/v1/wallets/${wallet.walletId}/slots`
    expect(await (await other.call('POST', slots, { body: slot })).json()).toEqual({ epoch: 2 })
    // A retry of the same request.
    expect(await (await other.call('POST', slots, { body: slot })).json()).toEqual({ epoch: 2 })
    const late = { ...newWallet().slots[0], epoch: 1 }
    expect(await codeOf(await other.call('POST', slots, { body: late }))).toBe('epoch-stale')
    expect((await (await other.call('GET', '/wallet/v1/wallet')).json()).slots).toHaveLength(3)

    const list = (await (await other.call('GET', '/wallet/v1/sessions')).json()).data
    expect(list).toHaveLength(2)
    expect(list.map(({ jkt }: { jkt: string }) => jkt).sort()).toEqual([one.key.jkt, other.key.jkt].sort())
    expect(list.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
    expect(await codeOf(await other.call('DELETE', `/wallet/v1/sessions/${sessionId}`))).toBe('204')
    // The first device has lost its session and its share; the second device keeps both.
    const deviceSlot = wallet.slots[0]?.slotId ?? ''
    expect(await codeOf(await one.call('POST', at(deviceSlot), { body: {} }))).toBe('session-revoked')
    await one.login()
    expect(await codeOf(await one.call('POST', at(deviceSlot), { body: {} }))).toBe('not-found')
    expect(await codeOf(await other.call('POST', at(slot.slotId ?? ''), { body: {} }))).toBe('200')
    expect(await codeOf(await other.call('DELETE', '/wallet/v1/sessions/current'))).toBe('204')
    expect(await codeOf(await other.call('GET', '/wallet/v1/wallet'))).toBe('session-revoked')
  })
})
