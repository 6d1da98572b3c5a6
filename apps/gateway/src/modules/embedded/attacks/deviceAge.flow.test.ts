import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { createAddressGateway } from '../../../testing/createAddressGateway.ts'
import type { WalletClient } from '../../../testing/createWalletClient.ts'

const hour = 3_600_000
const email = 'ada@example.com'

/** Ada with a wallet, on the device that created it. */
async function open(options?: Parameters<typeof createAddressGateway>[0]) {
  const gateway = await createAddressGateway(options)
  const ada = await gateway.person({ email })
  const wallet = await ada.client.makeWallet()
  gateway.wait(100 * hour)
  await gateway.logIn(ada)
  return { ...gateway, ada, wallet }
}

/** Ends the session of another device. Returns the status or the problem's code. */
async function endOther(client: WalletClient): Promise<string> {
  const { data } = await (await client.call('GET', '/wallet/v1/sessions')).json()
  const { id } = data.find(({ current }: { current: boolean }) => !current)
  return codeOf(await client.call('DELETE', `/wallet/v1/sessions/${id}`))
}

describe('a compromised vault', () => {
  test.each([
    ['the founding device', { deviceSince: 0 }],
    ['an old device', { deviceSince: 1_700_000_000 }],
    ['a device of which it states nothing', {}],
  ])('error: cannot make a device that was just introduced pass for %s', async (_, claims) => {
    const { ada, logIn, wallet, person, changer, now, wait } = await open()
    const thief = await person({ email, userId: ada.userId, claims })
    const until = new Date(now() + 72 * hour).toISOString()
    const refused = await thief.client.call('DELETE', `/wallet/v1/wallets/${wallet.walletId}/slots/slt_1`)
    expect(await refused.json()).toMatchObject({ code: 'device-too-new', until })
    expect(await endOther(thief.client)).toBe('device-too-new')
    const change = changer({ ...thief, next: 'mallory@evil.example' })
    expect(await codeOf(await change.start())).toBe('device-too-new')
    expect(await codeOf(await ada.client.call('GET', '/wallet/v1/wallet'))).toBe('200')

    // Another login does not make it older or newer.
    wait(71 * hour)
    await logIn(thief)
    await logIn(ada)
    expect(await endOther(thief.client)).toBe('device-too-new')
    wait(hour)
    await logIn(thief)
    expect(await endOther(thief.client)).toBe('204')
  })

  test('error: cannot with a device that only it has admitted, while introductions are optional', async () => {
    const { ada, logIn, device, wait } = await open({ env: { INTRODUCTIONS: 'optional' } })
    const thief = await device({ userId: ada.userId })
    await thief.login({ deviceSince: 0 })
    expect(await endOther(thief)).toBe('device-too-new')
    wait(72 * hour)
    await thief.login({ deviceSince: 0 })
    await logIn(ada)
    expect(await endOther(thief)).toBe('204')
  })

  test('behavior: a device that it states to be newer is as new as it states', async () => {
    const { ada, logIn, person, now, wait } = await open()
    const deviceSince = Math.floor(now() / 1000) + 24 * 3600
    const phone = await person({ email, userId: ada.userId, claims: { deviceSince } })
    wait(73 * hour)
    await logIn(phone)
    await logIn(ada)
    expect(await endOther(phone.client)).toBe('device-too-new')
  })
})

test('error: the founding device may end others at once, but is new once it was ended and introduced again', async () => {
  const { person, growOlder, logIn } = await createAddressGateway()
  const ada = await person({ email })
  const phone = await person({ email, userId: ada.userId })
  expect(await endOther(ada.client)).toBe('204')
  await logIn(phone)
  await growOlder(phone, ada)
  expect(await endOther(phone.client)).toBe('204')
  await logIn(ada, { deviceSince: 0 })
  expect(await endOther(ada.client)).toBe('device-too-new')
})

test('behavior: an undone change of address ends the devices introduced since, whatever the vault stated of them', async () => {
  const { ada, person, changer, now, wait } = await open()
  const at = now()
  const change = changer({ ...ada, next: 'ada@new.example' })
  await change.prove()
  await change.finish()
  wait(hour)
  const claims = { deviceSince: 0 }
  const later = await person({ email: 'ada@new.example', userId: ada.userId, claims })
  expect(await codeOf(await change.revert({ since: at }))).toBe('204')
  expect(await codeOf(await later.client.call('GET', '/wallet/v1/wallet'))).toBe('session-revoked')
})
