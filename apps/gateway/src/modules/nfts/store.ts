import { createSweep } from '@portico/server'
import type { NftMetadata } from '../../chains/shared/providers/NftMetadata.ts'
import type { Database } from '../../infra/database/openDatabase.ts'

/** Key of an NFT: the contract in lower case, the ID in decimal. */
export type NftKey = { chain: string; token: string; tokenId: string }

export type NftStore = {
  /**
   * Returns the cached metadata; undefined for an unknown NFT. After a failure, do not fetch again before `retryAt`.
   */
  get(
    key: NftKey,
  ): Promise<{ metadata: NftMetadata | undefined; fetchedAt: number; retryAt: number } | undefined>
  put(entry: NftKey & { fetchedAt: number } & NftMetadata): Promise<void>
  /**
   * Claims the fetch of an NFT for this process until a time.
   *
   * @returns the number of failures in a row; undefined if another process has the claim, or it is too early to retry.
   */
  claim(query: NftKey & { now: number; until: number }): Promise<number | undefined>
  /** Blocks the fetch until a time. */
  postpone(query: NftKey & { failures: number; until: number }): Promise<void>
}

const day = 24 * 3_600_000
/** How long metadata is stored after it was fetched, and failures after they could have been retried. */
const keepMs = { metadata: 90 * day, attempts: 7 * day }

/** Creates the store of NFT metadata in SQL. */
export function createNftStore({ database }: { database: Database }): NftStore {
  const sweep = createSweep({
    database,
    intervalMs: day,
    async run(transaction, now) {
      await transaction
        .deleteFrom('nft_metadata')
        .where('fetched_at', '<', now - keepMs.metadata)
        .execute()
      await transaction
        .deleteFrom('nft_attempts')
        .where('retry_at', '<', now - keepMs.attempts)
        .execute()
    },
  })

  return {
    async get({ chain, token, tokenId }) {
      const [cached, attempt] = await Promise.all([
        database
          .selectFrom('nft_metadata')
          .select(['name', 'description', 'image', 'fetched_at'])
          .where('chain', '=', chain)
          .where('contract', '=', token)
          .where('token_id', '=', tokenId)
          .executeTakeFirst(),
        database
          .selectFrom('nft_attempts')
          .select('retry_at')
          .where('chain', '=', chain)
          .where('contract', '=', token)
          .where('token_id', '=', tokenId)
          .executeTakeFirst(),
      ])
      if (!cached && !attempt) return undefined
      return {
        metadata: cached && { name: cached.name, description: cached.description, image: cached.image },
        fetchedAt: cached?.fetched_at ?? 0,
        retryAt: attempt?.retry_at ?? 0,
      }
    },
    async put({ chain, token, tokenId, fetchedAt, name, description, image }) {
      const values = { name, description, image, fetched_at: fetchedAt }
      await database
        .insertInto('nft_metadata')
        .values({ chain, contract: token, token_id: tokenId, ...values })
        .onConflict((conflict) => conflict.columns(['chain', 'contract', 'token_id']).doUpdateSet(values))
        .execute()
      await database
        .deleteFrom('nft_attempts')
        .where('chain', '=', chain)
        .where('contract', '=', token)
        .where('token_id', '=', tokenId)
        .execute()
    },
    async claim({ chain, token, tokenId, now, until }) {
      const row = await database
        .insertInto('nft_attempts')
        .values({ chain, contract: token, token_id: tokenId, failures: 0, retry_at: until })
        .onConflict((conflict) =>
          conflict
            .columns(['chain', 'contract', 'token_id'])
            .doUpdateSet({ retry_at: until })
            .where('nft_attempts.retry_at', '<=', now),
        )
        .returning('failures')
        .executeTakeFirst()
      await sweep(now)
      return row?.failures
    },
    async postpone({ chain, token, tokenId, failures, until }) {
      const values = { failures, retry_at: until }
      await database
        .insertInto('nft_attempts')
        .values({ chain, contract: token, token_id: tokenId, ...values })
        .onConflict((conflict) => conflict.columns(['chain', 'contract', 'token_id']).doUpdateSet(values))
        .execute()
    },
  }
}
