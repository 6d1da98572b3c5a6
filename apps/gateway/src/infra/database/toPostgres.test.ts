import { toPostgres } from '@portico/server'
import { describe, expect, test } from 'vitest'
import { migrations } from './migrations.ts'

describe('toPostgres', () => {
  test('behavior: translates column types and table options', () => {
    expect(
      toPostgres(`
create table notes (
  id text primary key,
  text_length integer not null,
  body text
) strict;
create index notes_by_length on notes (text_length) where body is not null;`),
    ).toBe(`
create table notes (
  id text collate "C" primary key,
  text_length bigint not null,
  body text collate "C"
);
create index notes_by_length on notes (text_length) where body is not null;`)
  })

  test.each(['a integer primary key', 'a real', 'a blob', 'a integer autoincrement'])(
    'error: %s',
    (column) => {
      expect(() => toPostgres(`create table t (${column}) strict;`)).toThrow(
        /means something else in PostgreSQL/,
      )
    },
  )

  test.each(migrations)('behavior: $name can be translated', ({ sql }) => {
    expect(toPostgres(sql)).not.toMatch(/strict|integer/)
  })
})
