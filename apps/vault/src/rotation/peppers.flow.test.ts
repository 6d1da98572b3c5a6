import { spawn } from 'node:child_process'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runCli } from '../cli/runCli.ts'
import { readConfig } from '../config/readConfig.ts'
import { createUserStore } from '../modules/users/store.ts'
import { type BlindIndexes, createBlindIndexes } from '../secrets/createBlindIndexes.ts'
import { loadSecrets } from '../secrets/loadSecrets.ts'
import { createChange } from '../testing/createChange.ts'
import { createFakeGateway } from '../testing/createFakeGateway.ts'
import { createTestKey, type TestKey } from '../testing/createTestKey.ts'
import { createTestVault, type TestVault } from '../testing/createTestVault.ts'
import { claim, logIn, start, startApproved } from '../testing/logIn.ts'
import { reindexEmails } from './reindexEmails.ts'

/** The full campaign has 10 000 users: `VAULT_ROTATION_WALLETS=10000`. */
const users = Number(process.env.VAULT_ROTATION_WALLETS ?? 200)
const [email, other] = ['ada@example.com', 'ada@example.org']
const minute = 60_000

const fileOf = (dataDir: string) => join(dataDir, 'vault/secrets.json')
const blindsOf = async (dataDir: string): Promise<BlindIndexes> =>
  createBlindIndexes({ secrets: await loadSecrets({ file: fileOf(dataDir), create: false }) })

/** Runs the command and returns its exit code and output. */
async function peppers(dataDir: string, verb: string): Promise<string> {
  const lines: string[] = []
  const print = (text: string) => void lines.push(text)
  const env = { PORTICO_DATA_DIR: dataDir }
  const code = await runCli({ args: ['peppers', verb], env, readConfig, print, printError: print })
  return `${code} ${lines.join('\n')}`
}

/** Makes the file look old. */
const age = (dataDir: string) => utimesSync(fileOf(dataDir), 0, 0)

describe('peppers', () => {
  test('behavior: changing peppers during logins keeps users, devices and open logins', async () => {
    const dataDir = tempFolder()
    const gateway = await createFakeGateway()
    let vault = await createTestVault({ dataDir, gateway })
    const newKey = () =>
      createTestKey({
        post: (...call) => vault.post(...call),
        now: () => vault.now(),
        nonce: () => vault.services.dpop.nonce(),
        sealingKey: vault.services.jwks.keys.find(({ use }) => use === 'enc') as never,
      })
    const key = await newKey()
    const { userId } = await logIn(vault, key, email)
    const grace = await newKey()
    const graceId = (await logIn(vault, grace, 'grace@example.com')).userId

    /** Starts another vault a minute later, which reads the file again, and claims a login that the previous one approved. */
    async function restart(): Promise<void> {
      const device = await newKey()
      const tx = await startApproved(vault, device, email)
      await vault.services.close()
      vault = await createTestVault({ dataDir, gateway, now: vault.now() + minute })
      const verified = await (await claim(device, tx)).json()
      expect(verified).toMatchObject({ userId })
      // Known devices are still known, and no user was duplicated.
      vault.pass(minute)
      expect(await start(key, email)).toMatchObject({ action: 'VERIFY_OTP' })
      vault.pass(60 * minute)
      expect((await logIn(vault, key, email)).userId).toBe(userId)
      expect(await vault.services.database.selectFrom('users').select('id').execute()).toHaveLength(2)
    }

    expect(await peppers(dataDir, 'use')).toMatch(/^1 There are no new peppers/)
    expect(await peppers(dataDir, 'add')).toMatch(/^0 Added/)
    expect(await peppers(dataDir, 'add')).toMatch(/^1 New peppers were added already/)
    expect(await peppers(dataDir, 'remove')).toMatch(/^1 There are no old peppers/)
    await restart()
    // A change of address that can be undone, from before the change of the peppers.
    const revert = await createChange({
      vault,
      gateway,
      key: grace,
      userId: graceId,
      email: 'grace@example.com',
      next: other,
    }).make()

    expect(await peppers(dataDir, 'use')).toMatch(/^0 Changed/)
    expect(await peppers(dataDir, 'use')).toMatch(/^1 There are no new peppers/)
    await restart()
    const stranger = await newKey()
    expect(await refusal(vault, stranger, 'grace@example.com')).toBe('email-reserved')
    vault.pass(minute)
    expect(await peppers(dataDir, 'reindex')).toMatch(/^0 Indexed [1-9]\d* addresses; none is left/)
    expect(await peppers(dataDir, 'reindex')).toMatch(/^0 Indexed 0 addresses; none is left/)
    expect(await peppers(dataDir, 'remove')).toMatch(
      /^1 Logins that were started under .* after the last vault was restarted/,
    )
    age(dataDir)
    expect(await peppers(dataDir, 'remove')).toMatch(/^0 Removed/)
    await restart()
    expect((await logIn(vault, grace, other)).userId).toBe(graceId)
    // The address is still reserved, and the change can still be undone.
    expect(await refusal(vault, stranger, 'grace@example.com')).toBe('email-reserved')
    expect((await vault.post('/v1/update/revert', { token: revert })).status).toBe(200)
    const { action } = await start(grace, 'grace@example.com').catch(() => ({ action: undefined }))
    expect(action).toBe('VERIFY_DEVICE')
    expect(await vault.services.audit.verify()).not.toHaveProperty('brokenAt')
  }, 120_000)

  test(`behavior: reindexes ${users} users, killed three times, and finds them all the time`, async () => {
    const dataDir = tempFolder()
    const first = await createTestVault({ dataDir })
    await first.services.close()
    await fill(dataDir, users)
    await peppers(dataDir, 'add')
    await peppers(dataDir, 'use')
    const vault = await createTestVault({ dataDir })
    const { database, cipher } = vault.services
    const blindIndexes = await blindsOf(dataDir)
    const count = () => reindexEmails({ database, cipher, blindIndexes, dry: true })
    for (const quarter of [1, 2, 3]) {
      const stop = Math.floor((users * quarter) / 4)
      // The trigger makes this update run for very long, so that the process is killed during a write.
      await sql`
        create trigger stop before update on users when old.id = ${sql.lit(idOf(stop))}
        begin select count(*) from users a, users b, users c, users d, users e, users f; end`.execute(
        database,
      )
      const { child, ended } = run(['peppers', 'reindex'], { PORTICO_DATA_DIR: dataDir })
      await vi.waitUntil(async () => (await count()) === users - stop || child.exitCode !== null, {
        timeout: 60_000,
        interval: 20,
      })
      child.kill('SIGKILL')
      await ended
      expect(child.signalCode).toBe('SIGKILL')
      expect(await count()).toBe(users - stop)
      await sql`drop trigger stop`.execute(database)
      await findAll(vault, blindIndexes)
    }
    age(dataDir)
    expect(await peppers(dataDir, 'remove')).toMatch(/^1 \d+ addresses are indexed under/)
    expect(await run(['peppers', 'reindex'], { PORTICO_DATA_DIR: dataDir }).ended).toBe(0)
    expect(await count()).toBe(0)
    expect(await peppers(dataDir, 'remove')).toMatch(/^0 Removed/)
    const after = await blindsOf(dataDir)
    expect(after.emailIndexesOf(email)).toEqual([blindIndexes.emailIndexesOf(email)[0]])
    await findAll(vault, after)
  }, 300_000)

  test('behavior: works during logins, and with two runs at once', async () => {
    const dataDir = tempFolder()
    const first = await createTestVault({ dataDir })
    await first.services.close()
    await fill(dataDir, 40)
    await peppers(dataDir, 'add')
    await peppers(dataDir, 'use')
    const vault = await createTestVault({ dataDir, env: { LIMIT_PER_ADDRESS: '0' } })
    const { database, cipher } = vault.services
    const blindIndexes = await blindsOf(dataDir)
    const keys = await Promise.all(Array.from({ length: 6 }, () => vault.newKey()))
    const [one, two, ...logins] = await Promise.all([
      reindexEmails({ database, cipher, blindIndexes, batch: 3 }),
      reindexEmails({ database, cipher, blindIndexes, batch: 5 }),
      ...keys.map((key, index) => logIn(vault, key, `user${index}@example.com`)),
    ])
    expect(one + two).toBeGreaterThanOrEqual(40)
    expect(logins.map(({ userId }) => userId)).toEqual(keys.map((_, index) => idOf(index)))
    expect(await reindexEmails({ database, cipher, blindIndexes, dry: true })).toBe(0)
    await findAll(vault, blindIndexes, 40)
  }, 60_000)

  test('error: reports two users with one address, created by a vault without the new pepper', async () => {
    const dataDir = tempFolder()
    const first = await createTestVault({ dataDir })
    await first.services.close()
    await fill(dataDir, 2)
    const before = await blindsOf(dataDir)
    await peppers(dataDir, 'add')
    await peppers(dataDir, 'use')
    // One user was created by a vault with the new pepper, the other by a vault without it.
    const { services } = await createTestVault({ dataDir })
    const store = createUserStore({ database: services.database })
    for (const [id, blindIndexes] of [
      ['usr_new', await blindsOf(dataDir)],
      ['usr_old', before],
    ] as const) {
      const [email_index] = blindIndexes.emailIndexesOf(email)
      const sealed = services.cipher.seal({ table: 'users', row: id }, email)
      await store.add({ id, email_index, ...sealed, founding_jkt: 'jkt', created_at: 0 })
    }
    const output = await peppers(dataDir, 'reindex')
    expect(output).toMatch(/^1 Two users have the same address, usr_old and usr_new: .*Restart all vaults/)
    for (const secret of [email, ...(await blindsOf(dataDir)).emailIndexesOf(email)])
      expect(output).not.toContain(secret)
    await services.database.deleteFrom('users').where('id', '=', 'usr_old').execute()
    expect(await peppers(dataDir, 'reindex')).toMatch(/^0 Indexed 0 addresses; none is left/)
  }, 60_000)
})

const idOf = (index: number) => `usr_${String(index).padStart(22, '0')}`

/** Inserts users, as the vault would. */
async function fill(dataDir: string, count: number): Promise<void> {
  const { services } = await createTestVault({ dataDir })
  const blindIndexes = await blindsOf(dataDir)
  await services.database.transaction().execute(async (transaction) => {
    for (let index = 0; index < count; index++) {
      const id = idOf(index)
      const address = `user${index}@example.com`
      await createUserStore({ database: transaction }).add({
        id,
        email_index: blindIndexes.emailIndexesOf(address)[0],
        ...services.cipher.seal({ table: 'users', row: id }, address),
        founding_jkt: 'jkt',
        created_at: 0,
      })
    }
  })
  await services.close()
}

async function findAll(vault: TestVault, blindIndexes: BlindIndexes, count = users): Promise<void> {
  const store = createUserStore({ database: vault.services.database })
  for (let index = 0; index < count; index++) {
    const found = await store.findByEmail(blindIndexes.emailIndexesOf(`user${index}@example.com`))
    expect(found?.id).toBe(idOf(index))
  }
}

/** Logs in and returns the code of the problem. */
async function refusal(vault: TestVault, key: TestKey, address: string): Promise<string> {
  const tx = await startApproved(vault, key, address)
  const { code } = await (await claim(key, tx)).json()
  return code
}

function run(
  args: readonly string[],
  env: Record<string, string>,
): { child: ReturnType<typeof spawn>; ended: Promise<number | null> } {
  const flags = ['--conditions=@portico/source', '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, '../server.ts'), ...args], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: new Promise((resolve) => child.once('close', (code) => resolve(code))) }
}
