import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { createIntroductionGateway } from '../../../testing/createIntroductionGateway.ts'
import type { WalletClient } from '../../../testing/createWalletClient.ts'

const minute = 60_000
const hour = 60 * minute

type Gateway = Awaited<ReturnType<typeof createIntroductionGateway>>
type Visitor = Awaited<ReturnType<Gateway['visitor']>>

/** Logs in with a code of the gateway. `claims` are what the vault states of the device, if its key is new. */
async function logIn(visitor: Visitor, claims?: Record<string, unknown>): Promise<void> {
  visitor.client.tokens = undefined
  const { known } = await visitor.start()
  if (!known) await visitor.mail(claims)
  const answer = await visitor.enter(await visitor.code())
  expect(answer.status).toBe(200)
  visitor.client.tokens = await answer.json()
}

/** Asks for the share of the wallet's recovery slot and returns the status or the problem's code. */
async function takeShare(client: WalletClient): Promise<string> {
  const { walletId, slots } = await (await client.call('GET', '/wallet/v1/wallet')).json()
  const { slotId } = slots.find(({ kind }: { kind: string }) => kind === 'auto')
  const path = `/wallet/v1/wallets/${walletId}/slots/${slotId}/share`
  return codeOf(await client.call('POST', path, { body: {} }))
}

describe('the share of the recovery slot', () => {
  test('behavior: is released for ten minutes after the gateway’s own code was typed', async () => {
    const { visitor, wait } = await createIntroductionGateway()
    const ada = await visitor({ email: 'ada@example.com' })
    await logIn(ada)
    await ada.client.makeWallet()
    expect(await takeShare(ada.client)).toBe('200')
    wait(10 * minute)
    const { refreshToken } = ada.client.tokens ?? {}
    const refreshed = await ada.client.call('POST', '/wallet/v1/sessions/refresh', { body: { refreshToken } })
    ada.client.tokens = await refreshed.json()
    expect(await takeShare(ada.client)).toBe('login-too-old')
    await logIn(ada)
    expect(await takeShare(ada.client)).toBe('200')
  })

  test.each(['optional', 'required'])(
    'error: INTRODUCTIONS=%s: a compromised vault cannot get it for a user with an identity',
    async (mode) => {
      const { visitor, device, wait } = await createIntroductionGateway({ env: { INTRODUCTIONS: mode } })
      const ada = await visitor({ email: 'ada@example.com' })
      await logIn(ada)
      await ada.client.makeWallet()
      wait(11 * minute)
      // An assertion of the vault alone, also for a key that has been introduced.
      await ada.client.login()
      expect(await takeShare(ada.client)).toBe('introduction-required')
      const thief = await device({ userId: ada.userId })
      if (mode === 'required') return await expect(thief.login()).rejects.toThrow('introduction-required')
      await thief.login()
      expect(await takeShare(thief)).toBe('introduction-required')
    },
  )

  test('behavior: while introductions are optional, users without an identity get it with the vault’s assertion', async () => {
    const { device } = await createIntroductionGateway()
    const ada = await device()
    await ada.login()
    await ada.makeWallet()
    const second = await device({ userId: ada.userId })
    await second.login()
    expect(await takeShare(second)).toBe('200')
  })

  test('error: is withheld from sessions without an introduction once introductions are required', async () => {
    const env = { PORTICO_DATA_DIR: tempFolder() }
    const before = await createIntroductionGateway({ env })
    const ada = await before.device()
    await ada.login()
    await ada.makeWallet()
    expect(await takeShare(ada)).toBe('200')
    const { device } = await createIntroductionGateway({ env: { ...env, INTRODUCTIONS: 'required' } })
    const same = await device({ userId: ada.userId, key: ada.key })
    same.tokens = ada.tokens
    expect(await takeShare(same)).toBe('introduction-required')
  })

  test('error: is withheld from a device on hold, whatever its session', async () => {
    const { visitor, now, wait } = await createIntroductionGateway()
    const ada = await visitor({ email: 'ada@example.com' })
    await logIn(ada)
    await ada.client.makeWallet()
    const since = Math.floor(now() / 1000)
    const thief = await visitor({ email: 'ada@example.com', userId: ada.userId })
    await logIn(thief, { deviceSince: since, heldUntil: since + 24 * 3600 })
    expect(await takeShare(thief.client)).toBe('device-held')
    wait(25 * hour)
    await logIn(thief)
    expect(await takeShare(thief.client)).toBe('200')
  })
})
