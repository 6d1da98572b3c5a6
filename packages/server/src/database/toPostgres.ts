import { DatabaseError } from './DatabaseError.ts'

/**
 * The statements of a migration as PostgreSQL takes them. Migrations are written once, in the part of SQL both engines
 * share: the types `text` and `integer`, tables that end in `) strict;`.
 *
 * - `integer` becomes `bigint`: SQLite's holds 64 bits, PostgreSQL's only 32.
 * - `text` gets the collation `C`: compared and sorted by bytes, as SQLite does, whatever the server's language is.
 *
 * @throws {DatabaseError} if the text uses something that would mean another thing there.
 * @example
 * toPostgres('create table a (b integer not null) strict;') // 'create table a (b bigint not null);'
 */
export function toPostgres(sql: string): string {
  const foreign = /\b(real|blob|any|autoincrement|rowid|integer primary key|replace into|pragma)\b/i.exec(sql)
  if (foreign)
    throw new DatabaseError(
      `A migration uses "${foreign[0]}", which means something else in PostgreSQL: write it with text and integer alone.`,
    )
  return sql
    .replaceAll(/\)\s*strict\s*(;|$)/g, ')$1')
    .replaceAll(/\binteger\b/g, 'bigint')
    .replaceAll(/\btext\b/g, 'text collate "C"')
}
