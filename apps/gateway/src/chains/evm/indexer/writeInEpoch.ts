import { inTransaction } from '@portico/server'
import type { Kysely } from 'kysely'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'

/**
 * Runs a transaction that writes data read in `epoch`.
 *
 * @returns false, without running it, if the chain was reorganised since.
 */
export function writeInEpoch({
  database,
  chain,
  epoch,
  scope,
  run,
}: {
  database: Database
  chain: string
  epoch: number
  scope: string
  run: (transaction: Kysely<Tables>) => Promise<void>
}): Promise<boolean> {
  return inTransaction({
    database,
    // Scopes are written concurrently (shared lock), but not during a rollback. Within a scope, one writer at a time
    // joins the intervals.
    locks: [{ key: `index ${chain}`, shared: true }, { key: `index ${chain} ${scope}` }],
    run: async (transaction) => {
      if ((await readEpoch(transaction, chain)) !== epoch) return false
      await run(transaction)
      return true
    },
  })
}

/** Reads the chain's epoch; 0 before the first reorganisation. */
export async function readEpoch(database: Kysely<Tables>, chain: string): Promise<number> {
  const row = await database
    .selectFrom('epochs')
    .select('epoch')
    .where('chain', '=', chain)
    .executeTakeFirst()
  return row?.epoch ?? 0
}
