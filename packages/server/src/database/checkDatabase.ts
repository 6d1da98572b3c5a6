import { type Kysely, sql } from 'kysely'
import { isPostgres } from './inTransaction.ts'
import { type Migrations, pendingMigrations } from './migrate.ts'

/** What `checkDatabase` found; `theirs` is the server's clock, in milliseconds since the epoch. */
export type DatabaseFacts = {
  server: string
  pending: readonly string[]
  clock: { theirs: number; askedAt: number; answeredAt: number } | undefined
}

/**
 * Reads what an operator should know about a database, and changes nothing.
 *
 * @param database opened without applying migrations
 * @throws {DatabaseError} if a newer server migrated it
 */
export async function checkDatabase<Tables>({
  database,
  migrations,
}: {
  database: Kysely<Tables>
  migrations: Migrations
}): Promise<DatabaseFacts> {
  const pending = await pendingMigrations({ database, migrations })
  if (!isPostgres(database)) return { server: 'SQLite', pending, clock: undefined }
  const askedAt = Date.now()
  const { rows } = await sql<{ version: string; ms: number }>`
    select current_setting('server_version') as version, (extract(epoch from clock_timestamp()) * 1000)::bigint as ms
  `.execute(database)
  const [row] = rows
  const clock = row && { theirs: row.ms, askedAt, answeredAt: Date.now() }
  return { server: `PostgreSQL ${row?.version.split(' ')[0]}`, pending, clock }
}
