import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { DatabaseError } from './DatabaseError.ts'
import { migrations } from './migrations.ts'

/**
 * Brings the tables to the newest form. Forward only; each migration runs once, in one transaction, and is remembered
 * with the hash of its text.
 *
 * @throws {DatabaseError} if the file was made by a newer gateway, or by a migration whose text has changed since.
 */
export function migrate({ database, now }: { database: DatabaseSync; now: () => number }): void {
  database.exec(
    'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at integer not null) strict',
  )
  database.exec('begin immediate')
  try {
    const applied = new Map(
      database
        .prepare('select name, checksum from schema_migrations')
        .all()
        .map((row) => [String(row.name), String(row.checksum)]),
    )
    for (const name of applied.keys()) {
      if (!migrations.some((migration) => migration.name === name))
        throw new DatabaseError(
          `The database holds the migration "${name}", which this gateway does not know: it was made by a newer one. Run that one.`,
        )
    }
    for (const { name, sql } of migrations) {
      const checksum = createHash('sha256').update(sql).digest('hex')
      const known = applied.get(name)
      if (known === checksum) continue
      if (known)
        throw new DatabaseError(
          `The migration "${name}" has been changed after it was applied. Restore its text, and add a new migration instead.`,
        )
      database.exec(sql)
      database
        .prepare('insert into schema_migrations (name, checksum, applied_at) values (?, ?, ?)')
        .run(name, checksum, now())
    }
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
