import type { Database } from '../../database/openDatabase.ts'

/** What an NFT says of itself, cleaned. */
export type NftMetadata = { name: string | null; description: string | null; image: string | null }

export type NftStore = {
  get(query: {
    chain: string
    token: string
    tokenId: string
    since: number
  }): Promise<NftMetadata | undefined>
  put(
    entry: { chain: string; token: string; tokenId: string; fetchedAt: number } & NftMetadata,
  ): Promise<void>
}

/** NFT metadata in SQL. */
export function createNftStore({ database }: { database: Database }): NftStore {
  return {
    async get({ chain, token, tokenId, since }) {
      return database
        .selectFrom('nft_metadata')
        .select(['name', 'description', 'image'])
        .where('chain', '=', chain)
        .where('contract', '=', token)
        .where('token_id', '=', tokenId)
        .where('fetched_at', '>=', since)
        .executeTakeFirst()
    },
    async put({ chain, token, tokenId, fetchedAt, name, description, image }) {
      const values = { name, description, image, fetched_at: fetchedAt }
      await database
        .insertInto('nft_metadata')
        .values({ chain, contract: token, token_id: tokenId, ...values })
        .onConflict((conflict) => conflict.columns(['chain', 'contract', 'token_id']).doUpdateSet(values))
        .execute()
    },
  }
}
