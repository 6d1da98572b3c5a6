import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeAddress } from '../../test/changeAddress.ts'
import { createDevice, type Device, logIn, signHash } from '../../test/createDevice.ts'
import type { Intercept } from '../../test/interceptCalls.ts'
import { type ServerName, type Servers, startServers } from '../../test/startServers.ts'
import { ServerError, ServerUnreachableError, SessionEndedError } from './ServerError.ts'

// Kills the tab, the gateway or the vault (as processes, with SIGKILL) after every call that the wallet awaits in each of the
// flows below. A run tests a sample of all cases, another one each day; `CRASH_ROUNDS=1` tests every case, 2 each twice.
const rounds = Number(process.env.CRASH_ROUNDS ?? 0)
/** One case of so many is tested by default. */
const sampling = 48
const today = Math.floor(Date.now() / 86_400_000)
const hash = `0x${'ef'.repeat(32)}` as const

/** A server is killed before the next step begins, or at a random time while it runs (`within`). */
const deaths = ['tab', 'gateway', 'vault', 'gateway within', 'vault within'] as const
type Death = (typeof deaths)[number]
/** Called after each step; may kill a server, or throw to end the tab. */
type OnStep = (step: string) => Promise<void>
/** Runs a flow. Calls `onShown` when the host page would learn the address. */
type Run = (parameters: {
  device: Device
  email: string
  onStep: OnStep
  onShown(address: string): void
}) => Promise<void>

/** Reports every call of a page after it has resolved. Once the tab was killed, no call gets through. */
function reportCalls(onStep: OnStep): Intercept {
  let killed: Killed | undefined
  return async (step, call) => {
    if (killed) throw killed
    const value = await call()
    try {
      await onStep(step)
    } catch (error) {
      if (error instanceof Killed) killed = error
      throw error
    }
    return value
  }
}

const runLogin: Run = async ({ device, email, onStep, onShown }) => {
  const page = await device.load({ intercept: reportCalls(onStep) })
  onShown((await logIn(servers, page, email, onStep)).session.address)
}

/** The flows. `isKnown`: this device has logged in before; `hasOtherDevice`: another device of the user has. */
const flows: Record<string, { isKnown?: boolean; hasOtherDevice?: boolean; run: Run }> = {
  create: { run: runLogin },
  'log in on a new device': { hasOtherDevice: true, run: runLogin },
  'log in again': { isKnown: true, run: runLogin },
  refresh: {
    isKnown: true,
    async run({ device, onStep, onShown }) {
      const session = await (await device.load({ intercept: reportCalls(onStep) })).resume()
      if (session) onShown(session.address)
    },
  },
  sign: {
    isKnown: true,
    async run({ device, onStep }) {
      let isSigning = false
      const report = reportCalls(onStep)
      const page = await device.load({ intercept: (step, call) => (isSigning ? report(step, call) : call()) })
      await page.resume()
      isSigning = true
      await onStep('sign requested')
      const signer = await page.openSigner()
      await signer.signHash(hash)
      signer.close()
    },
  },
  'change the address': {
    isKnown: true,
    async run({ device, email, onStep }) {
      let isEntering = false
      const report = reportCalls(onStep)
      const page = await device.load({
        intercept: (step, call) => (isEntering ? report(step, call) : call()),
      })
      await page.resume()
      const { enter } = await changeAddress(servers, page, { email, next: `new-${email}` })
      isEntering = true
      await onStep('code typed')
      await enter()
    },
  },
}

let servers: Servers
const figures = {
  runs: 0,
  users: 0,
  shown: 0,
  tooSoon: 0,
  loggedOut: 0,
  ready: [] as number[],
  converged: [] as number[],
}

beforeAll(async () => {
  servers = await startServers()
}, 60_000)
afterAll(() => servers?.close())

/** The tab was killed. */
class Killed extends Error {}

/** Lists the steps of a flow in the order of an undisturbed run. */
async function listSteps(name: string): Promise<string[]> {
  const steps: string[] = []
  const { failure } = await play({ name, onStep: async (step) => void steps.push(step) })
  expect(failure).toBeUndefined()
  return steps
}

async function play({ name, onStep }: { name: string; onStep: OnStep }) {
  const { isKnown, hasOtherDevice, run } = flows[name] as (typeof flows)[string]
  const email = `${name.replaceAll(' ', '-')}-${figures.users++}@example.org`
  const addresses = new Set<string>()
  if (hasOtherDevice)
    addresses.add((await logIn(servers, await createDevice(servers).load(), email)).session.address)
  const device = createDevice(servers)
  if (isKnown) addresses.add((await logIn(servers, await device.load(), email)).session.address)
  let shown: string | undefined
  const failure = await run({
    device,
    email,
    onStep,
    onShown: (address) => {
      shown = address
      addresses.add(address)
    },
  }).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { email, device, addresses, shown, failure }
}

/** How long a killed server is down while a flow waits for it, for instance for a mail that it has promised. */
const downMs = 2000

async function dieAt({ name, at, death }: { name: string; at: number; death: Death }): Promise<void> {
  let count = -1
  let dead: Promise<ServerName> | undefined
  let restarted: Promise<unknown> | undefined
  const ended = new AbortController()
  const run = await play({
    name,
    async onStep(step) {
      count += 1
      if (count !== at) return
      if (death === 'tab') throw new Killed(step)
      const [server, within] = death.split(' ') as [ServerName, string | undefined]
      dead = (within ? sleep(randomInt(25)) : Promise.resolve())
        .then(() => servers.kill(server))
        .then(() => server)
      restarted = dead
        .then(() => sleep(downMs, undefined, { signal: ended.signal }).catch(() => {}))
        .then(() => servers.start(server))
      if (!within) await dead
    },
  })
  ended.abort()
  const { email, device, addresses, shown, failure } = run
  expect(count, 'the step was reached').toBeGreaterThanOrEqual(at)
  if (failure !== undefined && !isCausedByDeath(failure)) throw failure
  const server = await dead

  const began = performance.now()
  if (server) {
    await restarted
    figures.ready.push(performance.now() - began)
  }
  // The device has the session that was shown, or none.
  const page = await device.load()
  const resumed = await page.resume()
  if (shown && death === 'tab') expect(resumed?.address).toBe(shown)
  if (resumed) {
    addresses.add(resumed.address)
    figures.shown += 1
    expect(await signHash(page).catch(toLoggedOut)).toBe(resumed.address)
  }
  // A change of address that had begun is finished now, at both servers, or was not made.
  const mailbox = resumed?.email ?? email
  // The wallet opens on a new device, with the user's mails alone.
  const fresh = await createDevice(servers).load()
  addresses.add((await logIn(servers, fresh, mailbox)).session.address)
  addresses.add(await signHash(fresh))
  if (server) figures.converged.push(performance.now() - began)
  const again = await device.load()
  try {
    addresses.add((await logIn(servers, again, mailbox)).session.address)
    addresses.add(await signHash(again))
  } catch (error) {
    // The killed attempt counts towards the limit: this device has to wait 30 seconds for the next code.
    if (!(error instanceof ServerError) || error.code !== 'too-soon') throw error
    figures.tooSoon += 1
  }
  expect([...addresses]).toHaveLength(1)
  figures.runs += 1

  function toLoggedOut(error: unknown): string {
    // A killed server may end the session, which costs a login; the wallet must not be lost.
    if (!(error instanceof SessionEndedError) || !server || !resumed) throw error
    figures.loggedOut += 1
    return resumed.address
  }
}

/** Whether an error is the expected result of a killed server or tab. */
function isCausedByDeath(error: unknown): boolean {
  const { cause } = (error ?? {}) as { cause?: { code?: string } }
  return (
    error instanceof Killed ||
    error instanceof ServerUnreachableError ||
    (error instanceof TypeError && /^(ECONN|UND_ERR)/.test(cause?.code ?? ''))
  )
}

/** Counts users, pending wallets and the most wallets of one user in the gateway's database. */
function countWallets(): { users: number; most: number; pending: number } {
  const database = new DatabaseSync(join(servers.dataDir, 'gateway/gateway.sqlite'), { readOnly: true })
  const row = database
    .prepare(
      `select count(*) users, max(wallets) most, sum(pending) pending from
         (select count(*) wallets, sum(status = 'pending') pending from embedded_wallets group by user_id)`,
    )
    .get()
  database.close()
  return { ...row } as ReturnType<typeof countWallets>
}

describe('createAccount', () => {
  test(
    'behavior: whichever process is killed at whichever step, a shown address recovers and the user has one wallet',
    async () => {
      const cases: { name: string; at: number; death: Death }[] = []
      for (const name of Object.keys(flows))
        for (const at of (await listSteps(name)).keys())
          cases.push(...deaths.map((death) => ({ name, at, death })))
      expect(cases.length).toBeGreaterThanOrEqual(360)
      for (let round = 0; round < Math.max(1, rounds); round += 1)
        for (const [index, crash] of cases.entries())
          if (rounds > 0 || index % sampling === today % sampling) await dieAt(crash)
      expect(countWallets()).toEqual({ users: figures.users, most: 1, pending: 0 })
      if (rounds > 0) report(cases.length)
    },
    120_000 + rounds * 3_600_000,
  )

  test(
    'behavior: a key rotation that was killed can be resumed, and every wallet opens',
    async () => {
      const email = 'rotation@example.org'
      const device = createDevice(servers)
      const { address } = (await logIn(servers, await device.load(), email)).session
      for (let round = 0; round < Math.max(1, rounds * 12); round += 1) {
        for (const server of rounds > 0 ? (['gateway', 'vault'] as const) : (['gateway'] as const)) {
          // The vault's rotation waits three seconds until running vaults know the new key.
          const { begin, resume } = rotations[server]
          const rotation = servers.run(server, begin)
          await sleep(randomInt(server === 'gateway' ? 900 : 4500))
          rotation.child.kill('SIGKILL')
          // In every second round, kill the server as well.
          if (round % 2 === 1) await servers.kill(server).then(() => servers.start(server))
          await rotation.output
          const page = await device.load()
          await page.resume()
          expect(await signHash(page)).toBe(address)
          await servers.run(server, resume).output
          expect(await signHash(page)).toBe(address)
        }
        // Another user in each round: a user may recover only five times a day.
        const other = `rotation-${round}@example.org`
        const made = (await logIn(servers, await createDevice(servers).load(), other)).session
        const fresh = await createDevice(servers).load()
        expect((await logIn(servers, fresh, other)).session.address).toBe(made.address)
        expect(await signHash(fresh)).toBe(made.address)
      }
    },
    120_000 + rounds * 600_000,
  )
})

const rotations = {
  gateway: { begin: ['keys', 'rotate'], resume: ['keys', 'rewrap'] },
  vault: { begin: ['rotate'], resume: ['rotate', '--resume'] },
}

function report(cases: number): void {
  const spread = (times: readonly number[]) => {
    const sorted = times.toSorted((a, b) => a - b)
    return [0.5, 0.95, 1].map((share) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0))
  }
  console.log(
    `${figures.runs} deaths in ${cases} ways, ${figures.users} users. A server was ready again after ${spread(figures.ready)} ms (p50, p95, most), ` +
      `a wallet opened on a new device after ${spread(figures.converged)} ms. ${figures.shown} sessions survived, ` +
      `${figures.loggedOut} ended; ${figures.tooSoon} devices had to wait for the next code.`,
  )
}
