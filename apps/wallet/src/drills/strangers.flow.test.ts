import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAttacker, refusalOf } from '../../test/createAttacker.ts'
import { createBrowserFetch, createDevice, logIn } from '../../test/createDevice.ts'
import { forEach } from '../../test/forEach.ts'
import { type Servers, startServers } from '../../test/startServers.ts'

// Tests what somebody can do who knows the addresses of owners and controls nothing, with the limits of production.
// `DRILL_STRANGERS=1000` runs the full drill.
const strangers = Number(process.env.DRILL_STRANGERS ?? 40)
const minutes = 60_000 * (1 + strangers / 20)
const email = 'owner@example.org'
/** Networks from which strangers ask for links; from eight on, they can block new browsers (docs/security.md). */
const networks = 7

let servers: Servers
const device = () => createDevice(servers)
let known: ReturnType<typeof createDevice>
let address = ''

beforeAll(async () => {
  servers = await startServers({
    env: { LIMIT_PER_EMAIL: '5', LIMIT_PER_ADDRESS: '20', LIMIT_INTRODUCTIONS: '5' },
  })
  known = device()
  address = (await logIn(servers, await known.load(), email)).session.address
}, 60_000)
afterAll(() => servers?.close())

/** Counts the outcomes of calls. */
function createCounter() {
  const counts: Record<string, number> = {}
  return {
    counts,
    add: (code: string): void => {
      counts[code] = (counts[code] ?? 0) + 1
    },
  }
}

const report = (text: string): void => {
  if (process.env.DRILL_STRANGERS) console.log(text)
}

describe('strangers', () => {
  test(
    'error: cannot make the gateway mail a code, guess one, or use up the budget of wrong codes',
    async () => {
      const before = servers.inbox.messages(email).length
      const { counts, add } = createCounter()
      await forEach(
        Array.from({ length: strangers }, (_, index) => index),
        async (index) => {
          const stranger = await createAttacker(servers)
          const attempt = await stranger.start(index % 2 === 0 ? email : `nobody${index}@example.org`)
          add(await refusalOf(stranger.gateway.mailCode(attempt.id, 'a.b.c')))
          add(await refusalOf(stranger.gateway.resendCode(attempt.id)))
          for (const guess of ['000000', 'AAAAAA', 'ZZZZZZ', '000000000000'])
            add(await refusalOf(stranger.enter(attempt, guess)))
        },
      )
      expect(counts).toEqual({ 'assertion-invalid': strangers, 'introduction-expired': 5 * strangers })
      expect(servers.inbox.messages(email)).toHaveLength(before)
      const database = new DatabaseSync(join(servers.dataDir, 'gateway/gateway.sqlite'), { readOnly: true })
      expect(database.prepare('select * from code_failures').all()).toEqual([])
      database.close()
      report(`${6 * strangers} calls of strangers: ${JSON.stringify(counts)}`)
    },
    minutes,
  )

  test(
    'error: cannot block the logins of an owner with links that nobody asked for',
    async () => {
      const { counts, add } = createCounter()
      const fetches = Array.from({ length: networks }, () => createBrowserFetch(servers))
      await forEach(
        Array.from({ length: strangers }, (_, index) => index),
        async (index) => {
          const stranger = await createAttacker(servers, fetches[index % networks])
          add(await refusalOf(stranger.startAtVault(email)))
        },
      )
      expect(counts['rate-limited']).toBeGreaterThan(0)
      const startedAt = performance.now()
      const again = await logIn(servers, await known.load(), email)
      const knownMs = performance.now() - startedAt
      expect([again.action, again.session.address]).toEqual(['VERIFY_OTP', address])
      const fresh = await logIn(servers, await device().load(), email)
      expect([fresh.action, fresh.session.address]).toEqual(['VERIFY_DEVICE', address])
      report(
        `${strangers} links asked for from ${networks} networks: ${JSON.stringify(counts)}; the owner logged in on a known browser in ${Math.round(knownMs)} ms, and on a new one`,
      )
    },
    minutes,
  )
})
