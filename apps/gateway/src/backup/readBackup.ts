import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { BaseError } from '@portico/protocol'
import { inTransaction } from '@portico/server'
import type { Kysely } from 'kysely'
import { migrate } from '../database/migrate.ts'
import type { Database } from '../database/openDatabase.ts'
import type { Tables } from '../database/Tables.ts'
import { openSealed, wrongPassphrase } from './sealedStream.ts'

const rowsAtOnce = 200

type Line = { keys: object } | { table: string } | { end: number } | Record<string, unknown>

/**
 * Puts a backup into an empty database, and the keys beside it: all of it, or nothing. A backup of an older gateway is
 * brought up to date.
 *
 * @returns the number of rows.
 * @throws {BaseError} if the passphrase is wrong, the file damaged, the database not empty, or other keys are there.
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
  // Its failure, at the latest at the tag, ends the lines below.
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

  try {
    for await (const text of createInterface({ input: gunzip, crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = JSON.parse(text) as Line
      if ('keys' in line && table === undefined && keys === undefined) keys = line.keys as object
      else if ('end' in line && Object.keys(line).length === 1) {
        await flush()
        end = line.end as number
      } else if ('table' in line && Object.keys(line).length === 1) {
        await flush()
        // With the tables as they were then.
        if (table === 'schema_migrations') await migrate({ database: transaction, now, only: applied ?? [] })
        table = line.table as string
      } else {
        page.push(line)
        if (page.length >= rowsAtOnce) await flush()
      }
    }
    await opened
  } catch (error) {
    const isOurs = error instanceof BaseError
    const { code } = error as { code?: unknown }
    // Noise is neither gzip nor JSON. What the database says is something else.
    if (isOurs || !(error instanceof SyntaxError || String(code).startsWith('Z_'))) throw error
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
    throw new BaseError(`${keysFile} holds other keys than the backup: move it away first.`)
  }
  mkdirSync(dirname(keysFile), { recursive: true, mode: 0o700 })
  writeFileSync(keysFile, text, { mode: 0o600, flag: 'wx', flush: true })
}
