import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeAddress } from '../../test/changeAddress.ts'
import { createDevice, type Device, logIn, signHash } from '../../test/createDevice.ts'
import type { Intercept } from '../../test/interceptCalls.ts'
import { type Servers, startServers } from '../../test/startServers.ts'
import { ServerError, ServerUnreachableError } from './ServerError.ts'
import { addressChangeKey } from './storedAddressChange.ts'

let servers: Servers
let users = 0

beforeAll(async () => {
  servers = await startServers()
}, 60_000)
afterAll(() => servers?.close())

const newAddresses = () => {
  users += 1
  return { email: `ada-${users}@example.org`, next: `ada-${users}@new.example` }
}

/** Logs in on a new device. */
async function newDevice(email: string): Promise<{ device: Device; address: string }> {
  const device = createDevice(servers)
  const { session } = await logIn(servers, await device.load(), email)
  return { device, address: session.address }
}

/** The tab was killed. */
class Killed extends Error {}

describe('a change of address through both servers', () => {
  test('behavior: a code to the current address, a link and a code to the next one; the wallet stays the same', async () => {
    const { email, next } = newAddresses()
    const { device, address } = await newDevice(email)
    const page = await device.load()
    await page.resume()
    const { enter } = await changeAddress(servers, page, { email, next })
    expect(await enter()).toBe(next)
    expect(page.current()?.email).toBe(next)
    expect(await device.storage.read(addressChangeKey)).toBeUndefined()
    expect((await (await device.load()).resume())?.email).toBe(next)
    expect(await signHash(page)).toBe(address)
    expect((await newDevice(next)).address).toBe(address)
    // Nobody else gets the previous address for 72 hours.
    await expect(newDevice(email)).rejects.toMatchObject({ code: 'email-reserved' })
  }, 60_000)

  test('error: whatever call the tab is killed at, both servers agree after the next load', async () => {
    const steps: string[] = []
    /** Changes an address, and kills the tab before its call `at` or after it. */
    async function run(at: number, when: 'before' | 'after'): Promise<void> {
      const { email, next } = newAddresses()
      const { device, address } = await newDevice(email)
      let isEntering = false
      let count = -1
      let killed: Killed | undefined
      const intercept: Intercept = async (step, call) => {
        if (!isEntering) return call()
        if (killed) throw killed
        count += 1
        if (at < 0) steps.push(step)
        if (count !== at) return call()
        killed = new Killed()
        if (when === 'after') await call()
        throw killed
      }
      const page = await device.load({ intercept })
      await page.resume()
      const { enter } = await changeAddress(servers, page, { email, next })
      isEntering = true
      const outcome = await enter().catch((error: unknown) => error)
      if (at < 0) return expect(outcome).toBe(next)
      const session = await (await device.load()).resume()
      const current = session?.email ?? ''
      const where = `${when} ${steps[at]}: ${current}`
      expect([email, next], where).toContain(current)
      expect(await device.storage.read(addressChangeKey), where).toBeUndefined()
      // Both servers give the wallet to whoever has that mailbox, on a device that neither of them knows.
      expect((await newDevice(current)).address, where).toBe(address)
    }

    await run(-1, 'before')
    expect(steps.filter((step) => !step.startsWith('storage read'))).toEqual([
      expect.stringMatching(/^gateway POST \/wallet\/v1\/address-changes\/.*\/new$/),
      'storage write address-change',
      'vault POST /v1/update/finish',
      expect.stringMatching(/^gateway POST \/wallet\/v1\/address-changes\/.*\/finish$/),
      'storage write session',
      'storage remove',
    ])
    for (const when of ['before', 'after'] as const) for (const at of steps.keys()) await run(at, when)
  }, 180_000)

  test.each(['vault POST /v1/update/finish', 'gateway POST /wallet/v1/address-changes/:id/finish'])(
    'behavior: while %s fails, the same code continues from there, also on the next page',
    async (failing) => {
      const { email, next } = newAddresses()
      const { device, address } = await newDevice(email)
      let isAway = true
      const intercept: Intercept = async (step, call) => {
        if (isAway && step.replace(/[\w-]{43}/, ':id') === failing)
          throw new ServerUnreachableError({ server: 'x' })
        return call()
      }
      const page = await device.load({ intercept })
      await page.resume()
      const { enter } = await changeAddress(servers, page, { email, next })
      await expect(enter()).rejects.toThrow(ServerUnreachableError)
      // The next page cannot finish it either.
      const later = await device.load({ intercept })
      expect((await later.resume())?.email).toBe(email)
      isAway = false
      expect(await enter()).toBe(next)
      expect((await newDevice(next)).address).toBe(address)
    },
    60_000,
  )

  test('behavior: a device that lost its storage after the vault had changed the address logs in with the new one', async () => {
    const { email, next } = newAddresses()
    const { device, address } = await newDevice(email)
    const intercept: Intercept = async (step, call) => {
      if (step.startsWith('gateway') && step.endsWith('/finish'))
        throw new ServerUnreachableError({ server: 'x' })
      return call()
    }
    const page = await device.load({ intercept })
    await page.resume()
    const { enter } = await changeAddress(servers, page, { email, next })
    await expect(enter()).rejects.toThrow(ServerUnreachableError)
    await device.storage.remove(await device.storage.keys())
    expect((await logIn(servers, await device.load(), next)).session.address).toBe(address)
  }, 60_000)

  test('behavior: the old address undoes the change at both servers', async () => {
    const { email, next } = newAddresses()
    const { device, address } = await newDevice(email)
    const page = await device.load()
    await page.resume()
    const { enter } = await changeAddress(servers, page, { email, next })
    await enter()
    const letter = () => servers.inbox.messages(email).find(({ text }) => text.includes('#revert.'))?.text
    await expect.poll(letter).toBeDefined()
    const token = /#revert\.([\w-]{43})/.exec(letter() ?? '')?.[1]
    const post = async (url: string, body: object) => {
      const headers = { origin: servers.walletOrigin, 'content-type': 'application/json' }
      return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    }
    const { statement } = await (await post(`${servers.vaultUrl}/v1/update/revert`, { token })).json()
    const ended = await post(`${servers.gatewayUrl}/wallet/v1/devices/end`, { statement })
    expect(ended.status).toBe(204)
    expect(await (await device.load()).resume()).toBeUndefined()
    expect((await newDevice(email)).address).toBe(address)
  }, 60_000)

  test('error: a device that joined less than DEVICE_AGE_HOURS ago', async () => {
    const { email, next } = newAddresses()
    await newDevice(email)
    const { device } = await newDevice(email)
    const page = await device.load()
    await page.resume()
    const start = (await page.emailChange()).start(next)
    await expect(start).rejects.toThrow(ServerError)
    await expect(start).rejects.toMatchObject({ code: 'device-too-new' })
  }, 60_000)
})
