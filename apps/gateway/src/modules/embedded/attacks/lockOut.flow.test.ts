import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { newWallet, type WalletClient } from '../../../testing/createWalletClient.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Reads the user's wallet. */
const read = async (client: WalletClient) => (await client.call('GET', '/wallet/v1/wallet')).json()

/** Adds a slot for the client's device, as the wallet site does after a login. Returns its ID. */
async function addSlot(client: WalletClient): Promise<string> {
  const { walletId, epoch } = await read(client)
  const slot = { ...newWallet().slots[0], epoch }
  const answer = await client.call('POST', `/wallet/v1/wallets/${walletId}/slots`, { body: slot })
  expect(await codeOf(answer)).toBe('200')
  return String(slot.slotId)
}

async function share(client: WalletClient, walletId: string, slotId: string | undefined): Promise<string> {
  const path = `/wallet/v1/wallets/${walletId}/slots/${slotId}/share`
  return codeOf(await client.call('POST', path, { body: {} }))
}

async function refresh(client: WalletClient): Promise<void> {
  const { refreshToken } = client.tokens ?? { refreshToken: '' }
  const answer = await client.call('POST', '/wallet/v1/sessions/refresh', { body: { refreshToken } })
  client.tokens = await answer.json()
}

describe('locking a wallet out with slots', () => {
  test('behavior: after 200 logins from fresh partitions the next one works, and a device in use still opens the wallet', async () => {
    const { device, wait } = await createWalletGateway()
    const first = await device()
    await first.login()
    const { walletId, slots } = await first.makeWallet()
    const [own, auto] = slots.map(({ slotId }) => slotId)
    // All sessions stay live, so nothing but the use of a slot says which device was forgotten.
    for (let login = 0; login < 200; login++) {
      wait(minute)
      const partition = await device({ userId: first.userId })
      await partition.login()
      expect(await share(partition, walletId, await addSlot(partition))).toBe('200')
      if (login % 50 !== 49) continue
      await refresh(first)
      expect([login, await share(first, walletId, own)]).toEqual([login, '200'])
    }
    wait(minute)
    const next = await device({ userId: first.userId })
    await next.login()
    const added = await addSlot(next)
    expect(await share(next, walletId, added)).toBe('200')
    await refresh(first)
    expect(await share(first, walletId, own)).toBe('200')
    expect(await share(next, walletId, auto)).toBe('200')
    const listed: { slotId: string; kind: string }[] = (await read(next)).slots
    expect(listed).toHaveLength(64)
    expect(listed.map(({ slotId }) => slotId)).toEqual(expect.arrayContaining([own, auto, added]))
  }, 120_000)

  test('behavior: a device has one slot: another slot of the same key replaces it', async () => {
    const { device } = await createWalletGateway()
    const owner = await device()
    await owner.login()
    const { walletId, slots } = await owner.makeWallet()
    const [first, auto] = slots.map(({ slotId }) => slotId)
    let last = first
    for (let time = 0; time < 70; time++) last = await addSlot(owner)
    const listed: { slotId: string }[] = (await read(owner)).slots
    expect(listed.map(({ slotId }) => slotId).sort()).toEqual([auto, last].sort())
    expect(await share(owner, walletId, last)).toBe('200')
    expect(await share(owner, walletId, first)).toBe('not-found')
  })
})

describe('slots of devices whose session is over', () => {
  test('behavior: are deleted once the session has expired', async () => {
    const { device, wait } = await createWalletGateway()
    const first = await device()
    const other = await device({ userId: first.userId })
    await first.login()
    const { walletId, slots } = await first.makeWallet()
    await other.login()
    const added = await addSlot(other)
    wait(29 * day)
    await refresh(first)
    expect(await share(first, walletId, slots[0]?.slotId)).toBe('200')
    expect((await read(first)).slots).toHaveLength(3)
    wait(2 * day)
    await refresh(first)
    expect(await share(first, walletId, slots[0]?.slotId)).toBe('200')
    const left: { slotId: string }[] = (await read(first)).slots
    expect(left.map(({ slotId }) => slotId).sort()).toEqual(slots.map(({ slotId }) => slotId).sort())
    // The device opens the wallet with its recovery again, and gets another slot.
    await other.login()
    expect(await share(other, walletId, added)).toBe('not-found')
    expect(await share(other, walletId, await addSlot(other))).toBe('200')
  })

  test('behavior: stay after signing out, for the next login of that device only', async () => {
    const { device, wait } = await createWalletGateway()
    const first = await device()
    await first.login()
    const { walletId, slots } = await first.makeWallet()
    const own = slots[0]?.slotId
    const other = await device({ userId: first.userId })
    await other.login()
    const added = await addSlot(other)
    expect(await codeOf(await other.call('DELETE', '/wallet/v1/sessions/current'))).toBe('204')
    // Without a session its share is released to nobody.
    expect(await share(other, walletId, added)).toBe('session-revoked')
    expect(await share(first, walletId, added)).toBe('slot-not-yours')
    wait(80 * day)
    await first.login()
    expect(await share(first, walletId, own)).toBe('200')
    await other.login()
    expect(await share(other, walletId, added)).toBe('200')
    // Once used again, it lasts as long as the new session.
    wait(31 * day)
    await first.login()
    await share(first, walletId, own)
    await other.login()
    expect(await share(other, walletId, added)).toBe('not-found')
  })

  test('behavior: are deleted at once if the session is revoked from another device', async () => {
    const { device } = await createWalletGateway()
    const first = await device()
    await first.login()
    const { walletId } = await first.makeWallet()
    const other = await device({ userId: first.userId })
    const { sessionId } = await other.login()
    const added = await addSlot(other)
    expect(await codeOf(await first.call('DELETE', `/wallet/v1/sessions/${sessionId}`))).toBe('204')
    expect((await read(first)).slots).toHaveLength(2)
    await other.login()
    expect(await share(other, walletId, added)).toBe('not-found')
  })
})
