import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChains } from '@portico/devnet'
import type { SocialProvider } from '@portico/protocol/social'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDevice, type Device, signHash } from '../../test/createDevice.ts'
import type { Intercept } from '../../test/interceptCalls.ts'
import { type ServerName, type Servers, startServers } from '../../test/startServers.ts'
import { visitProvider } from '../../test/visitProvider.ts'
import type { Account } from '../session/createAccount.ts'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'

// Kills the browser, the gateway or the vault (as processes, with SIGKILL) after every call that the frame or the window awaits in a
// login at a provider. A run tests a sample of all cases, another one each day; `CRASH_ROUNDS=1` tests every case.
const runsAll = Number(process.env.CRASH_ROUNDS ?? 0) > 0
/** One case of so many is tested by default. */
const sampling = 60
const today = Math.floor(Date.now() / 86_400_000)

/** A server is killed before the next step begins, or at a random time while it runs (`within`). */
const deaths = ['browser', 'gateway', 'vault', 'gateway within', 'vault within'] as const
type Death = (typeof deaths)[number]
type OnStep = (step: string) => Promise<void>

class Killed extends Error {}

/** Logs in on a device; returns the address. */
type LogIn = (device: Device, intercept: Intercept) => Promise<string>
const undisturbed: Intercept = (_step, call) => call()

let servers: Servers

/** Logs in at a provider in a window. */
const inWindow =
  (provider: SocialProvider): LogIn =>
  async (device, intercept) => {
    const page = await device.load({ intercept })
    const login = await page.socialLogin()
    const { ticket, waitForResult } = await login.start(provider)
    const { fetch } = device
    const result = waitForResult(() => {})
    // It ends as well if the browser is killed in the window.
    result.catch(() => undefined)
    await visitProvider(servers, { ticket, fetch, intercept }).catch((error: unknown) => {
      login.cancel()
      throw error
    })
    const outcome = await result
    if (outcome === 'over' || !('uri' in outcome)) throw new Killed('The login has failed.')
    return (await login.complete(outcome.uri)).address
  }

/** Logs in at a provider in place of the host page, whose frame is another one afterwards. */
const inTab =
  (provider: SocialProvider): LogIn =>
  async (device, intercept) => {
    const login = await (await device.load({ intercept })).socialLogin()
    const { ticket } = await login.start(provider, { returnTo: 'http://localhost:4400/' })
    const { handle } = await visitProvider(servers, { ticket, fetch: device.fetch, intercept })
    const back = await (await device.load({ intercept })).socialLogin()
    return (await back.complete(`${servers.walletOrigin}/social?result=${handle}`)).address
  }

/** Confirms a login in the app, whose page the address of the login opens. */
async function confirm(url: string): Promise<void> {
  const page = await (await fetch(url)).text()
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? expect.fail()
  const body = new URLSearchParams({ person: 'ada' })
  const { ok } = await fetch(new URL(action, url), { method: 'POST', body })
  expect(ok).toBe(true)
}

const withFarcaster: LogIn = async (device, intercept) => {
  const login = await (await device.load({ intercept })).farcasterLogin()
  await confirm(await login.start())
  return (await login.complete()).address
}

/** The logins. `isHeld`: a new device has to wait, so that only the device of before logs in again. */
const logins: Record<string, { logIn: LogIn; hasWallet?: boolean; isHeld?: boolean }> = {
  'Google, whose ID token the gateway verifies': { logIn: inWindow('google') },
  'Google, on a new device of an existing wallet': { logIn: inWindow('google'), hasWallet: true },
  'GitHub, which gives each server a code': { logIn: inWindow('github') },
  'GitHub, in place of the page': { logIn: inTab('github') },
  Farcaster: { logIn: withFarcaster, isHeld: true },
}

/** Reports every call after it has resolved. Once the browser was killed, no call gets through. */
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

/** Logs in once, as somebody whom the servers do not know. */
async function play({ logIn, hasWallet, isHeld }: (typeof logins)[string], onStep: OnStep) {
  await (isHeld ? emptyDatabases() : giveNewAccounts())
  const earlier = listUsers()
  const addresses = new Set<string>()
  if (hasWallet) addresses.add(await logIn(createDevice(servers), undisturbed))
  const device = createDevice(servers)
  try {
    addresses.add(await logIn(device, reportCalls(onStep)))
    return { device, addresses, earlier, failure: undefined }
  } catch (failure) {
    return { device, addresses, earlier, failure }
  }
}

/** Farcaster has three accounts, so servers that do not know them are new ones. */
async function emptyDatabases() {
  await Promise.all([servers.kill('gateway'), servers.kill('vault')])
  servers.moveAway()
  await Promise.all([servers.start('gateway'), servers.start('vault')])
}

/** Gives the people accounts at the providers that nobody has used, which takes less time than starting the servers again. */
async function giveNewAccounts() {
  const { ok } = await fetch(`${servers.identityUrl}/switches`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ people: { accounts: randomUUID() } }),
  })
  expect(ok).toBe(true)
}

/** Lists the steps of a login in the order of an undisturbed run. */
async function listSteps(login: (typeof logins)[string]): Promise<string[]> {
  const steps: string[] = []
  const { failure } = await play(login, async (step) => void steps.push(step))
  expect(failure).toBeUndefined()
  // How often the frame asks for the result depends on the time.
  return steps.filter((step) => !step.includes('/v1/social/wait'))
}

async function dieAt(login: (typeof logins)[string], at: number, death: Death): Promise<void> {
  let count = -1
  let restarted: Promise<unknown> | undefined
  const { device, addresses, earlier, failure } = await play(login, async (step) => {
    if (step.includes('/v1/social/wait')) return
    count += 1
    if (count !== at) return
    if (death === 'browser') throw new Killed(step)
    const [server, within] = death.split(' ') as [ServerName, string | undefined]
    const killed = (within ? sleep(randomInt(25)) : Promise.resolve()).then(() => servers.kill(server))
    restarted = killed.then(() => sleep(500)).then(() => servers.start(server))
    if (!within) await killed
  })
  expect(count, 'the step was reached').toBeGreaterThanOrEqual(at)
  if (failure !== undefined && !isCausedByDeath(failure)) throw failure
  await restarted
  // The device has the session that was shown, or none, and what it shows can be signed with.
  const page = await device.load()
  const resumed = await page.resume()
  if (resumed) addresses.add(await signHash(page).catch(toLoggedOut(resumed.address)))
  // Another attempt there, and on new devices, opens the same wallet.
  const attempts = login.isHeld ? [device, device] : [device, createDevice(servers), createDevice(servers)]
  for (const next of attempts) {
    addresses.add(await login.logIn(next, undisturbed))
    addresses.add(await signHash(await reload(next)))
  }
  expect([...addresses]).toHaveLength(1)
  const wallets = listWallets().filter(({ user_id }) => !earlier.has(user_id))
  expect(wallets).toMatchObject([{ status: 'active' }])
  const users = [...listUsers()].filter((id) => !earlier.has(id))
  expect(users).toEqual([wallets[0]?.user_id])
}

const listWallets = () => readRows('gateway', 'select user_id, status from embedded_wallets')
const listUsers = () => new Set(readRows('vault', 'select id from users').map(({ id }) => id))

async function reload(device: Device): Promise<Account> {
  const page = await device.load()
  await page.resume()
  return page
}

/** A killed server may end the session, which costs a login; the wallet must not be lost. */
const toLoggedOut = (address: string) => (error: unknown) => {
  if ((error as Error).name !== 'SessionEndedError') throw error
  return address
}

/** Whether an error is the expected result of a killed server or browser. */
function isCausedByDeath(error: unknown): boolean {
  return error instanceof Killed || error instanceof ServerUnreachableError || error instanceof ServerError
}

function readRows(server: ServerName, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(servers.dataDir, server, `${server}.sqlite`), { readOnly: true })
  try {
    return database.prepare(sql).all() as Record<string, unknown>[]
  } finally {
    database.close()
  }
}

describe('logging in at a provider', () => {
  test(
    'behavior: whichever process is killed at whichever step, the next attempt opens the one wallet',
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'devnet-'))
      const devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
      onTestFinished(async () => {
        await devnet.stop()
        rmSync(dataDir, { recursive: true, force: true })
      })
      const { url } = devnet.chains.find(({ chainId }) => chainId === 31337) ?? expect.fail()
      const { port } = new URL(url)
      servers = await startServers({
        ...{ hasSocial: true, quiet: true },
        // Both are Local One, by two names.
        env: { FARCASTER_RPC_URLS: `http://127.0.0.1:${port},http://localhost:${port}` },
      })
      onTestFinished(() => servers.close())
      const figures: Record<string, number> = {}
      let number = 0
      for (const [name, login] of Object.entries(logins)) {
        const cases = (await listSteps(login)).flatMap((step, at) =>
          deaths.map((death) => ({ step, at, death })),
        )
        for (const { step, at, death } of cases) {
          number += 1
          if (!runsAll && number % sampling !== today % sampling) continue
          await dieAt(login, at, death).catch((cause: unknown) => {
            throw new Error(`${name}: ${death} killed at step ${at}, ${step}`, { cause })
          })
        }
        figures[name] = cases.length
      }
      if (runsAll) console.log(`Killed in ${number} ways: ${JSON.stringify(figures)}`)
    },
    runsAll ? 7_200_000 : 240_000,
  )
})
