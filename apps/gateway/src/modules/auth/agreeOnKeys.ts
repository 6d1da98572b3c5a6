import { DatabaseError, inTransaction } from '@portico/server'
import type { Database } from '../../infra/database/openDatabase.ts'
import type { Keys } from './loadKeys.ts'

/** Row of `settings` with the ID of the key that the last started gateway signs with. */
const name = 'session-key'

/**
 * Checks that this gateway can verify the sessions of all gateways on the same database, and records its signing key.
 * A gateway with different keys would reject the sessions of the others, so visitors would be signed out at random.
 *
 * @throws {DatabaseError} if this gateway does not have the key that the last started gateway signs with.
 */
export async function agreeOnKeys({ database, keys }: { database: Database; keys: Keys }): Promise<void> {
  await inTransaction({
    database,
    locks: [{ key: 'keys' }],
    run: async (transaction) => {
      const row = await transaction
        .selectFrom('settings')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirst()
      if (row && !keys.verifying.has(row.value))
        throw new DatabaseError(
          `The keys of this gateway differ from those of the other gateways on its database: copy their keys.json and set KEYS_FILE to the copy. If their keys.json is lost, delete the row "${name}" from the table "settings"; every visitor must then sign in again.`,
        )
      const value = keys.signing.kid
      await transaction
        .insertInto('settings')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute()
    },
  })
}
