import { recoverAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { askForCode, createDevice, logIn } from '../../test/createDevice.ts'
import { type Servers, startServers } from '../../test/startServers.ts'
import type { Account } from './createAccount.ts'
import { ServerUnreachableError, SessionEndedError } from './ServerError.ts'
import { dpopKey } from './storedSession.ts'

// The wallet's own code against the real gateway, the real vault and a real mailbox.
let servers: Servers
const hash = `0x${'cd'.repeat(32)}` as const

beforeAll(async () => {
  servers = await startServers()
}, 60_000)
afterAll(() => servers?.close())

async function signs(account: Account): Promise<string> {
  const signer = await account.openSigner()
  const signature = await signer.signHash(hash)
  signer.close()
  return recoverAddress({ hash, signature })
}

describe('createAccount', () => {
  test('behavior: from an e-mail to an address, a signature, a reload, another device, out and in again', async () => {
    const email = 'ada@example.org'
    const first = createDevice(servers)
    const page = await first.load()
    const { action, session } = await logIn(servers, page, email)
    expect(action).toBe('VERIFY_DEVICE')
    expect(session).toMatchObject({ email, origins: ['http://localhost:4400'] })
    const { address } = session
    expect(await signs(page)).toBe(address)

    const reloaded = await first.load()
    expect((await reloaded.resume())?.address).toBe(address)
    expect(reloaded.isConnected()).toBe(true)
    expect(await signs(reloaded)).toBe(address)

    const otherSite = await first.load({ origin: 'http://localhost:4410' })
    await otherSite.resume()
    expect(otherSite.isConnected()).toBe(false)
    await otherSite.connectOrigin()
    expect(otherSite.isConnected()).toBe(true)
    expect(await signs(otherSite)).toBe(address)

    const second = createDevice(servers)
    const elsewhere = await second.load()
    const login = await logIn(servers, elsewhere, email)
    expect(login.action).toBe('VERIFY_DEVICE')
    expect(login.session.address).toBe(address)
    expect(await signs(elsewhere)).toBe(address)

    await reloaded.signOut()
    expect(await first.storage.keys()).toEqual([dpopKey])
    expect(await (await first.load()).resume()).toBeUndefined()
    await expect(reloaded.openSigner()).rejects.toThrow(SessionEndedError)
    // The other one stays.
    expect(await signs(elsewhere)).toBe(address)

    const back = await logIn(servers, await first.load(), email)
    expect(back.action).toBe('VERIFY_OTP')
    expect(back.session.address).toBe(address)
  }, 60_000)

  test('behavior: a known device opens by its own slot, a lost slot costs one login', async () => {
    const email = 'grace@example.org'
    const device = createDevice(servers)
    const { session } = await logIn(servers, await device.load(), email)
    const steps: string[] = []
    const again = await device.load({ reach: async (step) => void steps.push(step) })
    expect((await logIn(servers, again, email)).session.address).toBe(session.address)
    expect(steps).toContain('open: share read')
    expect(steps).not.toContain('recover: released')

    await device.storage.remove(['device'])
    const lost = await device.load()
    expect(await lost.resume()).toBeUndefined()
    expect((await logIn(servers, lost, email)).session.address).toBe(session.address)
    expect(await signs(lost)).toBe(session.address)
  }, 60_000)

  test('error: the session of a device that was revoked ends, and says so', async () => {
    const email = 'joan@example.org'
    const device = createDevice(servers)
    let ended = 0
    const page = await device.load({ onEnded: () => (ended += 1) })
    await logIn(servers, page, email)
    // Signed out in another tab of the same partition, without a word to this one.
    const tab = await device.load()
    await tab.resume()
    const { storage } = device
    const kept = await Promise.all(
      (await storage.keys()).map(async (key) => [key, await storage.read(key)] as const),
    )
    await tab.signOut()
    for (const [key, value] of kept) await storage.write(key, value)
    await expect(page.openSigner()).rejects.toThrow(SessionEndedError)
    expect(ended).toBe(1)
    expect(page.current()).toBeUndefined()
    expect(await storage.keys()).toEqual([dpopKey])
  }, 60_000)

  test('behavior: two devices that make the wallet at once have one wallet', async () => {
    const email = 'mary@example.org'
    const pages = await Promise.all([createDevice(servers).load(), createDevice(servers).load()])
    const codes: { code: string }[] = []
    for (const page of pages) codes.push(await askForCode(servers, page, email))
    const entered = await Promise.all(
      pages.map((page, index) => page.enterCode(codes[index]?.code as string)),
    )
    expect(new Set(entered.map(({ address }) => address)).size).toBe(1)
    for (const page of pages) expect(await signs(page)).toBe(entered[0]?.address)
  }, 60_000)

  test('error: a server away after the code was accepted: typed again, it goes on; the code is not asked for twice', async () => {
    const away = new Set(['login: verified', 'login: session', 'make: pending'])
    const page = await createDevice(servers).load({
      async reach(step) {
        if (away.delete(step)) throw new ServerUnreachableError({ server: 'gateway' })
      },
    })
    const { code } = await askForCode(servers, page, 'away@example.org')
    for (const _ of [1, 2, 3])
      await expect(page.enterCode(code)).rejects.toMatchObject({ code: 'server-unreachable' })
    const { address } = await page.enterCode(code)
    expect(await signs(page)).toBe(address)
    await expect(page.enterCode(code)).rejects.toMatchObject({ code: 'transaction-expired' })
  }, 60_000)

  test('error: a link that its owner refuses ends the login that asked', async () => {
    const email = 'refused@example.org'
    const page = await createDevice(servers).load()
    await page.startLogin(email)
    const token = await vi.waitFor(() => {
      const [, found] = /#([\w-]{43})/.exec(servers.mailbox.messages(email)[0]?.text ?? '') ?? []
      if (!found) throw new Error('no mail')
      return found
    })
    const refused = await fetch(`${servers.vaultUrl}/v1/device/refuse`, {
      method: 'POST',
      headers: { origin: servers.walletOrigin, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    expect(refused.status).toBe(200)
    await expect(page.waitForDevice()).rejects.toMatchObject({ code: 'device-refused' })
    expect(page.login()).toBeUndefined()
  }, 60_000)

  test('error: a wrong code, and a code without a login', async () => {
    const page = await createDevice(servers).load()
    await expect(page.enterCode('000000')).rejects.toMatchObject({ code: 'transaction-expired' })
    const { action } = await page.startLogin('wrong@example.org')
    expect(action).toBe('VERIFY_DEVICE')
    await expect(page.startLogin('wrong@example.org')).rejects.toMatchObject({ code: 'too-soon' })
  })
})
