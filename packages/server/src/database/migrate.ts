import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { DatabaseError } from './DatabaseError.ts'
import { inTransaction, isPostgres } from './inTransaction.ts'
import { toPostgres } from './toPostgres.ts'

/**
 * Migrations in the order they apply. Never edit a released migration; add another one. `postgres` replaces `sql` on PostgreSQL,
 * for what SQLite can change only by creating the table again.
 */
export type Migrations = readonly { name: string; sql: string; postgres?: string }[]

type Applied = Map<string, string>

/**
 * Applies all pending migrations in one transaction and returns their names. Each migration is recorded with the hash of
 * its text. There are no down migrations. Processes that start at the same time wait for each other.
 *
 * @throws {DatabaseError} if the database was migrated by a newer server, or the text of an applied migration has changed.
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
  /** Applies only these, for restoring a backup; `database` may be a transaction then. */
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
  const isOnPostgres = isPostgres(transaction)
  const translate = isOnPostgres ? toPostgres : (text: string) => text
  await sql
    .raw(
      translate(
        'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at integer not null) strict',
      ),
    )
    .execute(transaction)
  const pending = findPending({ migrations, applied: await readApplied(transaction), only })
  for (const { name, sql: text, postgres = text } of pending) {
    const own = isOnPostgres ? postgres : text
    for (const statement of statementsOf(translate(own))) await sql.raw(statement).execute(transaction)
    await sql`insert into schema_migrations (name, checksum, applied_at)
      values (${name}, ${checksumOf(text)}, ${now()})`.execute(transaction)
  }
  return pending.map(({ name }) => name)
}

/**
 * Returns the names of the migrations that are not applied yet, without changing anything.
 *
 * @throws {DatabaseError} like `migrate`.
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
        `The database contains the migration "${name}", which this version does not know: it was migrated by a newer version. Run that version.`,
      )
  }
  return migrations.filter(({ name, sql: text }) => {
    const checksum = applied.get(name)
    if (checksum !== undefined && checksum !== checksumOf(text))
      throw new DatabaseError(
        `The migration "${name}" was changed after it was applied. Restore its text and add a new migration instead.`,
      )
    return checksum === undefined && (only === undefined || only.includes(name))
  })
}

const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Splits at semicolons that end a line; migrations use semicolons only there. */
const statementsOf = (text: string): string[] => text.split(/;\s*$/m).filter((part) => part.trim() !== '')
