import { createSweep, inTransaction } from '@portico/server'
import type { Database } from '../../../infra/database/openDatabase.ts'

/** Keys of nonces that an account uses: as many operations of it can be under way at a time. */
const nonceKeys = 8

/** Creates the SQL store of leased keys of user operations' nonces. */
export function createOperationNonceStore({ database }: { database: Database }) {
  const sweep = createSweep({
    database,
    run: (transaction, now) =>
      transaction.deleteFrom('operation_nonces').where('expires_at', '<=', now).execute(),
  })

  return {
    /**
     * Leases the lowest key that no other request holds and no operation under way uses. What others asked for and the account has not
     * signed does not count. Returns the same key if the request already
     * holds one, and undefined if there is none.
     */
    async lease({
      userId,
      chain,
      sender,
      requestId,
      now,
      expiresAt,
    }: {
      userId: string
      chain: string
      sender: string
      requestId: string
      now: number
      expiresAt: number
    }): Promise<number | undefined> {
      await sweep(now)
      return inTransaction({
        database,
        locks: [{ key: `operation nonces ${userId}` }],
        run: async (transaction) => {
          const leases = await transaction
            .selectFrom('operation_nonces')
            .select(['request_id', 'nonce_key'])
            .where('user_id', '=', userId)
            .where('chain', '=', chain)
            .where('sender', '=', sender)
            .where('expires_at', '>', now)
            .execute()
          const own = leases.find(({ request_id }) => request_id === requestId)
          const open = await transaction
            .selectFrom('operations')
            .select('nonce_key')
            .where('chain', '=', chain)
            .where('sender', '=', sender)
            .where(({ and, eb, or }) =>
              or([eb('state', '=', 'sent'), and([eb('state', '=', 'quoted'), eb('user_id', '=', userId)])]),
            )
            .execute()
          const taken = new Set([
            ...leases.map(({ nonce_key }) => nonce_key),
            ...open.map(({ nonce_key }) => Number(nonce_key)),
          ])
          const free = Array.from({ length: nonceKeys }, (_, key) => key).find((key) => !taken.has(key))
          const key = own?.nonce_key ?? free
          if (key === undefined) return undefined
          await transaction
            .insertInto('operation_nonces')
            .values({
              user_id: userId,
              chain,
              sender,
              request_id: requestId,
              nonce_key: key,
              expires_at: expiresAt,
            })
            .onConflict((conflict) =>
              conflict
                .columns(['user_id', 'chain', 'sender', 'request_id'])
                .doUpdateSet({ nonce_key: key, expires_at: expiresAt }),
            )
            .execute()
          return key
        },
      })
    },

    async release({ userId, requestId }: { userId: string; requestId: string }): Promise<void> {
      await database
        .deleteFrom('operation_nonces')
        .where('user_id', '=', userId)
        .where('request_id', '=', requestId)
        .execute()
    },
  }
}

export type OperationNonceStore = ReturnType<typeof createOperationNonceStore>
