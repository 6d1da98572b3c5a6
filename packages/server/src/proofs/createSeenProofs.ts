import type { Kysely } from 'kysely'
import { createSweep } from '../database/createSweep.ts'
import type { SeenProofs } from './SeenProofs.ts'

/** The table that `seenProofsSql` creates. */
export type SeenProofTables = { seen_proofs: { id: string; expires_at: number } }

/** SQL that creates the table; each server includes it in a migration of its own. */
export const seenProofsSql = `
create table seen_proofs (
  id text primary key,
  expires_at integer not null
) strict;
create index seen_proofs_by_expiry on seen_proofs (expires_at);
`

/** Creates a store of used proofs in SQL, shared by all processes on one database. */
export function createSeenProofs<Tables extends SeenProofTables>({
  database: fullDatabase,
}: {
  database: Kysely<Tables>
}): SeenProofs {
  // Only the `seen_proofs` table is used. Kysely's types cannot express a database with at least this table.
  const database = fullDatabase as unknown as Kysely<SeenProofTables>
  const sweep = createSweep({
    database,
    run: (transaction, now) => transaction.deleteFrom('seen_proofs').where('expires_at', '<=', now).execute(),
  })
  return {
    async add({ id, expiresAt, now }) {
      await sweep(now)
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('seen_proofs')
        .values({ id, expires_at: expiresAt })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ expires_at: expiresAt })
            .where('seen_proofs.expires_at', '<=', now),
        )
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
  }
}
