import { inTransaction } from '@portico/server'
import type { Database } from '../../../infra/database/openDatabase.ts'

/** Creates the SQL store of leased transaction nonces. */
export function createNonceLeaseStore({ database }: { database: Database }) {
  return {
    /** Leases the lowest free nonce, starting at `pending`. Returns the same nonce if the request already holds one. */
    async lease({
      chain,
      address,
      requestId,
      pending,
      now,
      expiresAt,
    }: {
      chain: string
      address: string
      requestId: string
      pending: number
      now: number
      expiresAt: number
    }): Promise<number> {
      return inTransaction({
        database,
        locks: [{ key: `nonces ${chain} ${address}` }],
        run: async (transaction) => {
          await transaction
            .deleteFrom('nonce_leases')
            .where('chain', '=', chain)
            .where('address', '=', address)
            .where('expires_at', '<=', now)
            .execute()
          const leases = await transaction
            .selectFrom('nonce_leases')
            .select(['request_id', 'nonce'])
            .where('chain', '=', chain)
            .where('address', '=', address)
            .execute()
          const existing = leases.find(({ request_id }) => request_id === requestId)
          const taken = new Set(leases.map(({ nonce }) => nonce))
          let nonce = existing?.nonce ?? pending
          if (!existing) while (taken.has(nonce)) nonce += 1
          await transaction
            .insertInto('nonce_leases')
            .values({ chain, address, request_id: requestId, nonce, expires_at: expiresAt })
            .onConflict((conflict) =>
              conflict.columns(['chain', 'address', 'request_id']).doUpdateSet({ expires_at: expiresAt }),
            )
            .execute()
          return nonce
        },
      })
    },

    async release({ address, requestId }: { address: string; requestId: string }): Promise<void> {
      await database
        .deleteFrom('nonce_leases')
        .where('address', '=', address)
        .where('request_id', '=', requestId)
        .execute()
    },
  }
}

export type NonceLeaseStore = ReturnType<typeof createNonceLeaseStore>
