import type { CaipNetworkId } from '@portico/protocol'
import type { Nft } from '@portico/protocol/gateway'
import type { Chain } from '../../chains/shared/Chain.ts'
import type { NftProvider } from '../../chains/shared/providers/NftProvider.ts'
import type { NftMetadataService } from './createNftMetadataService.ts'

/** Wraps a provider for EVM chains and adds missing images from the contracts' metadata. */
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
      // Images are optional: on failure, return the list without them.
      const descriptions = await metadata.describe({ chain, nfts, deadline }).catch(() => undefined)
      return data.map((nft) => ({ ...nft, image: nft.image ?? descriptions?.get(keyOf(nft))?.image ?? null }))
    },
  }
}

function keyOf({ contractAddress, tokenId }: Nft): string {
  return `${contractAddress.slice(contractAddress.lastIndexOf(':') + 1).toLowerCase()}/${tokenId}`
}
