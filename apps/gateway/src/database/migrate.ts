import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { DatabaseError } from './DatabaseError.ts'
import { inTransaction, isPostgres } from './inTransaction.ts'
import { migrations } from './migrations.ts'
import type { Tables } from './Tables.ts'
import { toPostgres } from './toPostgres.ts'

type Applied = Map<string, string>

/**
 * Brings the tables to the newest form. Forward only; each migration runs once, all that are new in one transaction, and
 * is remembered with the hash of its text. Processes that start together wait for each other.
 *
 * @returns the names of those that were applied.
 * @throws {DatabaseError} if the tables were made by a newer gateway, or by a migration whose text has changed since.
 */
export async function migrate({
  database,
  now,
  only,
}: {
  database: Kysely<Tables>
  now: () => number
  /** Those that a backup was made with; the database may be a transaction then. */
  only?: readonly string[] | undefined
}): Promise<string[]> {
  const run = (transaction: Kysely<Tables>) => apply({ transaction, now, only })
  if (database.isTransaction) return run(database)
  return inTransaction({ database, locks: [{ key: 'migrations' }], run })
}

async function apply({
  transaction,
  now,
  only,
}: {
  transaction: Kysely<Tables>
  now: () => number
  only: readonly string[] | undefined
}): Promise<string[]> {
  const translate = isPostgres(transaction) ? toPostgres : (text: string) => text
  await sql
    .raw(
      translate(
        'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at integer not null) strict',
      ),
    )
    .execute(transaction)
  const pending = findPending(await readApplied(transaction), only)
  for (const { name, sql: text } of pending) {
    for (const statement of statementsOf(translate(text))) await sql.raw(statement).execute(transaction)
    await sql`insert into schema_migrations (name, checksum, applied_at)
      values (${name}, ${checksumOf(text)}, ${now()})`.execute(transaction)
  }
  return pending.map(({ name }) => name)
}

/**
 * The migrations that have not been applied yet; changes nothing.
 *
 * @throws {DatabaseError} as `migrate`.
 */
export async function pendingMigrations({ database }: { database: Kysely<Tables> }): Promise<string[]> {
  const tables = await database.introspection.getTables()
  const isNew = !tables.some(({ name }) => name === 'schema_migrations')
  return findPending(isNew ? new Map() : await readApplied(database)).map(({ name }) => name)
}

async function readApplied(database: Kysely<Tables>): Promise<Applied> {
  const { rows } = await sql<{
    name: string
    checksum: string
  }>`select name, checksum from schema_migrations`.execute(database)
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function findPending(applied: Applied, only?: readonly string[]): (typeof migrations)[number][] {
  for (const name of [...applied.keys(), ...(only ?? [])]) {
    if (!migrations.some((migration) => migration.name === name))
      throw new DatabaseError(
        `The database holds the migration "${name}", which this gateway does not know: it was made by a newer one. Run that one.`,
      )
  }
  return migrations.filter(({ name, sql: text }) => {
    const known = applied.get(name)
    if (known !== undefined && known !== checksumOf(text))
      throw new DatabaseError(
        `The migration "${name}" has been changed after it was applied. Restore its text, and add a new migration instead.`,
      )
    return known === undefined && (only === undefined || only.includes(name))
  })
}

const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Our migrations have no semicolon but at the end of a statement, which is the end of a line. */
const statementsOf = (text: string): string[] => text.split(/;\s*$/m).filter((part) => part.trim() !== '')
