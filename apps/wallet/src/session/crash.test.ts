import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDevice, type Device, logIn } from '../../test/createDevice.ts'
import { type ServerName, type Servers, startServers } from '../../test/startServers.ts'
import type { Account } from './createAccount.ts'
import { ServerError, ServerUnreachableError, SessionEndedError } from './ServerError.ts'

// The tab, the gateway and the vault are killed at every awaited step of everything that a visitor does, as processes, with
// SIGKILL. By default some of all these ways to die, others on each day; `CRASH_ROUNDS=1` takes every one, 2 each twice.
const rounds = Number(process.env.CRASH_ROUNDS ?? 0)
const fewer = 48
const today = Math.floor(Date.now() / 86_400_000)
const hash = `0x${'ef'.repeat(32)}` as const

/** A server ends before the next step begins, or somewhere within it. */
const deaths = ['tab', 'gateway', 'vault', 'gateway within', 'vault within'] as const
type Death = (typeof deaths)[number]
type Reach = (step: string) => Promise<void>
/** `shown` is told the address as soon as a host would hear it. */
type Act = (call: {
  device: Device
  email: string
  reach: Reach
  shown(address: string): void
}) => Promise<void>

const enter: Act = async ({ device, email, reach, shown }) => {
  const page = await device.load({ reach })
  shown((await logIn(servers, page, email, reach)).session.address)
}

/** What is interrupted. `known`: whether this device has logged in before; `elsewhere`: whether another one has. */
const flows: Record<string, { known?: boolean; elsewhere?: boolean; act: Act }> = {
  create: { act: enter },
  'log in on a new device': { elsewhere: true, act: enter },
  'log in again': { known: true, act: enter },
  refresh: {
    known: true,
    async act({ device, reach, shown }) {
      const session = await (await device.load({ reach })).resume()
      if (session) shown(session.address)
    },
  },
  sign: {
    known: true,
    async act({ device, reach }) {
      const page = await device.load()
      await page.resume()
      await reach('sign: asked')
      const signer = await page.openSigner()
      await reach('sign: opened')
      await signer.signHash(hash)
      signer.close()
      await reach('sign: signed')
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

class Killed extends Error {}

async function signs(account: Account): Promise<string> {
  const signer = await account.openSigner()
  await signer.signHash(hash)
  signer.close()
  return signer.address
}

/** The steps of a flow, in the order in which a run that nobody disturbs takes them. */
async function listSteps(name: string): Promise<string[]> {
  const steps: string[] = []
  await play({ name, reach: async (step) => void steps.push(step) })
  return steps
}

async function play({ name, reach }: { name: string; reach: Reach }) {
  const { known, elsewhere, act } = flows[name] as (typeof flows)[string]
  const email = `${name.replaceAll(' ', '-')}-${figures.users++}@example.org`
  const addresses = new Set<string>()
  if (elsewhere)
    addresses.add((await logIn(servers, await createDevice(servers).load(), email)).session.address)
  const device = createDevice(servers)
  if (known) addresses.add((await logIn(servers, await device.load(), email)).session.address)
  let shown: string | undefined
  const failure = await act({
    device,
    email,
    reach,
    shown: (address) => {
      shown = address
      addresses.add(address)
    },
  }).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { email, device, addresses, shown, failure }
}

/** Nobody could know whether the vault has mailed before it died; its own campaign waits for those mails. */
function isPossible(step: string, death: Death): boolean {
  if (!death.startsWith('vault')) return true
  return step !== 'ask: started' && !(step === 'ask: approved' && death === 'vault within')
}

async function dieAt({ name, at, death }: { name: string; at: number; death: Death }): Promise<void> {
  let count = -1
  let dead: Promise<ServerName> | undefined
  const run = await play({
    name,
    async reach(step) {
      count += 1
      if (count !== at) return
      if (death === 'tab') throw new Killed(step)
      const [server, within] = death.split(' ') as [ServerName, string | undefined]
      dead = (within ? sleep(randomInt(25)) : Promise.resolve())
        .then(() => servers.kill(server))
        .then(() => server)
      if (!within) await dead
    },
  })
  const { email, device, addresses, shown, failure } = run
  expect(count, 'the step was reached').toBeGreaterThanOrEqual(at)
  if (failure !== undefined && !isOfADeath(failure)) throw failure
  const server = await dead

  const began = performance.now()
  if (server) {
    await servers.start(server)
    figures.ready.push(performance.now() - began)
  }
  // What is left on the device is either the session that was shown, or nothing.
  const page = await device.load()
  const resumed = await page.resume()
  if (shown && death === 'tab') expect(resumed?.address).toBe(shown)
  if (resumed) {
    addresses.add(resumed.address)
    figures.shown += 1
    expect(await signs(page).catch(toLoggedOut)).toBe(resumed.address)
  }
  // All that was shown opens with the mailbox and nothing else.
  const fresh = await createDevice(servers).load()
  addresses.add((await logIn(servers, fresh, email)).session.address)
  addresses.add(await signs(fresh))
  if (server) figures.converged.push(performance.now() - began)
  const again = await device.load()
  try {
    addresses.add((await logIn(servers, again, email)).session.address)
    addresses.add(await signs(again))
  } catch (error) {
    // The attempt that died counts: this device waits half a minute for the next code.
    if (!(error instanceof ServerError) || error.code !== 'too-soon') throw error
    figures.tooSoon += 1
  }
  expect([...addresses]).toHaveLength(1)
  figures.runs += 1

  function toLoggedOut(error: unknown): string {
    // A session may end with a death, and cost a login; the wallet may not.
    if (!(error instanceof SessionEndedError) || !server || !resumed) throw error
    figures.loggedOut += 1
    return resumed.address
  }
}

/** What a page meets whose server died, or that died itself. */
function isOfADeath(error: unknown): boolean {
  const { cause } = (error ?? {}) as { cause?: { code?: string } }
  return (
    error instanceof Killed ||
    error instanceof ServerUnreachableError ||
    (error instanceof TypeError && /^(ECONN|UND_ERR)/.test(cause?.code ?? ''))
  )
}

/** How many wallets each user has, in the gateway's own rows. */
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
    'behavior: whoever is killed at whichever step, what was shown recovers, and it is one wallet',
    async () => {
      const ways: { name: string; at: number; death: Death }[] = []
      for (const name of Object.keys(flows))
        for (const [at, step] of (await listSteps(name)).entries())
          ways.push(
            ...deaths.filter((death) => isPossible(step, death)).map((death) => ({ name, at, death })),
          )
      expect(ways.length).toBeGreaterThan(150)
      for (let round = 0; round < Math.max(1, rounds); round += 1)
        for (const [index, way] of ways.entries())
          if (rounds > 0 || index % fewer === today % fewer) await dieAt(way)
      expect(countWallets()).toEqual({ users: figures.users, most: 1, pending: 0 })
      if (rounds > 0) report(ways.length)
    },
    120_000 + rounds * 3_600_000,
  )

  test(
    'behavior: killed while keys rotate, the rotation is taken up, and everything opens',
    async () => {
      const email = 'rotation@example.org'
      const device = createDevice(servers)
      const { address } = (await logIn(servers, await device.load(), email)).session
      for (let round = 0; round < Math.max(1, rounds * 12); round += 1) {
        for (const server of rounds > 0 ? (['gateway', 'vault'] as const) : (['gateway'] as const)) {
          // The vault's waits three seconds until running vaults know the key.
          const { begin, goOn } = rotations[server]
          const rotation = servers.run(server, begin)
          await sleep(randomInt(server === 'gateway' ? 900 : 4500))
          rotation.child.kill('SIGKILL')
          // And now and then the server with it.
          if (round % 2 === 1) await servers.kill(server).then(() => servers.start(server))
          await rotation.output
          const page = await device.load()
          await page.resume()
          expect(await signs(page)).toBe(address)
          await servers.run(server, goOn).output
          expect(await signs(page)).toBe(address)
        }
        // Another user each time: five releases a day are allowed.
        const other = `rotation-${round}@example.org`
        const made = (await logIn(servers, await createDevice(servers).load(), other)).session
        const fresh = await createDevice(servers).load()
        expect((await logIn(servers, fresh, other)).session.address).toBe(made.address)
        expect(await signs(fresh)).toBe(made.address)
      }
    },
    120_000 + rounds * 600_000,
  )
})

const rotations = {
  gateway: { begin: ['keys', 'rotate'], goOn: ['keys', 'rewrap'] },
  vault: { begin: ['rotate'], goOn: ['rotate', '--resume'] },
}

function report(ways: number): void {
  const spread = (times: readonly number[]) => {
    const sorted = times.toSorted((a, b) => a - b)
    return [0.5, 0.95, 1].map((share) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0))
  }
  console.log(
    `${figures.runs} deaths in ${ways} ways, ${figures.users} users. A server was back after ${spread(figures.ready)} ms (p50, p95, most), ` +
      `a wallet opened in a new browser after ${spread(figures.converged)} ms. ${figures.shown} sessions went on, ` +
      `${figures.loggedOut} cost a login; ${figures.tooSoon} devices had to wait for the next code.`,
  )
}
