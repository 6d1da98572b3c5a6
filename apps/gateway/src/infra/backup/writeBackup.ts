import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { BaseError } from '@portico/protocol'
import { isPostgres } from '@portico/server'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/openDatabase.ts'
import type { Tables } from '../database/Tables.ts'
import { createSeal } from './sealedStream.ts'

const batchSize = 1000

/**
 * Writes every table and the keys into one file, encrypted with a passphrase. The tables are read in one transaction,
 * so the gateway may keep running. A backup of SQLite can be restored into PostgreSQL and vice versa.
 *
 * @returns the number of rows.
 * @throws {BaseError} if the file already exists, or the database or the keys cannot be read.
 */
export async function writeBackup({
  database,
  keysFile,
  file,
  passphrase,
}: {
  database: Database
  keysFile: string
  file: string
  passphrase: string
}): Promise<{ rows: number }> {
  if (existsSync(file))
    throw new BaseError(`${file} already exists. Choose another name: a backup never replaces a file.`)
  const keys = readKeys(keysFile)
  const draft = `${file}.${randomUUID()}`
  let rows = 0
  try {
    await database
      .transaction()
      // Read all tables from one snapshot. SQLite always does so within a transaction.
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        async function* lines(): AsyncGenerator<string> {
          yield `${JSON.stringify({ keys: JSON.parse(keys) })}\n`
          for (const table of await tablesOf(transaction)) {
            yield `${JSON.stringify({ table })}\n`
            for await (const page of pagesOf(transaction, table)) {
              rows += page.length
              yield page.map((row) => `${JSON.stringify(row)}\n`).join('')
            }
          }
          yield `${JSON.stringify({ end: rows })}\n`
        }
        await pipeline(
          Readable.from(lines()),
          createGzip(),
          await createSeal({ passphrase }),
          createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
        )
      })
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  return { rows }
}

function readKeys(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new BaseError(
      `Cannot read the key file ${file}, without which a restored gateway would sign every user out. Set KEYS_FILE or PORTICO_DATA_DIR.`,
      { cause },
    )
  }
}

/** Returns the names of all tables. The list of applied migrations comes first, because a restore needs it first. */
async function tablesOf(database: Kysely<Tables>): Promise<string[]> {
  const tables = (await database.introspection.getTables()).map(({ name }) => name).sort()
  const list = 'schema_migrations'
  return [list, ...tables.filter((name) => name !== list)]
}

async function* pagesOf(database: Kysely<Tables>, table: string): AsyncGenerator<object[]> {
  if (isPostgres(database)) {
    await sql`declare page cursor for select * from ${sql.table(table)}`.execute(database)
    for (;;) {
      const { rows } = await sql<object>`fetch ${sql.lit(batchSize)} from page`.execute(database)
      if (rows.length === 0) break
      yield rows
    }
    await sql`close page`.execute(database)
    return
  }
  let page: object[] = []
  for await (const row of database
    .selectFrom(table as keyof Tables)
    .selectAll()
    .stream()) {
    page.push(row)
    if (page.length < batchSize) continue
    yield page
    page = []
  }
  yield page
}
