import { inTransaction } from '@portico/server'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { coinScope, wholeChain } from './scopes.ts'

/** Stores when each account was last requested. */
export type LastRequestStore = {
  /** Stores the time of a request for an account (epoch milliseconds). */
  touch(entry: { account: string; at: number }): Promise<void>
  /**
   * Deletes the index data of up to `limit` accounts that were not requested since `before`. Transfers to or from other
   * requested accounts stay.
   *
   * @returns the number of accounts.
   */
  evict(query: { before: number; limit: number }): Promise<number>
}

/** Creates the store in SQL. */
export function createLastRequestStore({ database }: { database: Database }): LastRequestStore {
  return {
    async touch({ account, at }) {
      await database
        .insertInto('asked_accounts')
        .values({ account, asked_at: at })
        .onConflict((conflict) => conflict.column('account').doUpdateSet({ asked_at: at }))
        .execute()
    },
    evict: ({ before, limit }) =>
      inTransaction({
        database,
        locks: [{ key: 'index eviction' }],
        run: async (transaction) => {
          const stale = await transaction
            .selectFrom('asked_accounts')
            .select('account')
            .where('asked_at', '<', before)
            .limit(limit)
            .execute()
          const accounts = stale.map(({ account }) => account)
          if (accounts.length === 0) return 0
          await transaction
            .deleteFrom('asked_accounts')
            .where('account', 'in', accounts)
            .where('asked_at', '<', before)
            .execute()
          const scopes = accounts.flatMap((account) => [account, coinScope(account)])
          await transaction.deleteFrom('intervals').where('scope', 'in', scopes).execute()
          // Keep the transactions of chains that are read block by block: their blocks would not be read again.
          const wholeChains = transaction
            .selectFrom('intervals')
            .select('chain')
            .where('scope', '=', wholeChain)
          const requested = transaction.selectFrom('asked_accounts').select('account')
          for (const table of ['transfers', 'coin_transfers', 'transactions'] as const)
            for (const [party, other] of [
              ['sender', 'recipient'],
              ['recipient', 'sender'],
            ] as const)
              await transaction
                .deleteFrom(table)
                .where(party, 'in', accounts)
                .where((where) => where.or([where(other, 'is', null), where(other, 'not in', requested)]))
                .$if(table === 'transactions', (query) => query.where('chain', 'not in', wholeChains))
                .execute()
          await transaction.deleteFrom('user_operations').where('sender', 'in', accounts).execute()
          return accounts.length
        },
      }),
  }
}
