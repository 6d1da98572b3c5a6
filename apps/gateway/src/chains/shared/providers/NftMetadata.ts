/** The sanitised metadata of an NFT. `image` is a URI with the scheme `data:`, `https:`, `http:`, `ipfs:` or `ar:`. */
export type NftMetadata = { name: string | null; description: string | null; image: string | null }

/** Reads the metadata of NFTs, from the cache or from the URIs that `readUris` returns. */
export type NftMetadataReader = {
  /** Returns the known metadata by `token/tokenId`. */
  describeFrom<Id extends { token: string; tokenId: string }>(query: {
    chain: string
    nfts: readonly Id[]
    /** The metadata URI of each NFT whose metadata is not cached. */
    readUris: (unknown: readonly Id[]) => Promise<(string | undefined)[]>
    /** Epoch milliseconds. */
    deadline?: number | undefined
  }): Promise<Map<string, NftMetadata>>
}
