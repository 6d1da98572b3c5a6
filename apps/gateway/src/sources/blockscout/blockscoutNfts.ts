import type { Nft } from '@portico/protocol/gateway'
import { getAddress } from 'viem/utils'
import type { NftProvider } from '../../chains/shared/providers/NftProvider.ts'
import { cleanText } from '../../infra/text/cleanText.ts'
import type { BlockscoutClient } from './createBlockscoutClient.ts'
import { nftsAnswer } from './schemas.ts'

/**
 * Provides NFTs from Blockscout, in pages of its size. Leaves out images: they are on third-party servers, which would
 * learn the visitors' IP addresses.
 */
export function blockscoutNfts({ client }: { client: BlockscoutClient }): NftProvider {
  return {
    id: 'blockscout',
    serves: client.serves,
    cost: 1,
    rate: 5,
    async page({ chain, account, cursor, deadline }) {
      const search = { type: 'ERC-721,ERC-1155', ...readCursor(cursor) }
      const path = `/addresses/${account}/nft`
      const { items, next_page_params: next } = await client.get({
        chain,
        path,
        search,
        schema: nftsAnswer,
        deadline,
      })
      const data = items.flatMap(({ id, token, token_type, value, metadata }): Nft[] => {
        const address = token.address_hash ?? token.address
        if (!address) return []
        const contractAddress = `${chain}:${getAddress(address)}`
        const collection = cleanText(token.name ?? '', 120)
        return [
          {
            id: `${contractAddress}/${id}`,
            chainId: chain,
            contractAddress,
            tokenId: id,
            standard: (token_type ?? token.type) === 'ERC-1155' ? 'erc1155' : 'erc721',
            name: cleanText(metadata?.name ?? '', 120) || `${collection || 'NFT'} #${id}`,
            description: cleanText(metadata?.description ?? '', 1000) || null,
            collection: { name: collection, symbol: cleanText(token.symbol ?? '', 32) },
            image: null,
            quantity: value ?? '1',
          },
        ]
      })
      return { data, next: next ? Buffer.from(JSON.stringify(next)).toString('base64url') : null }
    },
  }
}

/**
 * Parses a cursor into Blockscout's page parameters. Clients can forge it, so only strings and numbers are forwarded.
 */
function readCursor(cursor: string | undefined): Record<string, string | number> {
  if (cursor === undefined) return {}
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Object.fromEntries(
      Object.entries(read as object).filter(([, value]) => ['string', 'number'].includes(typeof value)),
    )
  } catch {
    return {}
  }
}
