import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { newWallet } from '../../../testing/createWalletClient.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'

const minute = 60_000

describe('access to data of other users', () => {
  test('error: every route refuses another user’s wallet, slot and session', async () => {
    const { device } = await createWalletGateway()
    const [owner, other] = [await device(), await device()]
    const { sessionId } = await owner.login()
    const wallet = await owner.makeWallet()
    await other.login()
    const own = await other.makeWallet()
    const at = `/wallet/v1/wallets/${wallet.walletId}`
    const slot = wallet.slots[0]?.slotId
    const mine = own.slots[0]?.slotId
    const { address } = wallet
    const lease = { chainId: 'eip155:31337', address, requestId: 'a' }
    const proofs = wallet.slots.map(({ slotId }) => ({ slotId, mac: wallet.check }))
    const matrix: [string, string, unknown?][] = [
      ['DELETE', at],
      ['POST', `${at}/confirm`, { proofs, receipt: 'x', signature: `0x${'11'.repeat(64)}1b` }],
      ['POST', `${at}/slots`, { ...newWallet().slots[0], epoch: 1 }],
      ['DELETE', `${at}/slots/${slot}`],
      ['POST', `${at}/slots/${slot}/share`, {}],
      ['POST', `${at}/slots/${wallet.slots[1]?.slotId}/share`, {}],
      ['POST', `/wallet/v1/wallets/${own.walletId}/slots/${slot}/share`, {}],
      ['POST', `${at}/slots/${mine}/share`, {}],
      ['DELETE', `/wallet/v1/wallets/${own.walletId}/slots/${slot}`],
      ['DELETE', `/wallet/v1/sessions/${sessionId}`],
      ['POST', '/wallet/v1/nonces', lease],
      ['POST', '/wallet/v1/wallets', wallet],
    ]
    for (const [method, path, body] of matrix) {
      const response = await other.call(method, path, body === undefined ? {} : { body })
      expect([method, path, await codeOf(response)]).toEqual([
        method,
        path,
        expect.stringMatching(/^(no-wallet|not-found|wallet-exists)$/),
      ])
    }
    const read = await (await other.call('GET', '/wallet/v1/wallet')).json()
    expect(read.walletId).toBe(own.walletId)
    const sessions = (await (await other.call('GET', '/wallet/v1/sessions')).json()).data
    expect(sessions).toHaveLength(1)
    // None of the requests had an effect.
    expect((await (await owner.call('GET', '/wallet/v1/wallet')).json()).slots).toHaveLength(2)
    expect(await codeOf(await owner.call('POST', `${at}/slots/${slot}/share`, { body: {} }))).toBe('200')
  })

  test('error: refuses the share of another device of the user, and the recovery share long after the login', async () => {
    const { device, wait } = await createWalletGateway()
    const owner = await device()
    await owner.login()
    const wallet = await owner.makeWallet()
    const second = await device({ userId: owner.userId })
    await second.login()
    const at = (index: number) =>
      `/wallet/v1/wallets/${wallet.walletId}/slots/${wallet.slots[index]?.slotId}/share`
    expect(await codeOf(await second.call('POST', at(0), { body: {} }))).toBe('slot-not-yours')
    expect(await codeOf(await second.call('POST', at(1), { body: {} }))).toBe('200')
    wait(9 * minute)
    const { refreshToken } = second.tokens ?? { refreshToken: '' }
    second.tokens = await (
      await second.call('POST', '/wallet/v1/sessions/refresh', { body: { refreshToken } })
    ).json()
    expect(await codeOf(await second.call('POST', at(1), { body: {} }))).toBe('200')
    wait(1 * minute)
    expect(await codeOf(await second.call('POST', at(1), { body: {} }))).toBe('login-too-old')
  })

  test('error: a share copied into another user’s row cannot be opened', async () => {
    const { device, services } = await createWalletGateway()
    const [one, other] = [await device(), await device()]
    await one.login()
    await other.login()
    const [a, b] = [await one.makeWallet(), await other.makeWallet()]
    const { database } = services
    const rowOf = (walletId: string) =>
      database
        .selectFrom('wallet_slots')
        .selectAll()
        .where('wallet_id', '=', walletId)
        .where('kind', '=', 'device')
        .executeTakeFirstOrThrow()
    const [rowA, rowB] = [await rowOf(a.walletId), await rowOf(b.walletId)]
    await database
      .updateTable('wallet_slots')
      .set({ share: rowB.share })
      .where('wallet_id', '=', a.walletId)
      .where('slot_id', '=', rowA.slot_id)
      .execute()
    const share = `/wallet/v1/wallets/${a.walletId}/slots/${rowA.slot_id}/share`
    expect(await codeOf(await one.call('POST', share, { body: {} }))).toBe('internal')
  })
})
