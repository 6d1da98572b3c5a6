import { createSweep, inTransaction } from '@portico/server'
import type { Database } from '../../../infra/database/openDatabase.ts'

/** Nonces that one user holds at a time, on all networks. A visitor answers requests one after the other. */
const maxHeld = 32

/** Creates the SQL store of leased transaction nonces. */
export function createNonceLeaseStore({ database }: { database: Database }) {
  const sweep = createSweep({
    database,
    run: (transaction, now) =>
      transaction.deleteFrom('wallet_nonces').where('expires_at', '<=', now).execute(),
  })

  return {
    /**
     * Leases the lowest free nonce, starting at `pending`. Returns the same nonce if the request already holds one, and
     * undefined if the user holds too many.
     */
    async lease({
      userId,
      chain,
      address,
      requestId,
      pending,
      now,
      expiresAt,
    }: {
      userId: string
      chain: string
      address: string
      requestId: string
      pending: number
      now: number
      expiresAt: number
    }): Promise<number | undefined> {
      await sweep(now)
      return inTransaction({
        database,
        locks: [{ key: `wallet nonces ${userId}` }],
        run: async (transaction) => {
          await transaction
            .deleteFrom('wallet_nonces')
            .where('user_id', '=', userId)
            .where('expires_at', '<=', now)
            .execute()
          const held = await transaction
            .selectFrom('wallet_nonces')
            .select(['chain', 'address', 'request_id', 'nonce'])
            .where('user_id', '=', userId)
            .execute()
          const own = held.filter((lease) => lease.chain === chain && lease.address === address)
          const existing = own.find(({ request_id }) => request_id === requestId)
          if (!existing && held.length >= maxHeld) return undefined
          const taken = new Set(own.map(({ nonce }) => nonce))
          let nonce = existing?.nonce ?? pending
          if (!existing) while (taken.has(nonce)) nonce += 1
          await transaction
            .insertInto('wallet_nonces')
            .values({
              user_id: userId,
              chain,
              address,
              request_id: requestId,
              nonce,
              expires_at: expiresAt,
            })
            .onConflict((conflict) =>
              conflict
                .columns(['user_id', 'chain', 'address', 'request_id'])
                .doUpdateSet({ expires_at: expiresAt }),
            )
            .execute()
          return nonce
        },
      })
    },

    async release({ userId, requestId }: { userId: string; requestId: string }): Promise<void> {
      await database
        .deleteFrom('wallet_nonces')
        .where('user_id', '=', userId)
        .where('request_id', '=', requestId)
        .execute()
    },
  }
}

export type NonceLeaseStore = ReturnType<typeof createNonceLeaseStore>
