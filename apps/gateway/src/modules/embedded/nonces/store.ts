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
     * Leases the `count` lowest free nonces in a row, starting at `pending`, and returns the first. Returns the same nonce if the
     * request already holds as many. It holds no more than it has asked for last: the visitor may have chosen a transaction without an
     * upgrade, after one with it was prepared.
     *
     * @param latest how many nonces are used for good, `pending` by default.
     * @param isExclusive whether the account can have one transaction under way at a time; a request for two nonces always is.
     * @returns `account-busy` if another request holds a nonce that is not used for good, and one of the two is exclusive;
     * `too-many-nonces` if the user holds too many.
     */
    async lease({
      userId,
      chain,
      address,
      requestId,
      count = 1,
      pending,
      latest = pending,
      isExclusive = false,
      now,
      expiresAt,
    }: {
      userId: string
      chain: string
      address: string
      requestId: string
      count?: number
      pending: number
      latest?: number
      isExclusive?: boolean
      now: number
      expiresAt: number
    }): Promise<number | 'account-busy' | 'too-many-nonces'> {
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
          const all = await transaction
            .selectFrom('wallet_nonces')
            .select(['chain', 'address', 'request_id', 'nonce', 'count'])
            .where('user_id', '=', userId)
            .execute()
          const ofAccount = all.filter((lease) => lease.chain === chain && lease.address === address)
          const existing = ofAccount.find(({ request_id }) => request_id === requestId)
          const others = ofAccount.filter((lease) => lease !== existing)
          // Only a request that delegates the account holds two: until it is included, nothing may follow it.
          const isAlone = isExclusive || count > 1
          const isBusy = others.some(
            (lease) => lease.nonce + lease.count > latest && (isAlone || lease.count > 1),
          )
          if (isBusy) return 'account-busy'
          const lease =
            existing && existing.count >= count ? { nonce: existing.nonce, count } : { nonce: pending, count }
          const held = all.reduce((sum, { count }) => sum + count, lease.count - (existing?.count ?? 0))
          if (lease.count > (existing?.count ?? 0) && held > maxHeld) return 'too-many-nonces'
          // Two nonces are leased only while nobody holds any, so it is enough to look for one.
          const taken = new Set(others.map(({ nonce }) => nonce))
          while (taken.has(lease.nonce)) lease.nonce += 1
          await transaction
            .insertInto('wallet_nonces')
            .values({
              user_id: userId,
              chain,
              address,
              request_id: requestId,
              ...lease,
              expires_at: expiresAt,
            })
            .onConflict((conflict) =>
              conflict
                .columns(['user_id', 'chain', 'address', 'request_id'])
                .doUpdateSet({ ...lease, expires_at: expiresAt }),
            )
            .execute()
          return lease.nonce
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
