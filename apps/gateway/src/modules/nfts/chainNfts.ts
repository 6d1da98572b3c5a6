import type { CaipNetworkId } from '@portico/protocol'
import type { Nft } from '@portico/protocol/gateway'
import { encodeFunctionData, getAddress, parseAbi } from 'viem/utils'
import { callMany } from '../../chains/evm/chain/callMany.ts'
import type { Indexer } from '../../chains/evm/indexer/Indexer.ts'
import type { IndexStore, SeenNft } from '../../chains/evm/indexer/IndexStore.ts'
import type { Chain, Hex } from '../../chains/shared/Chain.ts'
import type { NftProvider } from '../../chains/shared/providers/NftProvider.ts'
import type { TokenService } from '../tokens/service.ts'
import type { NftMetadataService } from './createNftMetadataService.ts'

const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
])
/** Limit of NFTs checked per account, which bounds the cost of mass airdrops. */
const maxSeen = 2000

/**
 * Creates the provider that lists NFTs from the index: those the account has received, latest first, if the contracts
 * confirm that it still owns them.
 *
 * @throws {UpstreamsFailedError | RpcError} from `page` if the chain cannot be read.
 */
export function chainNfts({
  chains,
  indexers,
  store,
  tokens,
  metadata,
}: {
  chains: ReadonlyMap<CaipNetworkId, Chain>
  indexers: ReadonlyMap<string, Indexer>
  store: Pick<IndexStore, 'seenNfts'>
  tokens: TokenService
  metadata: NftMetadataService
}): NftProvider {
  async function filterOwned(chain: Chain, account: string, seen: readonly SeenNft[], deadline: number) {
    const answers = await callMany({
      chain,
      calls: seen.map(({ token, tokenId, standard }) => ({
        target: getAddress(token),
        data:
          standard === 'erc721'
            ? encodeFunctionData({ abi, functionName: 'ownerOf', args: [BigInt(tokenId)] })
            : encodeFunctionData({ abi, functionName: 'balanceOf', args: [account as Hex, BigInt(tokenId)] }),
      })),
      deadline,
    })
    return seen.flatMap((nft, index) => {
      const answer = answers[index]
      if (answer?.length !== 66) return []
      if (nft.standard === 'erc721')
        return answer.slice(-40).toLowerCase() === account.slice(2) ? [{ nft, quantity: '1' }] : []
      return BigInt(answer) > 0n ? [{ nft, quantity: BigInt(answer).toString() }] : []
    })
  }

  return {
    id: 'chain',
    serves: (chain) => chains.has(chain),
    cost: 1,
    rate: null,
    async page({ chain: id, account, limit, cursor, deadline }) {
      const chain = chains.get(id) as Chain
      await indexers.get(id)?.readTransfers({ account, deadline })
      const all = await store.seenNfts({ chain: id, account, limit: maxSeen })
      // The cursor is the last NFT returned, not an offset: NFTs received meanwhile come before it and shift nothing.
      const seen = cursor === undefined ? all : all.filter((nft) => isAfterCursor(nft, cursor))
      const owned = await filterOwned(chain, account, seen, deadline)
      const page = owned.slice(0, limit)
      const nfts = page.map(({ nft }) => nft)
      const [collections, descriptions] = await Promise.all([
        tokens.describe({ chain, addresses: [...new Set(nfts.map(({ token }) => token))], deadline }),
        metadata.describe({ chain, nfts, deadline }),
      ])
      const data = page.map(({ nft: { token, tokenId, standard }, quantity }): Nft => {
        const collection = collections.get(token)
        const description = descriptions.get(`${token}/${tokenId}`)
        const contractAddress = `${id}:${getAddress(token)}`
        return {
          id: `${contractAddress}/${tokenId}`,
          chainId: id,
          contractAddress,
          tokenId,
          standard,
          name: description?.name ?? `${collection?.name ?? 'NFT'} #${tokenId}`,
          description: description?.description ?? null,
          collection: { name: collection?.name ?? '', symbol: collection?.symbol ?? '' },
          image: description?.image ?? null,
          quantity,
        }
      })
      const last = page.at(-1)?.nft
      return { data, next: owned.length > limit && last ? cursorOf(last) : null }
    },
  }
}

/** The cursor of an NFT. The list is ordered by the block of receipt (latest first), contract and ID. */
const cursorOf = ({ latest, token, tokenId }: SeenNft): string => `${latest} ${token} ${tokenId}`

function isAfterCursor(nft: SeenNft, place: string): boolean {
  const [block = '', token = '', tokenId = ''] = place.split(' ')
  if (nft.latest !== Number(block)) return nft.latest < Number(block)
  if (nft.token !== token) return nft.token > token
  return nft.tokenId > tokenId
}
