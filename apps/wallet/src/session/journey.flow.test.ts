import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDevice, logIn, requestCode, signHash } from '../../test/createDevice.ts'
import { type Servers, startServers } from '../../test/startServers.ts'
import { ServerUnreachableError, SessionEndedError } from './ServerError.ts'
import { deviceKey, dpopKey, sessionKey } from './storedSession.ts'

// The wallet's own code against the real gateway, the real vault and real mails.
let servers: Servers

beforeAll(async () => {
  servers = await startServers()
}, 60_000)
afterAll(() => servers?.close())

describe('createAccount', () => {
  test('behavior: log in, sign, reload, use another site and another device, sign out and log in again', async () => {
    const email = 'ada@example.org'
    const first = createDevice(servers)
    const page = await first.load()
    const { action, session } = await logIn(servers, page, email)
    expect(action).toBe('VERIFY_DEVICE')
    expect(session).toMatchObject({ email, origins: ['http://localhost:4400'] })
    const { address } = session
    expect(await signHash(page)).toBe(address)

    const reloaded = await first.load()
    expect((await reloaded.resume())?.address).toBe(address)
    expect(reloaded.isConnected()).toBe(true)
    expect(await signHash(reloaded)).toBe(address)

    const otherSite = await first.load({ origin: 'http://localhost:4410' })
    await otherSite.resume()
    expect(otherSite.isConnected()).toBe(false)
    await otherSite.connectOrigin()
    expect(otherSite.isConnected()).toBe(true)
    expect(await signHash(otherSite)).toBe(address)

    // A session that was stored before there were Solana accounts: the wallet is opened once to read the address.
    const { solanaAddress, ...before } = session
    expect(solanaAddress).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    await first.storage.write(sessionKey, before)
    const updated = await first.load()
    expect((await updated.resume())?.solanaAddress).toBeUndefined()
    expect(await updated.readSolanaAddress()).toBe(solanaAddress)
    expect((await (await first.load()).resume())?.solanaAddress).toBe(solanaAddress)

    const second = createDevice(servers)
    const otherDevice = await second.load()
    const login = await logIn(servers, otherDevice, email)
    expect(login.action).toBe('VERIFY_DEVICE')
    expect(login.session).toMatchObject({ address, solanaAddress })
    expect(await signHash(otherDevice)).toBe(address)

    await reloaded.signOut()
    await otherSite.endSession()
    expect(otherSite.current()).toBeUndefined()
    expect((await first.storage.keys()).sort()).toEqual([deviceKey, dpopKey])
    expect(await (await first.load()).resume()).toBeUndefined()
    await expect(reloaded.openSigner()).rejects.toThrow(SessionEndedError)
    // The other device stays logged in.
    expect(await signHash(otherDevice)).toBe(address)

    // A known browser needs one code, and opens the wallet with its own slot.
    const steps: string[] = []
    const again = await first.load({
      intercept: (step, call) => {
        steps.push(step)
        return call()
      },
    })
    const back = await logIn(servers, again, email)
    expect(back.action).toBe('VERIFY_OTP')
    expect(back.session.address).toBe(address)
    expect(await signHash(again)).toBe(address)
    expect(steps).toContain('worker open')
    expect(steps).not.toContain('vault POST /v1/auto/release')
    expect(steps).not.toContain('worker addDevice')
  }, 60_000)

  test('behavior: a known device opens the wallet with its own slot; a lost slot costs one login', async () => {
    const email = 'grace@example.org'
    const device = createDevice(servers)
    const { session } = await logIn(servers, await device.load(), email)
    const steps: string[] = []
    const again = await device.load({
      intercept: (step, call) => {
        steps.push(step)
        return call()
      },
    })
    expect((await logIn(servers, again, email)).session.address).toBe(session.address)
    expect(steps).toContain('gateway POST /wallet/v1/wallets/:id/slots/:id/share')
    expect(steps).toContain('worker open')
    expect(steps).not.toContain('vault POST /v1/auto/release')
    expect(steps).not.toContain('worker addDevice')

    await device.storage.remove(['device'])
    const lost = await device.load()
    expect(await lost.resume()).toBeUndefined()
    expect((await logIn(servers, lost, email)).session.address).toBe(session.address)
    expect(await signHash(lost)).toBe(session.address)
  }, 60_000)

  test('behavior: another user’s login in between costs a device none of its wallets', async () => {
    const device = createDevice(servers)
    const owners = ['emmy@example.org', 'sofia@example.org']
    const addresses: string[] = []
    for (const email of owners) {
      const page = await device.load()
      addresses.push((await logIn(servers, page, email)).session.address)
      await page.signOut()
    }
    for (const email of [...owners, ...owners]) {
      const steps: string[] = []
      const page = await device.load({
        intercept: (step, call) => {
          steps.push(step)
          return call()
        },
      })
      const { session } = await logIn(servers, page, email)
      expect(session.address).toBe(addresses[owners.indexOf(email)])
      expect(steps).not.toContain('worker addDevice')
      expect(await signHash(page)).toBe(session.address)
      await page.signOut()
    }
    const keys = (await device.storage.keys()).filter((key) => key.startsWith('device'))
    expect(keys).toHaveLength(2)
  }, 60_000)

  test('error: the session of a revoked device ends and calls onEnded', async () => {
    const email = 'joan@example.org'
    const device = createDevice(servers)
    let ended = 0
    const page = await device.load({ onEnded: () => (ended += 1) })
    await logIn(servers, page, email)
    // Signed out in another tab of the same partition, without a message to this one.
    const tab = await device.load()
    await tab.resume()
    const { storage } = device
    const stored = await Promise.all(
      (await storage.keys()).map(async (key) => [key, await storage.read(key)] as const),
    )
    await tab.signOut()
    for (const [key, value] of stored) await storage.write(key, value)
    await expect(page.openSigner()).rejects.toThrow(SessionEndedError)
    expect(ended).toBe(1)
    expect(page.current()).toBeUndefined()
    expect(await storage.keys()).toEqual([dpopKey])
  }, 60_000)

  test('behavior: two devices that create the wallet at the same time have one wallet', async () => {
    const email = 'mary@example.org'
    const pages = await Promise.all([createDevice(servers).load(), createDevice(servers).load()])
    const codes: { code: string }[] = []
    for (const page of pages) codes.push(await requestCode(servers, page, email))
    const entered = await Promise.all(
      pages.map((page, index) => page.enterCode(codes[index]?.code as string)),
    )
    expect(new Set(entered.map(({ address }) => address)).size).toBe(1)
    for (const page of pages) expect(await signHash(page)).toBe(entered[0]?.address)
  }, 60_000)

  test('error: a server that is unreachable after the code was accepted: the same code, typed again, continues', async () => {
    // A request does not arrive, twice; then a response is lost.
    const unsent = new Set(['vault POST /v1/grants/activate', 'gateway GET /wallet/v1/wallet'])
    const unanswered = new Set(['gateway POST /wallet/v1/wallets'])
    const page = await createDevice(servers).load({
      async intercept(step, call) {
        if (unsent.delete(step)) throw new ServerUnreachableError({ server: 'gateway' })
        const value = await call()
        if (unanswered.delete(step)) throw new ServerUnreachableError({ server: 'gateway' })
        return value
      },
    })
    const { code } = await requestCode(servers, page, 'away@example.org')
    for (const _ of [1, 2, 3])
      await expect(page.enterCode(code)).rejects.toMatchObject({ code: 'server-unreachable' })
    const { address } = await page.enterCode(code)
    expect([...unsent, ...unanswered]).toEqual([])
    expect(await signHash(page)).toBe(address)
    await expect(page.enterCode(code)).rejects.toMatchObject({ code: 'transaction-expired' })
  }, 60_000)

  test.each([
    ['gateway', 'delete from introduced_keys', 'short'],
    ['vault', 'delete from devices', 'digits'],
  ] as const)(
    'behavior: a key that the %s alone does not know needs link and code',
    async (server, forget, format) => {
      const email = `forgotten-by-${server}@example.org`
      const device = createDevice(servers)
      const { address, userId } = (await logIn(servers, await device.load(), email)).session
      const database = new DatabaseSync(join(servers.dataDir, server, `${server}.sqlite`))
      expect(database.prepare(`${forget} where user_id = ?`).run(userId).changes).toBe(1)
      database.close()
      const page = await device.load()
      const { action, code } = await requestCode(servers, page, email)
      expect([action, page.challenge()?.format]).toEqual(['VERIFY_DEVICE', format])
      expect((await page.enterCode(code)).address).toBe(address)
      expect(await signHash(page)).toBe(address)
      expect((await logIn(servers, await device.load(), email)).action).toBe('VERIFY_OTP')
    },
    60_000,
  )

  test('error: a wrong code can be tried twice more, and then the login is over', async () => {
    const page = await createDevice(servers).load()
    const { code } = await requestCode(servers, page, 'guess@example.org')
    const wrong = code === '000000' ? '111111' : '000000'
    // The form names another address: the code does not reach this login, and costs no try.
    const other = page.enterCode(wrong, 'other@example.org')
    await expect(other).rejects.toMatchObject({ code: 'transaction-expired' })
    for (const triesLeft of [2, 1])
      await expect(page.enterCode(wrong)).rejects.toMatchObject({
        problem: { code: 'code-wrong', triesLeft },
      })
    for (const typed of [wrong, code])
      await expect(page.enterCode(typed)).rejects.toMatchObject({ code: 'code-burnt' })
  }, 60_000)

  test('behavior: the vault is sent nothing that was typed after the address', async () => {
    const sent: string[] = []
    const device = createDevice(servers, {
      onRequest: (url, _headers, body) => {
        if (url.startsWith(servers.vaultUrl)) sent.push(`${url} ${body}`)
      },
    })
    const page = await device.load()
    const { code } = await requestCode(servers, page, 'typed@example.org')
    sent.splice(0)
    await page.enterCode(code)
    expect(sent.map((request) => new URL(request.split(' ')[0] as string).pathname)).toEqual([
      '/v1/grants/activate',
      '/v1/auto/store',
    ])
    expect(sent.join(' ')).not.toContain(code)
  }, 60_000)

  test('error: a link that the owner of the address refuses ends the login', async () => {
    const email = 'refused@example.org'
    const page = await createDevice(servers).load()
    await page.startLogin(email)
    const token = await vi.waitFor(() => {
      const [, found] = /#([\w-]{43})/.exec(servers.inbox.messages(email)[0]?.text ?? '') ?? []
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
    expect(page.challenge()).toBeUndefined()
  }, 60_000)

  test('error: a code without a challenge, and a second challenge too soon', async () => {
    const page = await createDevice(servers).load()
    await expect(page.enterCode('000000')).rejects.toMatchObject({ code: 'transaction-expired' })
    const { action } = await page.startLogin('wrong@example.org')
    expect(action).toBe('VERIFY_DEVICE')
    await expect(page.startLogin('wrong@example.org')).rejects.toMatchObject({ code: 'too-soon' })
  })
})
