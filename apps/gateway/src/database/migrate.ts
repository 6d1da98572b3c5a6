import { migrate as migrateTo, pendingMigrations as pendingOf } from '@portico/server'
import { migrations } from './migrations.ts'
import type { Database } from './openDatabase.ts'

/**
 * Brings the gateway's tables to the newest form.
 *
 * @returns the names of the migrations that were applied.
 * @throws {DatabaseError} if the tables were made by a newer gateway, or by a migration whose text has changed since.
 */
export function migrate(call: {
  database: Database
  now: () => number
  /** Those that a backup was made with; the database may be a transaction then. */
  only?: readonly string[] | undefined
}): Promise<string[]> {
  return migrateTo({ ...call, migrations })
}

/**
 * The migrations that have not been applied yet; changes nothing.
 *
 * @throws {DatabaseError} as `migrate`.
 */
export function pendingMigrations({ database }: { database: Database }): Promise<string[]> {
  return pendingOf({ database, migrations })
}
