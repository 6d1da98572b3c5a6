import type { CaipNetworkId } from '@portico/protocol'
import type { Nft } from '@portico/protocol/gateway'
import type { NftMetadataService } from '../../modules/nfts/metadata.ts'
import type { NftProvider } from '../../providers/NftProvider.ts'
import type { MintReader } from './createMintReader.ts'
import type { SolanaClient } from './createSolanaClient.ts'
import { readTokenAccounts, sumByMint } from './readTokenAccounts.ts'
import { shortAddress } from './shortAddress.ts'

/** More than this nobody looks through; it also bounds what airdrops can cost. */
const maxHeld = 2000

/** NFTs from Solana nodes: mints of which there is one and that cannot be divided, in the order of their addresses. */
export function solanaNfts({
  clients,
  mints,
  metadata,
}: {
  clients: ReadonlyMap<CaipNetworkId, SolanaClient>
  mints: MintReader
  metadata: Pick<NftMetadataService, 'describeFrom'>
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
      const said = await mints.read({ client, mints: held, deadline })
      const left = held.filter((mint) => said.get(mint)?.isNft && mint > cursor)
      const page = left.slice(0, limit)
      const collections = page.flatMap((mint) => said.get(mint)?.collection ?? [])
      const [families, descriptions] = await Promise.all([
        mints.read({ client, mints: collections, deadline }),
        metadata.describeFrom({
          chain,
          nfts: page.map((mint) => ({ token: mint, tokenId: mint })),
          readUris: async (nfts) => nfts.map(({ token }) => said.get(token)?.uri),
        }),
      ])
      const data = page.map((mint): Nft => {
        const own = said.get(mint)
        const { name, description, image } = descriptions.get(`${mint}/${mint}`) ?? {}
        const collection = families.get(own?.collection ?? '')
        return {
          id: `${chain}:${mint}/${mint}`,
          chainId: chain,
          contractAddress: `${chain}:${mint}`,
          tokenId: mint,
          standard: 'metaplex',
          // What stands on the chain before what stands elsewhere.
          name: own?.name || name || shortAddress(mint),
          description: description ?? null,
          collection: { name: collection?.name ?? '', symbol: collection?.symbol || own?.symbol || '' },
          image: image ?? null,
          quantity: '1',
        }
      })
      return { data, next: left.length > limit ? (page.at(-1) ?? null) : null }
    },
  }
}
