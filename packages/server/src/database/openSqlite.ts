import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { DatabaseError } from './DatabaseError.ts'
import { nodeSqliteDialect } from './nodeSqliteDialect.ts'

/**
 * Opens a database file in a folder and creates it if necessary. The write-ahead log is flushed to disk at every commit,
 * so committed data survives a crash.
 *
 * @param prepare runs before the database is returned.
 * @throws {DatabaseError} if the folder is not writable, or the file is damaged or not a database.
 */
export async function openSqlite<Tables>({
  dataDir,
  program,
  ifLost,
  prepare,
}: {
  dataDir: string
  program: string
  ifLost: string
  prepare: (database: Kysely<Tables>) => Promise<unknown>
}): Promise<Kysely<Tables>> {
  const file = join(dataDir, `${program}.sqlite`)
  let sqlite: DatabaseSync | undefined
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    sqlite = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true })
    sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000;')
    const [check] = sqlite.prepare('pragma quick_check(1)').all()
    if (check?.quick_check !== 'ok') throw damaged(file, String(check?.quick_check), ifLost)
    const database = new Kysely<Tables>({ dialect: nodeSqliteDialect({ database: sqlite }) })
    await prepare(database)
    return database
  } catch (error) {
    if (sqlite?.isOpen) sqlite.close()
    throw explain(error, { dataDir, file, ifLost })
  }
}

const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

function explain(
  error: unknown,
  { dataDir, file, ifLost }: { dataDir: string; file: string; ifLost: string },
): unknown {
  if (error instanceof DatabaseError) return error
  const { code, errcode, message } = error as { code?: string; errcode?: number; message?: string }
  // The low byte is the primary result code; the rest is the extended code.
  const kind = errcode === undefined ? undefined : errcode & 0xff
  if (kind === SQLITE_CORRUPT || kind === SQLITE_NOTADB) return damaged(file, message ?? '', ifLost)
  if (kind !== undefined || (code && /^E[A-Z]+$/.test(code)))
    return new DatabaseError(
      `The data folder ${dataDir} cannot be used (${code === 'ERR_SQLITE_ERROR' ? message : code}): make it writable for this user, or set PORTICO_DATA_DIR to a folder that is.`,
      { cause: error },
    )
  return error
}

function damaged(file: string, reason: string, ifLost: string): DatabaseError {
  return new DatabaseError(
    `The database ${file} is damaged (${reason.split('\n')[0]}): replace it by a backup, or move it and its -wal and -shm files away to start with an empty database. ${ifLost}`,
  )
}
