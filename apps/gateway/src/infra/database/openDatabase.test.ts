import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { tempFolder } from '@portico/server/testing'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from './migrations.ts'
import { openDatabase } from './openDatabase.ts'

async function open(dataDir: string) {
  const database = await openDatabase({ dataDir })
  onTestFinished(() => database.destroy())
  return database
}

describe('openDatabase', () => {
  test('behavior: write-ahead log, flushed at every commit, foreign keys on', async () => {
    const database = await open(join(tempFolder(), 'new', 'folder'))
    const pragma = async (name: string) =>
      Object.values(
        (await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(database)).rows[0] ?? {},
      )[0]
    expect(await pragma('journal_mode')).toBe('wal')
    expect(await pragma('synchronous')).toBe(2)
    expect(await pragma('foreign_keys')).toBe(1)
    expect(await pragma('busy_timeout')).toBe(5000)
  })

  test('behavior: data survives reopening', async () => {
    const dataDir = tempFolder()
    const first = await openDatabase({ dataDir })
    await first.insertInto('probes').values({ name: 'a', at: 1 }).execute()
    await first.destroy()
    expect(await (await open(dataDir)).selectFrom('probes').selectAll().execute()).toEqual([
      { name: 'a', at: 1 },
    ])
  })

  test('behavior: transactions run one after the other, and a failed one is rolled back', async () => {
    const database = await open(tempFolder())
    const add = (name: string, fails: boolean) =>
      database.transaction().execute(async (transaction) => {
        await transaction.insertInto('probes').values({ name, at: 1 }).execute()
        if (fails) throw new Error('no')
      })
    const results = await Promise.allSettled([add('a', false), add('b', true), add('c', false)])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const rows = await database.selectFrom('probes').select('name').orderBy('name').execute()
    expect(rows.map(({ name }) => name)).toEqual(['a', 'c'])
  })

  test('error: a file that is not a database', async () => {
    const dataDir = tempFolder()
    writeFileSync(
      join(dataDir, 'gateway.sqlite'),
      'this is not a database, but long enough to be read as one '.repeat(50),
    )
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      /gateway\.sqlite is damaged .* replace it by a backup, or move it/s,
    )
  })

  test('error: a database with broken pages', async () => {
    const dataDir = tempFolder()
    const database = await openDatabase({ dataDir })
    for (let at = 0; at < 500; at++)
      await database
        .insertInto('probes')
        .values({ name: `${at}`.repeat(50), at })
        .execute()
    await database.destroy()
    const file = join(dataDir, 'gateway.sqlite')
    const bytes = readFileSync(file)
    bytes.fill(0xff, 4096 * 4, bytes.length - 4096)
    writeFileSync(file, bytes)
    await expect(openDatabase({ dataDir })).rejects.toThrow(/is damaged/)
  })

  test('error: a data folder that is a file', async () => {
    const file = join(tempFolder(), 'file')
    writeFileSync(file, '')
    await expect(openDatabase({ dataDir: file })).rejects.toThrow(
      /The data folder .* cannot be used .*PORTICO_DATA_DIR/,
    )
  })

  test.skipIf(process.getuid?.() === 0)(
    'error: a folder without write permission (skipped for root)',
    async () => {
      const folder = join(tempFolder(), 'locked')
      mkdirSync(folder)
      chmodSync(folder, 0o500)
      await expect(openDatabase({ dataDir: folder })).rejects.toThrow(/cannot be used/)
    },
  )

  test('error: a database of a newer gateway, or with a changed migration', async () => {
    const dataDir = tempFolder()
    await (await openDatabase({ dataDir })).destroy()
    const change = (statement: string) => {
      const database = new DatabaseSync(join(dataDir, 'gateway.sqlite'))
      database.exec(statement)
      database.close()
    }
    change("insert into schema_migrations values ('999-future', 'x', 0)")
    await expect(openDatabase({ dataDir })).rejects.toThrow(/"999-future", which this version does not know/)
    change(`delete from schema_migrations where name = '999-future';
      update schema_migrations set checksum = 'x' where name = '${migrations[0]?.name}'`)
    await expect(openDatabase({ dataDir })).rejects.toThrow(/was changed after it was applied/)
  })
})
