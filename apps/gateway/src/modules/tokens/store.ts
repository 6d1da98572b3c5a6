import { createSweep } from '@portico/server'
import type { Database } from '../../infra/database/openDatabase.ts'

/** The metadata of a token contract. A field is null if the contract returned nothing, or an invalid value. */
export type TokenMetadata = { name: string | null; symbol: string | null; decimals: number | null }

export type TokenStore = {
  /** Returns metadata by lower-case address, if it was fetched at or after `since` (milliseconds since the epoch). */
  get(query: {
    chain: string
    addresses: readonly string[]
    since: number
  }): Promise<Map<string, TokenMetadata>>
  put(entry: { chain: string; address: string; fetchedAt: number } & TokenMetadata): Promise<void>
}

const day = 24 * 3_600_000
/** Older metadata is read again anyway. */
const keepMs = 30 * day

/** Creates the store of token metadata in SQL. */
export function createTokenStore({ database }: { database: Database }): TokenStore {
  const sweep = createSweep({
    database,
    intervalMs: day,
    run: (transaction, now) =>
      transaction
        .deleteFrom('tokens')
        .where('fetched_at', '<', now - keepMs)
        .execute(),
  })

  return {
    async get({ chain, addresses, since }) {
      const found = new Map<string, TokenMetadata>()
      for (let start = 0; start < addresses.length; start += 500) {
        const rows = await database
          .selectFrom('tokens')
          .select(['address', 'name', 'symbol', 'decimals'])
          .where('chain', '=', chain)
          .where('address', 'in', addresses.slice(start, start + 500))
          .where('fetched_at', '>=', since)
          .execute()
        for (const { address, ...metadata } of rows) found.set(address, metadata)
      }
      return found
    },
    async put({ chain, address, name, symbol, decimals, fetchedAt }) {
      const values = { name, symbol, decimals, fetched_at: fetchedAt }
      await database
        .insertInto('tokens')
        .values({ chain, address, ...values })
        .onConflict((conflict) => conflict.columns(['chain', 'address']).doUpdateSet(values))
        .execute()
      await sweep(fetchedAt)
    },
  }
}
