import type { CaipNetworkId } from '@portico/protocol'
import type { Nft } from '@portico/protocol/gateway'
import type { Chain } from '../../chain/Chain.ts'
import type { NftProvider } from '../../providers/NftProvider.ts'
import type { NftMetadataService } from './metadata.ts'

/** A provider for EVM chains that asks the contracts for the pictures it has none of. */
export function withContractPictures({
  provider,
  chains,
  metadata,
}: {
  provider: NftProvider
  chains: ReadonlyMap<CaipNetworkId, Chain>
  metadata: Pick<NftMetadataService, 'describe'>
}): NftProvider {
  return {
    ...provider,
    async complete({ chain: id, data, deadline }) {
      const chain = chains.get(id)
      const nfts = data.flatMap((nft) => {
        const { tokenId, standard, image } = nft
        const [token = ''] = keyOf(nft).split('/')
        return image !== null || standard === 'metaplex' ? [] : { token, tokenId, standard }
      })
      if (!chain || nfts.length === 0) return [...data]
      // Pictures are an extra: the list is shown without them.
      const said = await metadata.describe({ chain, nfts, deadline }).catch(() => undefined)
      return data.map((nft) => ({ ...nft, image: nft.image ?? said?.get(keyOf(nft))?.image ?? null }))
    },
  }
}

function keyOf({ contractAddress, tokenId }: Nft): string {
  return `${contractAddress.slice(contractAddress.lastIndexOf(':') + 1).toLowerCase()}/${tokenId}`
}
