import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createIndexStore } from '../../chains/evm/indexer/createIndexStore.ts'
import { createAuthStore } from '../../modules/auth/store.ts'
import { createProjectStore } from '../../modules/projects/store.ts'
import { describeEngines } from '../../testing/describeEngines.ts'
import { migrate } from '../database/migrate.ts'
import { migrations } from '../database/migrations.ts'
import { type Database, openDatabase } from '../database/openDatabase.ts'
import { readBackup } from './readBackup.ts'
import { writeBackup } from './writeBackup.ts'

const passphrase = 'a passphrase that nobody guesses'
const session = {
  id: 's1',
  projectId: 'shop',
  account: 'eip155:1:0xA',
  domain: 'shop.example',
  uri: 'https://shop.example',
  issuedAt: 1000,
  expiresAt: 2 ** 45,
  revokedAt: null,
}

async function fill(database: Database, sessions = 2500) {
  const store = createAuthStore({ database })
  await store.addSession(session)
  await database
    .insertInto('probes')
    .values(Array.from({ length: sessions }, (_, at) => ({ name: `probe ${at} "ü"\n\u2028`, at })))
    .execute()
  await createProjectStore({ database }).add({
    id: 'shop',
    name: 'Shop',
    allowedOrigins: ['*'],
    createdAt: 1,
  })
  await createIndexStore({ database }).rollback({ chain: 'eip155:1', epoch: 0, block: 3 })
}

async function openEmpty(): Promise<Database> {
  const database = await openDatabase({ dataDir: tempFolder(), prepare: async () => undefined })
  onTestFinished(() => database.destroy())
  return database
}

/** Writes a backup of a database, with a new key file. */
async function backUp(database: Database) {
  const folder = tempFolder()
  const keysFile = join(folder, 'keys.json')
  writeFileSync(keysFile, '{"session":[{"d":"secret"}],"cursor":"c"}')
  const file = join(folder, 'backup')
  const { rows } = await writeBackup({ database, keysFile, file, passphrase })
  return { file, keysFile, rows }
}

await describeEngines('backup and restore', ({ open }) => {
  test('behavior: restores all rows and the keys, also on the other engine', async () => {
    const database = await open()
    await fill(database)
    const { file, rows } = await backUp(database)
    expect(readFileSync(file).includes('shop.example')).toBe(false)

    const restored = await openEmpty()
    const keysFile = join(tempFolder(), 'new', 'keys.json')
    expect(await readBackup({ database: restored, keysFile, file, passphrase })).toEqual({ rows })
    expect(JSON.parse(readFileSync(keysFile, 'utf8'))).toEqual({ session: [{ d: 'secret' }], cursor: 'c' })
    expect(await createAuthStore({ database: restored }).getSession('s1')).toEqual(session)
    expect(await createIndexStore({ database: restored }).epoch('eip155:1')).toBe(1)
    for (const table of ['probes', 'projects', 'sessions', 'revisions'] as const) {
      const read = (from: Database) => from.selectFrom(table).selectAll().orderBy(sql`1`).execute()
      expect(await read(restored)).toEqual(await read(database))
    }
    // The restored database needs no migrations.
    expect(await migrate({ database: restored, now: Date.now })).toEqual([])
  })
})

describe('backup', () => {
  test('behavior: migrates a backup of an older gateway', async () => {
    const first = migrations[0]?.name ?? ''
    const old = await openDatabase({
      dataDir: tempFolder(),
      prepare: (database) => migrate({ database, now: () => 1, only: [first] }),
    })
    onTestFinished(() => old.destroy())
    // Inserted by hand, as the older gateway did: the current store needs tables that do not exist yet.
    const { id, account, domain, uri, projectId, issuedAt, expiresAt, revokedAt } = session
    const times = { issued_at: issuedAt, expires_at: expiresAt, revoked_at: revokedAt }
    await old
      .insertInto('sessions')
      .values({ id, account, domain, uri, project_id: projectId, ...times })
      .execute()
    const { file } = await backUp(old)
    const restored = await openEmpty()
    await readBackup({ database: restored, keysFile: join(tempFolder(), 'keys.json'), file, passphrase })
    expect(await createAuthStore({ database: restored }).getSession('s1')).toEqual(session)
    expect(await createProjectStore({ database: restored }).list()).toEqual([])
  })

  async function example() {
    const database = await openDatabase({ dataDir: tempFolder() })
    onTestFinished(() => database.destroy())
    await fill(database, 10)
    return { database, ...(await backUp(database)) }
  }
  const restore = async (file: string, more: object = {}) => {
    const database = await openEmpty()
    const keysFile = join(tempFolder(), 'keys.json')
    const call = { database, keysFile, file, passphrase, ...more }
    return {
      database,
      keysFile: call.keysFile,
      result: await readBackup(call).catch((error: Error) => error),
    }
  }

  test('error: a wrong passphrase, a changed, truncated or foreign file: restores nothing', async () => {
    const { file } = await example()
    const bytes = readFileSync(file)
    const variant = (change: (copy: Buffer) => Buffer) => {
      const path = join(tempFolder(), 'changed')
      writeFileSync(path, change(Buffer.from(bytes)))
      return path
    }
    const flip = (at: number) =>
      variant((copy) => {
        copy[at] = (copy[at] as number) ^ 1
        return copy
      })
    const outcomes = await Promise.all([
      restore(file, { passphrase: 'wrong' }),
      restore(flip(bytes.length - 1)),
      restore(flip(bytes.length >> 1)),
      restore(flip(120)),
      restore(variant((copy) => copy.subarray(0, copy.length - 40))),
      restore(variant(() => Buffer.from('something else'))),
    ])
    for (const { database, keysFile, result } of outcomes) {
      expect(result).toBeInstanceOf(Error)
      expect((result as Error).message).toMatch(
        /the passphrase is wrong, or the file is damaged|is not a backup/,
      )
      expect(await database.introspection.getTables()).toEqual([])
      expect(existsSync(keysFile)).toBe(false)
    }
  })

  test('error: a database that is not empty, other keys, a file that already exists', async () => {
    const { database, file, keysFile } = await example()
    await expect(readBackup({ database, keysFile, file, passphrase })).rejects.toThrow(/not empty/)
    const other = join(tempFolder(), 'keys.json')
    writeFileSync(other, '{}')
    expect((await restore(file, { keysFile: other })).result).toMatchObject({
      message: expect.stringMatching(/other keys than the backup/),
    })
    await expect(writeBackup({ database, keysFile, file, passphrase })).rejects.toThrow(/already exists/)
  })

  test('behavior: does not block concurrent writes', async () => {
    const dataDir = tempFolder()
    const reader = await openDatabase({ dataDir })
    const writer = await openDatabase({ dataDir })
    onTestFinished(async () => {
      await reader.destroy()
      await writer.destroy()
    })
    await writer.insertInto('probes').values({ name: 'before', at: 1 }).execute()
    await reader
      .transaction()
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const names = () => transaction.selectFrom('probes').select('name').execute()
        expect(await names()).toEqual([{ name: 'before' }])
        await writer.insertInto('probes').values({ name: 'after', at: 2 }).execute()
        expect(await names()).toEqual([{ name: 'before' }])
      })
  })
})
