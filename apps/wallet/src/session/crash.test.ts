import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDevice, logIn } from '../../test/createDevice.ts'
import { type Servers, startServers } from '../../test/startServers.ts'
import type { Account } from './createAccount.ts'

// The tab is killed after awaited steps of creation, login, recovery and refresh: every third one, with another beginning on
// each day, or every one, so many times, with `CRASH_ROUNDS=10`.
const rounds = Number(process.env.CRASH_ROUNDS ?? 0)
let servers: Servers

beforeAll(async () => {
  servers = await startServers()
}, 60_000)
afterAll(() => servers?.close())

class Killed extends Error {}

/** Kills the page when it has gone so many steps. */
function killAfter(steps: number) {
  let left = steps
  const gone: string[] = []
  return {
    gone,
    reach: async (step: string) => {
      gone.push(step)
      left -= 1
      if (left === 0) throw new Killed(step)
    },
  }
}

/** Runs one attempt per step, until an attempt comes through without reaching its end. */
async function atEachStep(run: (killer: ReturnType<typeof killAfter>, user: string) => Promise<void>) {
  const killedAt = new Set<string>()
  const [stride, begin] = rounds > 0 ? [1, 1] : [3, 1 + (Math.floor(Date.now() / 86_400_000) % 3)]
  for (let round = 0; round < Math.max(1, rounds); round += 1) {
    for (let steps = begin; ; steps += stride) {
      const killer = killAfter(steps)
      await run(killer, `${round}-${steps}`)
      if (killer.gone.length < steps) break
      killedAt.add(killer.gone.at(-1) as string)
    }
  }
  return killedAt
}

async function survive<value>(work: Promise<value>): Promise<value | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Killed) return undefined
    throw error
  }
}

async function signs(account: Account) {
  const signer = await account.openSigner()
  await signer.signHash(`0x${'ef'.repeat(32)}`)
  signer.close()
  return signer.address
}

describe('createAccount', () => {
  test('behavior: killed at any step of making a wallet, the next login has one that recovers', async () => {
    const killedAt = await atEachStep(async ({ reach }, user) => {
      const email = `create-${user}@example.org`
      const device = createDevice(servers)
      const shown = await survive(logIn(servers, await device.load({ reach }), email))
      // A reload takes up what was finished, and nothing else.
      const resumed = await (await device.load()).resume()
      if (shown) expect(resumed?.address).toBe(shown.session.address)
      const page = await device.load()
      const again = await logIn(servers, page, email)
      if (resumed) expect(again.session.address).toBe(resumed.address)
      expect(await signs(page)).toBe(again.session.address)
      // What is shown recovers with nothing but the mailbox.
      const recovered = await logIn(servers, await createDevice(servers).load(), email)
      expect(recovered.session.address).toBe(again.session.address)
    })
    expect(killedAt.size).toBeGreaterThanOrEqual(rounds > 0 ? 13 : 4)
  }, 600_000)

  test('behavior: killed at any step of adding a device, it is still one wallet', async () => {
    const killedAt = await atEachStep(async ({ reach }, user) => {
      const email = `recover-${user}@example.org`
      const first = await createDevice(servers).load()
      const { address } = (await logIn(servers, first, email)).session
      const device = createDevice(servers)
      await survive(logIn(servers, await device.load({ reach }), email))
      const page = await device.load()
      expect((await logIn(servers, page, email)).session.address).toBe(address)
      expect(await signs(page)).toBe(address)
      expect(await signs(first)).toBe(address)
    })
    expect(killedAt.size).toBeGreaterThanOrEqual(rounds > 0 ? 10 : 3)
  }, 600_000)

  test('behavior: killed at any step of a refresh, it signs on or costs one login', async () => {
    const email = 'refresh@example.org'
    const device = createDevice(servers)
    const { address } = (await logIn(servers, await device.load(), email)).session
    for (const steps of [1, 2, 3]) {
      const { reach, gone } = killAfter(steps)
      const page = await device.load({ reach })
      await page.resume().catch(() => undefined)
      expect(gone).toHaveLength(steps)
      const next = await device.load()
      expect((await next.resume())?.address).toBe(address)
      expect(await signs(next)).toBe(address)
    }
  }, 120_000)

  test('behavior: a server killed while the wallet is made costs one login', async () => {
    for (const [server, step] of [
      ['vault', 'make: device kept'],
      ['gateway', 'make: recovery kept'],
    ] as const) {
      const email = `server-${server}-${step.replace(/\W/g, '')}@example.org`
      const device = createDevice(servers)
      const reach = async (reached: string) => {
        if (reached === step) await servers.kill(server)
      }
      await expect(logIn(servers, await device.load({ reach }), email)).rejects.toMatchObject({
        code: 'server-unreachable',
      })
      expect(await (await device.load()).resume()).toBeUndefined()
      await servers.start(server)
      const page = await device.load()
      const { address } = (await logIn(servers, page, email)).session
      expect(await signs(page)).toBe(address)
    }
  }, 120_000)
})
