import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../database/openDatabase.ts'
import { tempFolder } from './tempFolder.ts'
import { testServer } from './testServer.ts'

type Place = { databaseUrl: string } | { dataDir: string }

/** A kind of database a store must work on. */
export type Engine = {
  /** An empty database, closed after the test. */
  open(): Promise<Database>
  /**
   * One empty database as several gateways open it. On SQLite all get the same object: two in one process would wait for
   * each other forever, as SQLite waits without letting go of the thread.
   */
  openTogether(count: number): Promise<Database[]>
}

/**
 * The contract suite of a store, on SQLite and on PostgreSQL. Where there is no PostgreSQL its tests are skipped, with
 * the reason in their name.
 *
 * @example
 * await describeEngines('createAuthStore', ({ open }) => {
 *   test('behavior: …', async () => {
 *     const store = createAuthStore({ database: await open() })
 *   })
 * })
 */
export async function describeEngines(name: string, suite: (engine: Engine) => void): Promise<void> {
  const server = await testServer('postgres')
  describe(`${name} on SQLite`, () => suite(engine(async () => ({ dataDir: tempFolder() }))))
  const reason = 'reason' in server ? ` (skipped: ${server.reason})` : ''
  describe.skipIf('reason' in server)(`${name} on PostgreSQL${reason}`, () =>
    suite(engine(() => createPostgresDatabase('url' in server ? server.url : ''))),
  )
}

function engine(makePlace: () => Promise<Place>): Engine {
  async function open(place: Place): Promise<Database> {
    const database = await openDatabase(place)
    onTestFinished(() => database.destroy())
    return database
  }
  return {
    open: async () => open(await makePlace()),
    async openTogether(count) {
      const place = await makePlace()
      const first = await open(place)
      const others = Array.from({ length: count - 1 }, async () => ('dataDir' in place ? first : open(place)))
      return [first, ...(await Promise.all(others))]
    },
  }
}

async function createPostgresDatabase(url: string): Promise<{ databaseUrl: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create database ${name} template template0`)
  } finally {
    await client.end()
  }
  // Not removed one by one: the server goes after the run.
  return { databaseUrl: Object.assign(new URL(url), { pathname: `/${name}` }).href }
}
