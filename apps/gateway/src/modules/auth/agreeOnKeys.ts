import { DatabaseError, inTransaction } from '@portico/server'
import type { Database } from '../../database/openDatabase.ts'
import type { Keys } from './loadKeys.ts'

const name = 'session-key'

/**
 * Makes sure that all gateways on one database can read each other's sessions: each must know the key the last one
 * signs with. A gateway with a key file of its own would sign visitors out at random, one request in two.
 *
 * @throws {DatabaseError} if the keys are others than those of the other gateways.
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
          `The keys of this gateway are not those of the others on its database: give it their keys.json (KEYS_FILE). If that is lost, delete the row "${name}" from the table "settings"; then every visitor signs in again.`,
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
