import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDevice, logIn } from '../../test/createDevice.ts'
import { createSocialVisitor, type SocialVisitor } from '../../test/createSocialVisitor.ts'
import { type ServerName, type Servers, startServers } from '../../test/startServers.ts'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'

// Kills the browser, the gateway or the vault (as processes, with SIGKILL) at every step in which an account becomes another login
// of an existing wallet. By default a sample of all cases runs, another one each day; `CRASH_ROUNDS=1` runs every case.
const runsAll = Number(process.env.CRASH_ROUNDS ?? 0) > 0
const sampling = 5
const today = Math.floor(Date.now() / 86_400_000)

const email = 'ada@example.com'
const steps = ['claim', 'login by e-mail', 'attach', 'proof', 'activate'] as const
type Step = (typeof steps)[number]
/** The browser is closed after a step; a server is killed before the next step, or while the step runs (`within`). */
const deaths = ['browser', 'gateway', 'vault', 'gateway within', 'vault within'] as const
type Death = (typeof deaths)[number]

let servers: Servers
beforeAll(async () => {
  servers = await startServers({ hasSocial: true, quiet: true })
}, 60_000)
afterAll(() => servers?.close())

class Killed extends Error {}

/** Runs around each step. */
type Around = <Value>(step: Step, call: () => Promise<Value>) => Promise<Value>
const undisturbed: Around = (_step, call) => call()

/** Does what the frame does: asks, if the account is new here and its address has a wallet, and attaches the account. */
async function link(visitor: SocialVisitor, around: Around = undisturbed): Promise<string> {
  const claimed = await around('claim', () => visitor.claim('ada'))
  let entered: { assertion: string; grant: string; userId: string } = claimed
  if (claimed.linkable) {
    const { grant } = await around('login by e-mail', () => visitor.logInByMail(email))
    entered = await around('attach', () => visitor.attach(grant))
  }
  const { introduced, userId } = await around('proof', () => visitor.prove(entered.assertion))
  await around('activate', () => visitor.activate(entered.grant, introduced))
  expect(userId).toBe(entered.userId)
  return userId
}

async function restart(server: ServerName): Promise<void> {
  await servers.kill(server)
  await servers.start(server)
}

/** Returns what kills at a step, once. */
function killAt(at: Step, death: Death): Around {
  const [what, within] = death.split(' ') as [ServerName | 'browser', string | undefined]
  return async (step, call) => {
    if (step !== at) return call()
    if (within !== undefined && what !== 'browser') {
      const called = call()
      called.catch(() => undefined)
      // A random moment of the request.
      await sleep(Math.random() * 20)
      await restart(what)
      return called
    }
    const value = await call()
    if (what === 'browser') throw new Killed()
    await restart(what)
    return value
  }
}

function readRows(server: ServerName, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(servers.dataDir, server, `${server}.sqlite`), { readOnly: true })
  try {
    return database.prepare(sql).all() as Record<string, unknown>[]
  } finally {
    database.close()
  }
}

const cases = steps.flatMap((step) => deaths.map((death) => ({ step, death })))
const chosen = cases.filter((_case, index) => runsAll || index % sampling === today % sampling)

describe('an account becomes another login of a wallet', () => {
  test('behavior: undisturbed', async () => {
    const owner = await createDevice(servers).load()
    const { session } = await logIn(servers, owner, email)
    expect(await link(await createSocialVisitor(servers))).toBe(session.userId)
  }, 60_000)

  test.each(chosen)(
    'behavior: the next attempt ends with one wallet that both logins open, killed at $step, $death',
    async ({ step, death }) => {
      await Promise.all([servers.kill('gateway'), servers.kill('vault')])
      servers.moveAway()
      await Promise.all([servers.start('gateway'), servers.start('vault')])
      const owner = createDevice(servers)
      const { session } = await logIn(servers, await owner.load(), email)
      const { userId, address } = session
      try {
        await link(await createSocialVisitor(servers), killAt(step, death))
      } catch (error) {
        const isExpected = [Killed, ServerError, ServerUnreachableError].some((kind) => error instanceof kind)
        if (!isExpected) throw error
      }
      // Another attempt in another browser, then an ordinary login with the account in a third one.
      expect(await link(await createSocialVisitor(servers))).toBe(userId)
      const third = await createSocialVisitor(servers)
      const claimed = await third.claim('ada')
      expect(claimed).toMatchObject({ userId, linkable: false })
      expect((await third.prove(claimed.assertion)).userId).toBe(userId)
      // The wallet is the one from before, and nobody else has a user.
      expect((await (await owner.load()).resume())?.address).toBe(address)
      const identities = readRows('gateway', 'select user_id, way from identities order by way')
      expect(identities).toMatchObject([
        { user_id: userId, way: 'email' },
        { user_id: userId, way: 'google' },
      ])
      expect(readRows('vault', 'select id from users')).toMatchObject([{ id: userId }])
      expect(readRows('vault', 'select user_id from identities')).toMatchObject([{ user_id: userId }])
    },
    120_000,
  )
})
