import type { Kysely } from 'kysely'
import { describe, onTestFinished } from 'vitest'
import { createPostgresDatabase } from './createPostgresDatabase.ts'
import { tempFolder } from './tempFolder.ts'
import { testServer } from './testServer.ts'

/** Location of a test's database. */
export type EnginePlace = { databaseUrl: string } | { dataDir: string }

/** Opens databases of one engine. */
export type Engine<Tables> = {
  /** Opens an empty database, which is closed after the test. */
  open(): Promise<Kysely<Tables>>
  /**
   * Opens one empty database several times, as several processes would. On SQLite, all get the same object: SQLite blocks
   * the thread while it waits for a lock, so two connections in one process would deadlock.
   */
  openTogether(count: number): Promise<Kysely<Tables>[]>
}

/**
 * Runs a store's contract suite on SQLite and on PostgreSQL. If PostgreSQL is not available, its tests are skipped with
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
  /** Opens a database with the tables of the server under test. */
  openDatabase: (place: EnginePlace) => Promise<Kysely<Tables>>
  suite: (engine: Engine<Tables>) => void
}): Promise<void> {
  const server = await testServer('postgres')
  describe(`${name} on SQLite`, () => suite(engine(openDatabase, async () => ({ dataDir: tempFolder() }))))
  const reason = 'reason' in server ? ` (skipped: ${server.reason})` : ''
  describe.skipIf('reason' in server)(`${name} on PostgreSQL${reason}`, () =>
    suite(engine(openDatabase, async () => ({ databaseUrl: await createPostgresDatabase(server) }))),
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
