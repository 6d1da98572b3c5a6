import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../database/inTransaction.ts'

/** Reads the time of a PostgreSQL server; undefined for SQLite, which has none of its own. */
export async function readDatabaseClock<Tables>(database: Kysely<Tables>): Promise<number | undefined> {
  if (!isPostgres(database)) return undefined
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(database)
  return rows[0]?.ms
}
