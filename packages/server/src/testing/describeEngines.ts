import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { describe, onTestFinished } from 'vitest'
import { tempFolder } from './tempFolder.ts'
import { testServer } from './testServer.ts'

/** Where a database of a test is. */
export type EnginePlace = { databaseUrl: string } | { dataDir: string }

/** A kind of database a store must work on. */
export type Engine<Tables> = {
  /** An empty database, closed after the test. */
  open(): Promise<Kysely<Tables>>
  /**
   * One empty database as several processes open it. On SQLite all get the same object: two in one process would wait for
   * each other forever, as SQLite waits without letting go of the thread.
   */
  openTogether(count: number): Promise<Kysely<Tables>[]>
}

/**
 * The contract suite of a store, on SQLite and on PostgreSQL. Where there is no PostgreSQL its tests are skipped, with
 * the reason in their name.
 *
 * @example
 * await describeEngines({
 *   name: 'createAuthStore',
 *   openDatabase,
 *   suite: ({ open }) => {
 *     test('behavior: …', async () => {
 *       const store = createAuthStore({ database: await open() })
 *     })
 *   },
 * })
 */
export async function describeEngines<Tables>({
  name,
  openDatabase,
  suite,
}: {
  name: string
  /** Opens the database of the server under test, with its tables. */
  openDatabase: (place: EnginePlace) => Promise<Kysely<Tables>>
  suite: (engine: Engine<Tables>) => void
}): Promise<void> {
  const server = await testServer('postgres')
  describe(`${name} on SQLite`, () => suite(engine(openDatabase, async () => ({ dataDir: tempFolder() }))))
  const reason = 'reason' in server ? ` (skipped: ${server.reason})` : ''
  describe.skipIf('reason' in server)(`${name} on PostgreSQL${reason}`, () =>
    suite(engine(openDatabase, () => createPostgresDatabase('url' in server ? server.url : ''))),
  )
}

function engine<Tables>(
  openDatabase: (place: EnginePlace) => Promise<Kysely<Tables>>,
  makePlace: () => Promise<EnginePlace>,
): Engine<Tables> {
  async function open(place: EnginePlace): Promise<Kysely<Tables>> {
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
