import * as z from 'zod/mini'

/**
 * An NFT. `contractAddress` is CAIP-10. For `metaplex`, both `contractAddress` and `tokenId` are the mint. `image` is
 * a `data:` URL, a path of this gateway, or null.
 */
export const nft = z.object({
  id: z.string(),
  chainId: z.string(),
  contractAddress: z.string(),
  tokenId: z.string(),
  standard: z.enum(['erc721', 'erc1155', 'metaplex']),
  name: z.string(),
  description: z.nullable(z.string()),
  collection: z.object({ name: z.string(), symbol: z.string() }),
  image: z.nullable(z.string()),
  quantity: z.string(),
})
export type Nft = z.infer<typeof nft>

/** `GET /v1/account/{caip10}/nfts` */
export const nftsResponse = z.object({ data: z.array(nft), next: z.nullable(z.string()) })
export type NftsResponse = z.infer<typeof nftsResponse>
