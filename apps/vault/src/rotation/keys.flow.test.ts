import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { addKey, createLog } from '@portico/server'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runCli } from '../cli/runCli.ts'
import { readConfig } from '../config/readConfig.ts'
import { createCipher } from '../secrets/createCipher.ts'
import { openLiveRing } from '../secrets/openLiveRing.ts'
import { createTestVault, type TestVault } from '../testing/createTestVault.ts'
import { describeVaults } from '../testing/describeVaults.ts'
import { logIn } from '../testing/logIn.ts'
import { countByKey, rewrapRecords } from './rewrapRecords.ts'

/** The full campaign has 10 000 wallets: `VAULT_ROTATION_WALLETS=10000`. */
const wallets = Number(process.env.VAULT_ROTATION_WALLETS ?? 400)
const secretOf = (index: number) => String(index).padStart(43, 'A')

/** Inserts users with one recovery secret each, as the vault would. */
async function fill({ services: { database, cipher } }: TestVault, count: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (let index = 0; index < count; index++) {
      const id = `usr_${String(index).padStart(22, '0')}`
      await transaction
        .insertInto('users')
        .values({
          id,
          email_index: `index ${index}`,
          ...cipher.seal({ table: 'users', row: id }, `user${index}@example.com`),
          founding_jkt: 'jkt',
          created_at: 0,
        })
        .execute()
      const place = { table: 'autos', row: 'wallet-0001', user: id, slot: 'slot-000001' } as const
      await transaction
        .insertInto('autos')
        .values({
          user_id: id,
          wallet_id: 'wallet-0001',
          slot_id: 'slot-000001',
          ...cipher.seal(place, secretOf(index)),
          created_at: 0,
        })
        .execute()
    }
  })
}

async function readAll({ services: { database, cipher } }: TestVault): Promise<void> {
  const rows = await database.selectFrom('autos').selectAll().orderBy('user_id').execute()
  for (const [index, row] of rows.entries()) {
    const place = { table: 'autos', row: row.wallet_id, user: row.user_id, slot: row.slot_id } as const
    expect(await cipher.open(place, row)).toBe(secretOf(index))
  }
}

function run(
  args: readonly string[],
  env: Record<string, string>,
): { child: ReturnType<typeof spawn>; ended: Promise<number | null> } {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@portico/source',
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, '../server.ts'),
      ...args,
    ],
    { env: { ...process.env, ...env }, stdio: 'ignore' },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: new Promise((resolve) => child.once('close', (code) => resolve(code))) }
}

describe('rotation', () => {
  test(`behavior: re-encrypts ${wallets} wallets, killed five times, and they decrypt all the time`, async () => {
    const dataDir = tempFolder()
    const vault = await createTestVault({ dataDir })
    await fill(vault, wallets)
    const { database, cipher } = vault.services
    const before = cipher.primary()
    const file = join(dataDir, 'vault/keks.json')
    const next = await addKey({ file })
    // Kill each run as soon as it has re-encrypted something.
    for (let kill = 0; kill < 5; kill++) {
      const left = (await countByKey({ database })).get(before) ?? 0
      if (left === 0) break
      const { child, ended } = run(['rotate', '--resume'], { PORTICO_DATA_DIR: dataDir })
      await vi.waitUntil(
        async () => ((await countByKey({ database })).get(before) ?? 0) < left || child.exitCode !== null,
        {
          timeout: 30_000,
          interval: 1,
        },
      )
      child.kill('SIGKILL')
      await ended
      await readAll(vault)
    }
    expect(await run(['rotate', '--resume'], { PORTICO_DATA_DIR: dataDir }).ended).toBe(0)
    await vi.waitUntil(() => cipher.primary() === next, { timeout: 30_000 })
    expect([...(await countByKey({ database })).keys()]).toEqual([next])
    await readAll(vault)

    expect(await run(['keys', 'remove', before], { PORTICO_DATA_DIR: dataDir }).ended).toBe(0)
    await vault.services.database.selectFrom('users').selectAll().execute()
    await readAll(vault)
  }, 300_000)

  test('error: does not remove keys in use, and detects a changed audit trail', async () => {
    const dataDir = tempFolder()
    const vault = await createTestVault({ dataDir })
    const first = vault.services.cipher.primary()
    await logIn(vault, await vault.newKey(), 'ada@example.com')
    const output: string[] = []
    const cli = (...args: string[]) =>
      runCli({
        args,
        env: { PORTICO_DATA_DIR: dataDir },
        readConfig,
        print: (text) => void output.push(text),
        printError: (text) => void output.push(text),
      })
    await vault.services.mailQueue.idle()
    expect(await cli('keys', 'remove', first)).toBe(1)
    expect(output.at(-1)).toMatch(/^\d+ records are encrypted under the key/)
    const next = await addKey({ file: join(dataDir, 'vault/keks.json') })
    expect(await cli('keys', 'remove', first)).toBe(1)
    expect(output.at(-1)).toMatch(/^\d+ records are encrypted under the key/)
    expect(await cli('keys', 'remove', next)).toBe(1)
    expect(output.at(-1)).toContain('primary')
    expect(await cli('keys', 'remove', 'unknown')).toBe(1)
    expect(await cli('audit', 'verify')).toBe(0)
    expect(output.at(-1)).toBe('2 rows, all unchanged.')
    expect(await cli('audit', 'head')).toBe(0)
    const head = output.at(-1) as string
    expect(await cli('audit', 'verify', head)).toBe(0)
    // Without its last row the chain is still valid, but does not match the head.
    await vault.services.database.deleteFrom('audit').where('seq', '=', 2).execute()
    expect(await cli('audit', 'verify')).toBe(0)
    expect(await cli('audit', 'verify', head)).toBe(1)
    await vault.services.database.updateTable('audit').set({ event: 'login' }).where('seq', '=', 1).execute()
    expect(await cli('audit', 'verify')).toBe(1)
    expect(output.at(-1)).toContain('row 1 was changed')
    expect(await cli('keys', 'rmove', first)).toBe(2)
    expect(await cli('nothing')).toBe(2)
  })
})

await describeVaults('rewrapRecords', (open) => {
  test('behavior: works while users log in, store and release', async () => {
    const vault = await open()
    await fill(vault, 60)
    const key = await vault.newKey()
    const secret = secretOf(7)
    const place = { walletId: 'wallet-0002', slotId: 'slot-000002' }
    const { grant } = await logIn(vault, key, 'ada@example.com')
    await key.call('/v1/auto/store', { grant, sealed: await key.seal({ secret, ...place, jkt: key.jkt }) })
    const file = join(vault.services.config.secretsDir, 'keks.json')
    const next = await addKey({ file })
    const ring = await openLiveRing({ file, create: false, log: createLog({ level: 'silent' }) })
    onTestFinished(ring.close)
    const { database } = vault.services
    const cipher = createCipher({ ring })
    const batches: number[] = []
    const [done, login] = await Promise.all([
      rewrapRecords({ database, cipher, batch: 7, onBatch: (count) => void batches.push(count) }),
      logIn(vault, key, 'ada@example.com'),
    ])
    expect(done).toBeGreaterThanOrEqual(122)
    expect(batches.length).toBeGreaterThan(10)
    const { sealed } = await (await key.call('/v1/auto/release', { grant: login.grant, ...place })).json()
    expect(await key.open(sealed)).toEqual({ secret, ...place })
    // The vault may have used the old key until it reloaded the file.
    await vi.waitUntil(() => vault.services.cipher.primary() === next, { timeout: 30_000 })
    await vault.services.mailQueue.idle()
    await rewrapRecords({ database, cipher })
    expect([...(await countByKey({ database })).keys()]).toEqual([next])
    expect(await rewrapRecords({ database, cipher })).toBe(0)
  })
})
