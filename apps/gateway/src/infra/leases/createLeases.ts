import { sql } from 'kysely'
import type { Database } from '../database/openDatabase.ts'

/** Gives work to one process at a time. */
export type Leases = {
  /**
   * Takes a lease, or extends it.
   *
   * @param query.until when the lease ends unless it is extended, in milliseconds since the epoch.
   * @returns false if another process has it.
   */
  take(query: { name: string; until: number }): Promise<boolean>
  /** Gives all leases of this process back. */
  release(): Promise<void>
}

/**
 * Creates the leases of one process, in the database: they also hold between machines, and end by themselves when the process
 * dies. The machines' clocks must agree to a few seconds.
 */
export function createLeases({
  database,
  owner,
  now,
}: {
  database: Database
  /** Identifies this process. */
  owner: string
  now: () => number
}): Leases {
  return {
    async take({ name, until }) {
      // One statement, so that of two processes only one changes the row.
      const { rows } = await sql<{ owner: string }>`
        insert into leases (name, owner, expires_at) values (${name}, ${owner}, ${until})
        on conflict (name) do update set owner = excluded.owner, expires_at = excluded.expires_at
        where leases.owner = excluded.owner or leases.expires_at <= ${now()}
        returning owner`.execute(database)
      return rows.length > 0
    },
    async release() {
      await database.deleteFrom('leases').where('owner', '=', owner).execute()
    },
  }
}
