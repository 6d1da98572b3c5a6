import { DatabaseError } from './DatabaseError.ts'

/**
 * Translates a migration to PostgreSQL. Migrations are written in the SQL that both engines share: the types `text` and
 * `integer`, and tables that end in `) strict;`.
 *
 * - `integer` becomes `bigint`: an integer has 64 bits in SQLite and only 32 in PostgreSQL.
 * - `text` gets the collation `C`: compared and sorted by bytes, as in SQLite, whatever the server's locale.
 *
 * @throws {DatabaseError} if the migration uses something that means something else in PostgreSQL.
 * @example
 * toPostgres('create table a (b integer not null) strict;') // 'create table a (b bigint not null);'
 */
export function toPostgres(sql: string): string {
  const foreign = /\b(real|blob|any|autoincrement|rowid|integer primary key|replace into|pragma)\b/i.exec(sql)
  if (foreign)
    throw new DatabaseError(
      `A migration uses "${foreign[0]}", which means something else in PostgreSQL: use only text and integer.`,
    )
  return sql
    .replaceAll(/\)\s*strict\s*(;|$)/g, ')$1')
    .replaceAll(/\binteger\b/g, 'bigint')
    .replaceAll(/\btext\b/g, 'text collate "C"')
}
