import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDevice, type Device, logIn, signHash } from '../../test/createDevice.ts'
import { forEach } from '../../test/forEach.ts'
import { type Servers, startServers } from '../../test/startServers.ts'

// Tests that users from before introductions keep their wallets. `DRILL_WALLETS=1000` runs the full drill.
const wallets = Number(process.env.DRILL_WALLETS ?? 3)
const minutes = 60_000 * (1 + wallets / 10)

type Owner = { email: string; address: string; known: Device }

let servers: Servers
const owners: Owner[] = []

beforeAll(async () => {
  servers = await startServers()
  const numbers = Array.from({ length: wallets }, (_, index) => index)
  await forEach(numbers, async (number) => {
    const [email, known] = [`owner${number}@example.org`, createDevice(servers)]
    const { session } = await logIn(servers, await known.load(), email)
    owners.push({ email, address: session.address, known })
  })
  forgetIntroductions()
}, minutes)
afterAll(() => servers?.close())

/** Changes the gateway's database to what it was before introductions. */
function forgetIntroductions(): void {
  const database = new DatabaseSync(join(servers.dataDir, 'gateway/gateway.sqlite'), { timeout: 5000 })
  database.exec(`
    delete from identities;
    delete from introduced_keys;
    delete from introductions;
    update wallet_sessions set introduced_at = null;
  `)
  database.close()
}

describe('users from before introductions', () => {
  test(
    'behavior: after the import they log in from known and from new browsers, and have the same address',
    async () => {
      // A login binds nothing to an existing wallet, and changes nothing.
      const [first] = owners as [Owner]
      await expect(logIn(servers, await first.known.load(), first.email)).rejects.toMatchObject({
        code: 'identity-mismatch',
      })

      const file = join(servers.dataDir, 'identities')
      const exported = await servers.run('vault', ['identities', 'export', '--to', file]).output
      const keys = await servers.run('gateway', ['keys', 'wallet']).output
      expect(exported).toContain(`Wrote ${wallets} users`)
      expect(keys).toContain(`${/^[\w-]{43}$/m.exec(exported)?.[0]} encryption`)
      for (const { email } of owners) expect(readFileSync(file, 'utf8')).not.toContain(email)
      const runImport = () => servers.run('gateway', ['identities', 'import', file]).output
      expect(await runImport()).toContain(`Imported ${wallets} users with ${wallets} browsers.\n0 users`)
      expect(await runImport()).toContain(`Imported 0 users with 0 browsers.\n${wallets} users`)

      await forEach(owners, async ({ email, address, known }) => {
        // Compared by ID: the inbox keeps the last two hundred mails only.
        const before = new Set(servers.inbox.messages(email).map(({ id }) => id))
        const account = await known.load()
        const { action, session } = await logIn(servers, account, email)
        expect([action, session.address]).toEqual(['VERIFY_OTP', address])
        expect(servers.inbox.messages(email).filter(({ id }) => !before.has(id))).toHaveLength(1)
        expect(await signHash(account)).toBe(address)

        const fresh = await createDevice(servers).load()
        const recovered = await logIn(servers, fresh, email)
        expect([recovered.action, recovered.session.address]).toEqual(['VERIFY_DEVICE', address])
        expect(await signHash(fresh)).toBe(address)
      })
    },
    minutes,
  )
})
