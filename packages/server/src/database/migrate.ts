import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { DatabaseError } from './DatabaseError.ts'
import { inTransaction, isPostgres } from './inTransaction.ts'
import { toPostgres } from './toPostgres.ts'

/** Tables in the order they came. A migration that has been released is never edited: the next one is added. */
export type Migrations = readonly { name: string; sql: string }[]

type Applied = Map<string, string>

/**
 * Brings the tables to the newest form. Forward only; each migration runs once, all that are new in one transaction, and
 * is remembered with the hash of its text. Processes that start together wait for each other.
 *
 * @returns the names of those that were applied.
 * @throws {DatabaseError} if the tables were made by a newer server, or by a migration whose text has changed since.
 */
export async function migrate<Tables>({
  database,
  migrations,
  now,
  only,
}: {
  database: Kysely<Tables>
  migrations: Migrations
  now: () => number
  /** Those that a backup was made with; the database may be a transaction then. */
  only?: readonly string[] | undefined
}): Promise<string[]> {
  const run = (transaction: Kysely<Tables>) => apply({ transaction, migrations, now, only })
  if (database.isTransaction) return run(database)
  return inTransaction({ database, locks: [{ key: 'migrations' }], run })
}

async function apply<Tables>({
  transaction,
  migrations,
  now,
  only,
}: {
  transaction: Kysely<Tables>
  migrations: Migrations
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
  const pending = findPending({ migrations, applied: await readApplied(transaction), only })
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
export async function pendingMigrations<Tables>({
  database,
  migrations,
}: {
  database: Kysely<Tables>
  migrations: Migrations
}): Promise<string[]> {
  const tables = await database.introspection.getTables()
  const isNew = !tables.some(({ name }) => name === 'schema_migrations')
  const applied: Applied = isNew ? new Map() : await readApplied(database)
  return findPending({ migrations, applied }).map(({ name }) => name)
}

async function readApplied<Tables>(database: Kysely<Tables>): Promise<Applied> {
  const { rows } = await sql<{
    name: string
    checksum: string
  }>`select name, checksum from schema_migrations`.execute(database)
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function findPending({
  migrations,
  applied,
  only,
}: {
  migrations: Migrations
  applied: Applied
  only?: readonly string[] | undefined
}): Migrations[number][] {
  for (const name of [...applied.keys(), ...(only ?? [])]) {
    if (!migrations.some((migration) => migration.name === name))
      throw new DatabaseError(
        `The database holds the migration "${name}", which this program does not know: it was made by a newer one. Run that one.`,
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
