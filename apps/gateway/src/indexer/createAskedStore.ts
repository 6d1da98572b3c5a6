import { inTransaction } from '@portico/server'
import type { Database } from '../database/openDatabase.ts'
import { coinsOf, everyone } from './store.ts'

export type AskedStore = {
  /** Remembers that somebody asked for an account. */
  touch(entry: { account: string; at: number }): Promise<void>
  /**
   * Forgets what was indexed for accounts nobody asked for since a time, at most `limit` of them. What they share with
   * others stays with those.
   *
   * @returns how many accounts were forgotten.
   */
  evict(query: { before: number; limit: number }): Promise<number>
}

/** When accounts were asked for, in SQL. */
export function createAskedStore({ database }: { database: Database }): AskedStore {
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
          const scopes = accounts.flatMap((account) => [account, coinsOf(account)])
          await transaction.deleteFrom('intervals').where('scope', 'in', scopes).execute()
          // Chains read block by block keep everybody's transactions: nobody would read them again.
          const whole = transaction.selectFrom('intervals').select('chain').where('scope', '=', everyone)
          const asked = transaction.selectFrom('asked_accounts').select('account')
          for (const table of ['transfers', 'coin_transfers', 'transactions'] as const)
            for (const [party, other] of [
              ['sender', 'recipient'],
              ['recipient', 'sender'],
            ] as const)
              await transaction
                .deleteFrom(table)
                .where(party, 'in', accounts)
                .where((where) => where.or([where(other, 'is', null), where(other, 'not in', asked)]))
                .$if(table === 'transactions', (query) => query.where('chain', 'not in', whole))
                .execute()
          return accounts.length
        },
      }),
  }
}
