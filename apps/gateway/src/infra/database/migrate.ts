import { migrate as migrateTo, pendingMigrations as pendingOf } from '@portico/server'
import { migrations } from './migrations.ts'
import type { Database } from './openDatabase.ts'

/**
 * Applies the pending migrations of the gateway.
 *
 * @returns the names of the migrations that were applied.
 * @throws {DatabaseError} if a newer gateway migrated the database, or the text of an applied migration has changed.
 */
export function migrate(call: {
  database: Database
  now: () => number
  /** Applies only these migrations: those a backup was made with. The database may then be a transaction. */
  only?: readonly string[] | undefined
}): Promise<string[]> {
  return migrateTo({ ...call, migrations })
}

/**
 * Returns the names of the migrations that have not been applied yet. Changes nothing.
 *
 * @throws {DatabaseError} as `migrate`.
 */
export function pendingMigrations({ database }: { database: Database }): Promise<string[]> {
  return pendingOf({ database, migrations })
}
