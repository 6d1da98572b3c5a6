import type { CaipNetworkId } from '@portico/protocol'
import type { Nft } from '@portico/protocol/gateway'
import type { NftMetadataReader } from '../shared/providers/NftMetadata.ts'
import type { NftProvider } from '../shared/providers/NftProvider.ts'
import type { MintReader } from './createMintReader.ts'
import type { SolanaClient } from './createSolanaClient.ts'
import { readTokenAccounts, sumByMint } from './readTokenAccounts.ts'
import { shortAddress } from './shortAddress.ts'

/** Limits the work that airdropped NFTs can cause. */
const maxHeld = 2000

/** Provides NFTs from Solana upstreams: mints with a supply of one and no decimals, sorted by address. */
export function solanaNfts({
  clients,
  mints,
  metadata,
}: {
  clients: ReadonlyMap<CaipNetworkId, SolanaClient>
  mints: MintReader
  metadata: NftMetadataReader
}): NftProvider {
  return {
    id: 'solana',
    serves: (chain) => clients.has(chain),
    cost: 1,
    rate: null,
    async page({ chain, account, limit, cursor = '', deadline }) {
      const client = clients.get(chain) as SolanaClient
      const held = sumByMint(await readTokenAccounts({ client, owner: account, deadline }))
        .filter(({ decimals, amount }) => decimals === 0 && amount === 1n)
        .map(({ mint }) => mint)
        .sort()
        .slice(0, maxHeld)
      const metadataOf = await mints.read({ client, mints: held, deadline })
      const remaining = held.filter((mint) => metadataOf.get(mint)?.isNft && mint > cursor)
      const page = remaining.slice(0, limit)
      const collections = page.flatMap((mint) => metadataOf.get(mint)?.collection ?? [])
      const [collectionMints, descriptions] = await Promise.all([
        mints.read({ client, mints: collections, deadline }),
        metadata.describeFrom({
          chain,
          nfts: page.map((mint) => ({ token: mint, tokenId: mint })),
          readUris: async (nfts) => nfts.map(({ token }) => metadataOf.get(token)?.uri),
        }),
      ])
      const data = page.map((mint): Nft => {
        const own = metadataOf.get(mint)
        const { name, description, image } = descriptions.get(`${mint}/${mint}`) ?? {}
        const collection = collectionMints.get(own?.collection ?? '')
        return {
          id: `${chain}:${mint}/${mint}`,
          chainId: chain,
          contractAddress: `${chain}:${mint}`,
          tokenId: mint,
          standard: 'metaplex',
          // On-chain metadata takes precedence over the document at the URI.
          name: own?.name || name || shortAddress(mint),
          description: description ?? null,
          collection: { name: collection?.name ?? '', symbol: collection?.symbol || own?.symbol || '' },
          image: image ?? null,
          quantity: '1',
        }
      })
      return { data, next: remaining.length > limit ? (page.at(-1) ?? null) : null }
    },
  }
}
