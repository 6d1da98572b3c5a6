import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { BaseError } from '@portico/protocol'
import { inTransaction } from '@portico/server'
import type { Kysely } from 'kysely'
import { migrate } from '../database/migrate.ts'
import type { Database } from '../database/openDatabase.ts'
import type { Tables } from '../database/Tables.ts'
import { createLineSplitter } from '../text/createLineSplitter.ts'
import { openSealed, wrongPassphrase } from './sealedStream.ts'

const batchSize = 200

type Line = { keys: object } | { table: string } | { end: number } | Record<string, unknown>

/**
 * Restores a backup into an empty database and writes its keys to `keysFile`: everything or nothing. Afterwards applies
 * the migrations that the backup lacks.
 *
 * @returns the number of restored rows.
 * @throws {BaseError} if the passphrase is wrong, the file is damaged, the database is not empty, or `keysFile` holds
 * other keys.
 */
export async function readBackup({
  database,
  keysFile,
  file,
  passphrase,
  now = Date.now,
}: {
  /** Opened without migrations. */
  database: Database
  keysFile: string
  file: string
  passphrase: string
  now?: () => number
}): Promise<{ rows: number }> {
  if ((await database.introspection.getTables()).length > 0)
    throw new BaseError(
      'The database is not empty: restore into a new one (PORTICO_DATA_DIR, DATABASE_URL), or move the old one away.',
    )
  const result = await inTransaction({
    database,
    run: (transaction) => fill(transaction, { file, passphrase, keysFile, now }),
  })
  await migrate({ database, now })
  return result
}

async function fill(
  transaction: Kysely<Tables>,
  {
    file,
    passphrase,
    keysFile,
    now,
  }: { file: string; passphrase: string; keysFile: string; now: () => number },
): Promise<{ rows: number }> {
  const gunzip = createGunzip()
  // If this fails, at the latest at the authentication tag, the loop below ends and `await opened` throws.
  const opened = pipeline(await openSealed({ file, passphrase }), gunzip)
  opened.catch(() => undefined)
  let keys: object | undefined
  let table: string | undefined
  let page: Record<string, unknown>[] = []
  let applied: string[] | undefined
  let rows = 0
  let end: number | undefined

  async function flush(): Promise<void> {
    const full = page
    page = []
    if (full.length === 0) return
    rows += full.length
    if (table === 'schema_migrations') {
      applied = [...(applied ?? []), ...full.map(({ name }) => String(name))]
      return
    }
    if (applied === undefined || table === undefined) throw wrongPassphrase(file)
    await transaction
      .insertInto(table as keyof Tables)
      .values(full as never)
      .execute()
  }

  async function take(line: Line): Promise<void> {
    if ('keys' in line && table === undefined && keys === undefined) keys = line.keys as object
    else if ('end' in line && Object.keys(line).length === 1) {
      await flush()
      end = line.end as number
    } else if ('table' in line && Object.keys(line).length === 1) {
      await flush()
      // Create the tables as they were when the backup was written.
      if (table === 'schema_migrations') await migrate({ database: transaction, now, only: applied ?? [] })
      table = line.table as string
    } else {
      page.push(line)
      if (page.length >= batchSize) await flush()
    }
  }

  try {
    const split = createLineSplitter()
    for await (const chunk of gunzip) {
      for (const text of split(chunk)) await take(JSON.parse(text) as Line)
    }
    await opened
  } catch (error) {
    const isBaseError = error instanceof BaseError
    const { code } = error as { code?: unknown }
    // Data decrypted with a wrong passphrase is neither gzip nor JSON. Errors of the database are passed on.
    if (isBaseError || !(error instanceof SyntaxError || String(code).startsWith('Z_'))) throw error
    throw wrongPassphrase(file, error)
  }
  if (end !== rows || keys === undefined) throw wrongPassphrase(file)
  placeKeys(keysFile, keys)
  return { rows }
}

function placeKeys(keysFile: string, keys: object): void {
  const text = JSON.stringify(keys)
  if (existsSync(keysFile)) {
    if (JSON.stringify(JSON.parse(readFileSync(keysFile, 'utf8'))) === text) return
    throw new BaseError(
      `${keysFile} holds other keys than the backup. Move that file away, then restore again.`,
    )
  }
  mkdirSync(dirname(keysFile), { recursive: true, mode: 0o700 })
  writeFileSync(keysFile, text, { mode: 0o600, flag: 'wx', flush: true })
}
