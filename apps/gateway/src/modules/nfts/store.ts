import type { Database } from '../../database/openDatabase.ts'

/**
 * What an NFT says of itself, cleaned. `image` is a `data:` URI or the address of a picture: `https:`, `http:`, `ipfs:`
 * or `ar:`.
 */
export type NftMetadata = { name: string | null; description: string | null; image: string | null }

/** One NFT: the contract in lower case, the id decimal. */
export type NftKey = { chain: string; token: string; tokenId: string }

export type NftStore = {
  /** Undefined if the NFT has never been heard of; `retryAt` is when its metadata may be fetched again after a failure. */
  get(
    key: NftKey,
  ): Promise<{ metadata: NftMetadata | undefined; fetchedAt: number; retryAt: number } | undefined>
  put(entry: NftKey & { fetchedAt: number } & NftMetadata): Promise<void>
  /**
   * Takes the fetching of an NFT for this process until a time.
   *
   * @returns how often it has failed in a row; undefined if another process has it, or it is not time yet.
   */
  claim(query: NftKey & { now: number; until: number }): Promise<number | undefined>
  /** Nobody fetches it until that time. */
  postpone(query: NftKey & { failures: number; until: number }): Promise<void>
}

/** NFT metadata in SQL. */
export function createNftStore({ database }: { database: Database }): NftStore {
  return {
    async get({ chain, token, tokenId }) {
      const [known, attempt] = await Promise.all([
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
      if (!known && !attempt) return undefined
      return {
        metadata: known && { name: known.name, description: known.description, image: known.image },
        fetchedAt: known?.fetched_at ?? 0,
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
