import { spawn } from 'node:child_process'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runCli } from '../cli/runCli.ts'
import { readConfig } from '../config/readConfig.ts'
import { createUserStore } from '../modules/users/store.ts'
import { createTestKey, type TestKey } from '../testing/createTestKey.ts'
import { createTestVault, type TestVault } from '../testing/createTestVault.ts'
import { logIn, start, startCode } from '../testing/logIn.ts'
import { type Blinds, createBlinds } from './createBlinds.ts'
import { loadSecrets } from './loadSecrets.ts'
import { reindex } from './reindex.ts'

/** The whole campaign is 10 000 users: `VAULT_ROTATION_WALLETS=10000`. */
const users = Number(process.env.VAULT_ROTATION_WALLETS ?? 200)
const [email, other] = ['ada@example.com', 'ada@example.org']
const minute = 60_000

const fileOf = (dataDir: string) => join(dataDir, 'vault/secrets.json')
const blindsOf = async (dataDir: string): Promise<Blinds> =>
  createBlinds({ secrets: await loadSecrets({ file: fileOf(dataDir), create: false }) })

/** What the command says, with its exit code in front. */
async function peppers(dataDir: string, verb: string): Promise<string> {
  const said: string[] = []
  const hear = (text: string) => void said.push(text)
  const env = { PORTICO_DATA_DIR: dataDir }
  const code = await runCli({ args: ['peppers', verb], env, readConfig, print: hear, complain: hear })
  return `${code} ${said.join('\n')}`
}

/** The file was written long ago. */
const age = (dataDir: string) => utimesSync(fileOf(dataDir), 0, 0)

describe('peppers', () => {
  test('behavior: changed while people log in: the same users, the same devices, and every code', async () => {
    const dataDir = tempFolder()
    let vault = await createTestVault({ dataDir })
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

    /** Another process, a minute later, which reads the file as it is then; a code of the one before is typed at it. */
    async function restart(): Promise<void> {
      const device = await newKey()
      const tx = await startCode(vault, device, email)
      const code = await vault.codeTo(email)
      await vault.services.close()
      vault = await createTestVault({ dataDir, now: vault.now() + minute })
      const sealed = await device.sealCode({ tx, code })
      const verified = await (await device.call('/v1/email/verify', { sealed })).json()
      expect(verified).toMatchObject({ userId })
      // Whoever was known is known, and nobody is there twice.
      vault.pass(minute)
      expect(await start(key, email)).toMatchObject({ action: 'VERIFY_OTP' })
      vault.pass(60 * minute)
      expect((await logIn(vault, key, email)).userId).toBe(userId)
      expect(await vault.services.database.selectFrom('users').select('id').execute()).toHaveLength(2)
    }

    expect(await peppers(dataDir, 'use')).toMatch(/^1 There are no new ones/)
    expect(await peppers(dataDir, 'add')).toMatch(/^0 Added/)
    expect(await peppers(dataDir, 'add')).toMatch(/^1 There are two/)
    expect(await peppers(dataDir, 'remove')).toMatch(/^1 There are no old ones/)
    await restart()
    // An address that may be taken back, from before the change.
    const update = await (await grace.call('/v1/update/start', { userId: graceId, email: other })).json()
    const typed = async (tx: string, to: string) =>
      ({ sealed: await grace.sealCode({ tx, code: await vault.codeTo(to) }) }) as const
    const primary = await grace.call('/v1/update/primary', await typed(update.tx, 'grace@example.com'))
    const { tx } = await primary.json()
    expect((await grace.call('/v1/update/secondary', await typed(tx, other))).status).toBe(200)
    const revert = /#revert\.(\S+)$/m.exec((await vault.mailTo('grace@example.com')).text)?.[1]

    expect(await peppers(dataDir, 'use')).toMatch(/^0 Changed/)
    expect(await peppers(dataDir, 'use')).toMatch(/^1 There are no new ones/)
    await restart()
    const stranger = await newKey()
    expect(await refusal(vault, stranger, 'grace@example.com')).toBe('email-reserved')
    vault.pass(minute)
    expect(await peppers(dataDir, 'reindex')).toMatch(/^0 Indexed [1-9]\d* addresses; none is/)
    expect(await peppers(dataDir, 'reindex')).toMatch(/^0 Indexed 0 addresses; none is/)
    expect(await peppers(dataDir, 'remove')).toMatch(
      /^1 Codes that were mailed .* after the last vault was restarted/,
    )
    age(dataDir)
    expect(await peppers(dataDir, 'remove')).toMatch(/^0 Removed/)
    await restart()
    expect((await logIn(vault, grace, other)).userId).toBe(graceId)
    // Still nobody else's, and still to be taken back.
    expect(await refusal(vault, stranger, 'grace@example.com')).toBe('email-reserved')
    expect((await vault.post('/v1/update/revert', { token: revert })).status).toBe(200)
    const { action } = await start(grace, 'grace@example.com').catch(() => ({ action: undefined }))
    expect(action).toBe('VERIFY_DEVICE')
    expect(await vault.services.audit.verify()).not.toHaveProperty('brokenAt')
  }, 120_000)

  test(`behavior: ${users} users, killed three times, end under the new pepper and are found all the while`, async () => {
    const dataDir = tempFolder()
    const first = await createTestVault({ dataDir })
    await first.services.close()
    await fill(dataDir, users)
    await peppers(dataDir, 'add')
    await peppers(dataDir, 'use')
    const vault = await createTestVault({ dataDir })
    const { database, cipher } = vault.services
    const blinds = await blindsOf(dataDir)
    const count = () => reindex({ database, cipher, blinds, dry: true })
    for (const quarter of [1, 2, 3]) {
      const stop = Math.floor((users * quarter) / 4)
      // There it counts for longer than anybody waits, and so is killed in the middle of a write.
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
      await findAll(vault, blinds)
    }
    age(dataDir)
    expect(await peppers(dataDir, 'remove')).toMatch(/^1 \d+ addresses are under/)
    expect(await run(['peppers', 'reindex'], { PORTICO_DATA_DIR: dataDir }).ended).toBe(0)
    expect(await count()).toBe(0)
    expect(await peppers(dataDir, 'remove')).toMatch(/^0 Removed/)
    const after = await blindsOf(dataDir)
    expect(after.emailIndexesOf(email)).toEqual([blinds.emailIndexesOf(email)[0]])
    await findAll(vault, after)
  }, 300_000)

  test('behavior: while users log in, and more than once', async () => {
    const dataDir = tempFolder()
    const first = await createTestVault({ dataDir })
    await first.services.close()
    await fill(dataDir, 40)
    await peppers(dataDir, 'add')
    await peppers(dataDir, 'use')
    const vault = await createTestVault({ dataDir, env: { LIMIT_PER_ADDRESS: '0' } })
    const { database, cipher } = vault.services
    const blinds = await blindsOf(dataDir)
    const keys = await Promise.all(Array.from({ length: 6 }, () => vault.newKey()))
    const [one, two, ...logins] = await Promise.all([
      reindex({ database, cipher, blinds, batch: 3 }),
      reindex({ database, cipher, blinds, batch: 5 }),
      ...keys.map((key, index) => logIn(vault, key, `user${index}@example.com`)),
    ])
    expect(one + two).toBeGreaterThanOrEqual(40)
    expect(logins.map(({ userId }) => userId)).toEqual(keys.map((_, index) => idOf(index)))
    expect(await reindex({ database, cipher, blinds, dry: true })).toBe(0)
    await findAll(vault, blinds, 40)
  }, 60_000)

  test('error: two users of one address are named, by a vault that did not know the new pepper', async () => {
    const dataDir = tempFolder()
    const first = await createTestVault({ dataDir })
    await first.services.close()
    await fill(dataDir, 2)
    const before = await blindsOf(dataDir)
    await peppers(dataDir, 'add')
    await peppers(dataDir, 'use')
    // Came to a vault with the new one, and then to a vault with the old one alone.
    const { services } = await createTestVault({ dataDir })
    const store = createUserStore({ database: services.database })
    for (const [id, blinds] of [
      ['usr_new', await blindsOf(dataDir)],
      ['usr_old', before],
    ] as const) {
      const [email_index] = blinds.emailIndexesOf(email)
      const sealed = services.cipher.seal({ table: 'users', row: id }, email)
      await store.add({ id, email_index, ...sealed, founding_jkt: 'jkt', created_at: 0 })
    }
    const said = await peppers(dataDir, 'reindex')
    expect(said).toMatch(/^1 Two users have one address, usr_old and usr_new: .*Restart all vaults/)
    for (const secret of [email, ...(await blindsOf(dataDir)).emailIndexesOf(email)])
      expect(said).not.toContain(secret)
    await services.database.deleteFrom('users').where('id', '=', 'usr_old').execute()
    expect(await peppers(dataDir, 'reindex')).toMatch(/^0 Indexed 0 addresses; none is/)
  }, 60_000)
})

const idOf = (index: number) => `usr_${String(index).padStart(22, '0')}`

/** Users, put there as the vault does. */
async function fill(dataDir: string, count: number): Promise<void> {
  const { services } = await createTestVault({ dataDir })
  const blinds = await blindsOf(dataDir)
  await services.database.transaction().execute(async (transaction) => {
    for (let index = 0; index < count; index++) {
      const id = idOf(index)
      const address = `user${index}@example.com`
      await createUserStore({ database: transaction }).add({
        id,
        email_index: blinds.emailIndexesOf(address)[0],
        ...services.cipher.seal({ table: 'users', row: id }, address),
        founding_jkt: 'jkt',
        created_at: 0,
      })
    }
  })
  await services.close()
}

async function findAll(vault: TestVault, blinds: Blinds, count = users): Promise<void> {
  const store = createUserStore({ database: vault.services.database })
  for (let index = 0; index < count; index++) {
    const found = await store.findByEmail(blinds.emailIndexesOf(`user${index}@example.com`))
    expect(found?.id).toBe(idOf(index))
  }
}

/** Why a code was not taken. */
async function refusal(vault: TestVault, key: TestKey, address: string): Promise<string> {
  const tx = await startCode(vault, key, address)
  const sealed = await key.sealCode({ tx, code: await vault.codeTo(address) })
  const { code } = await (await key.call('/v1/email/verify', { sealed })).json()
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
