import { type DatabaseWatch, inTransaction } from '@portico/server'
import { createPostgresDatabase, startTcpProxy, testServer } from '@portico/server/testing'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { migrate, pendingMigrations } from './migrate.ts'
import { migrations } from './migrations.ts'
import { type Database, openDatabase } from './openDatabase.ts'

const server = await testServer('postgres')
const reason = 'reason' in server ? ` (skipped: ${server.reason})` : ''

const newDatabase = () => createPostgresDatabase(server)

async function open(
  databaseUrl: string,
  prepare?: (database: Database) => Promise<unknown>,
  watch?: DatabaseWatch,
): Promise<Database> {
  const database = await openDatabase({ databaseUrl, prepare, watch })
  onTestFinished(() => database.destroy())
  return database
}

describe.skipIf('reason' in server)(`openDatabase on PostgreSQL${reason}`, () => {
  test('behavior: several processes that start at once apply every migration once', async () => {
    const databaseUrl = await newDatabase()
    const [first] = await Promise.all(Array.from({ length: 4 }, () => open(databaseUrl)))
    if (!first) throw new Error('no database')
    const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
      first,
    )
    expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name).sort())
    expect(await migrate({ database: first, now: Date.now })).toEqual([])
    expect(await pendingMigrations({ database: first })).toEqual([])
  })

  test('behavior: pendingMigrations lists the missing migrations and applies none', async () => {
    const database = await open(await newDatabase(), async () => undefined)
    expect(await pendingMigrations({ database })).toEqual(migrations.map(({ name }) => name))
    expect(await database.introspection.getTables()).toEqual([])
  })

  test('behavior: reads bigint as number, and sorts text by bytes as SQLite does', async () => {
    const database = await open(await newDatabase())
    for (const [at, name] of ['b', 'B', 'a', 'ä', '_'].entries())
      await database
        .insertInto('probes')
        .values({ name, at: 2 ** 50 + at })
        .execute()
    const rows = await database.selectFrom('probes').select(['name', 'at']).orderBy('name').execute()
    expect(rows.map(({ name }) => name)).toEqual(['B', '_', 'a', 'b', 'ä'])
    expect(rows[0]?.at).toBe(2 ** 50 + 1)
    const { rows: sums } = await sql<object>`select count(*) as count, sum(at) as sum from probes`.execute(
      database,
    )
    expect(sums).toEqual([{ count: 5, sum: 5 * 2 ** 50 + 10 }])
  })

  test('behavior: replaces U+0000, which PostgreSQL rejects', async () => {
    const database = await open(await newDatabase())
    await database.insertInto('probes').values({ name: 'a\0b', at: 1 }).execute()
    expect(await database.selectFrom('probes').selectAll().execute()).toEqual([{ name: 'a\ufffdb', at: 1 }])
  })

  test('behavior: retries a transaction after a deadlock', async () => {
    const database = await open(await newDatabase())
    await database
      .insertInto('probes')
      .values([
        { name: 'a', at: 0 },
        { name: 'b', at: 0 },
      ])
      .execute()
    let release: (() => void) | undefined
    const bothStarted = new Promise<void>((resolve) => {
      release = resolve
    })
    let started = 0
    // Each transaction locks one row and waits for the other's: a deadlock, until the database aborts one of them.
    const update = (names: [string, string]) =>
      inTransaction({
        database,
        run: async (transaction) => {
          for (const [index, name] of names.entries()) {
            await transaction
              .updateTable('probes')
              .set((row) => ({ at: row('at', '+', 1) }))
              .where('name', '=', name)
              .execute()
            if (index === 0 && ++started === 2) release?.()
            await bothStarted
          }
        },
      })
    await Promise.all([update(['a', 'b']), update(['b', 'a'])])
    const rows = await database.selectFrom('probes').select('at').execute()
    expect(rows).toEqual([{ at: 2 }, { at: 2 }])
  })

  test('behavior: locks are exclusive, except that shared locks do not exclude each other', async () => {
    const databaseUrl = await newDatabase()
    const databases = await Promise.all([open(databaseUrl), open(databaseUrl)])
    const maxConcurrency = async (shared: boolean) => {
      let maximum = 0
      let running = 0
      await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          inTransaction({
            database: databases[index % 2] as Database,
            locks: [{ key: 'a', shared }],
            run: async (transaction) => {
              maximum = Math.max(maximum, ++running)
              await sql`select pg_sleep(0.05)`.execute(transaction)
              running--
            },
          }),
        ),
      )
      return maximum
    }
    expect(await maxConcurrency(false)).toBe(1)
    expect(await maxConcurrency(true)).toBeGreaterThan(1)
  })

  test('behavior: queries work again after the server was unreachable', async () => {
    const proxy = await startTcpProxy({ target: await newDatabase() })
    const events: string[] = []
    let readPool: (() => object) | undefined
    const database = await open(proxy.url, undefined, {
      onUnreachable: ({ host }) => void events.push(`unreachable ${host}`),
      onReachable: ({ host }) => void events.push(`reachable ${host}`),
      onPool: (read) => {
        readPool = read
      },
    })
    const query = () => database.selectFrom('probes').selectAll().execute()
    await query()
    proxy.refuse(true)
    proxy.cut()
    for (let times = 0; times < 3; times++)
      await expect(query()).rejects.toThrow('The database cannot be reached.')
    proxy.refuse(false)
    await vi.waitFor(query, { timeout: 15_000, interval: 50 })
    const { host } = new URL(proxy.url)
    expect(events).toEqual([`unreachable ${host}`, `reachable ${host}`])
    expect(readPool?.()).toEqual({ used: 0, idle: 1, waiting: 0 })
    // The connection also breaks in the middle of a transaction.
    const broken = inTransaction({
      database,
      run: async (transaction) => {
        await transaction.insertInto('probes').values({ name: 'lost', at: 1 }).execute()
        proxy.cut()
        await transaction.insertInto('probes').values({ name: 'also lost', at: 1 }).execute()
      },
    })
    await expect(broken).rejects.toThrow()
    await vi.waitFor(async () => expect(await query()).toEqual([]), { timeout: 15_000, interval: 50 })
  })

  test('error: a database of a newer gateway', async () => {
    const databaseUrl = await newDatabase()
    const database = await open(databaseUrl)
    await sql`insert into schema_migrations values ('999-future', 'x', 0)`.execute(database)
    await expect(openDatabase({ databaseUrl })).rejects.toThrow(
      /"999-future", which this version does not know/,
    )
  })

  test('error: wrong password or missing database: one sentence without the password', async () => {
    const url = new URL(await newDatabase())
    url.password = 'top-secret'
    const failure = await openDatabase({ databaseUrl: url.href }).catch((error: Error) => error.message)
    expect(failure).toMatch(
      /^The PostgreSQL database 127\.0\.0\.1:\d+\/test_\w+ cannot be used \(28P01\): .*DATABASE_URL/,
    )
    expect(failure).not.toContain('top-secret')
    const missing = Object.assign(new URL('url' in server ? server.url : ''), { pathname: 'missing' })
    await expect(openDatabase({ databaseUrl: missing.href })).rejects.toThrow(/cannot be used \(3D000\)/)
  })
})

describe('openDatabase', () => {
  test('error: the server is unreachable', async () => {
    await expect(openDatabase({ databaseUrl: 'postgres://me:pw@127.0.0.1:9/db' })).rejects.toThrow(
      'The PostgreSQL database 127.0.0.1:9/db cannot be used (ECONNREFUSED)',
    )
  })
})
