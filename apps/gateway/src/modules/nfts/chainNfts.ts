import type { CaipNetworkId } from '@portico/protocol'
import type { Nft } from '@portico/protocol/gateway'
import { encodeFunctionData, getAddress, parseAbi } from 'viem/utils'
import type { Chain, Hex } from '../../chain/Chain.ts'
import { callMany } from '../../chain/callMany.ts'
import type { Indexer } from '../../indexer/createIndexer.ts'
import type { IndexStore, SeenNft } from '../../indexer/store.ts'
import type { NftProvider } from '../../providers/NftProvider.ts'
import type { TokenService } from '../tokens/service.ts'
import type { NftMetadataService } from './metadata.ts'

const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
])
/** More than this nobody looks through; it also bounds what airdrops can cost. */
const maxSeen = 2000

/**
 * NFTs out of the index: what the account has received, latest first, as far as the contracts say that it still has it.
 *
 * @throws {UpstreamsFailedError | RpcError} from `page` if the chain cannot be asked.
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
  async function held(chain: Chain, account: string, seen: readonly SeenNft[], deadline: number) {
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
      // By what was given out last, not by a count: what is received meanwhile comes before it, and moves nothing.
      const seen = cursor === undefined ? all : all.filter((nft) => isAfter(nft, cursor))
      const owned = await held(chain, account, seen, deadline)
      const page = owned.slice(0, limit)
      const nfts = page.map(({ nft }) => nft)
      const [collections, descriptions] = await Promise.all([
        tokens.describe({ chain, addresses: [...new Set(nfts.map(({ token }) => token))], deadline }),
        metadata.describe({ chain, nfts, deadline }),
      ])
      const data = page.map(({ nft: { token, tokenId, standard }, quantity }): Nft => {
        const collection = collections.get(token)
        const said = descriptions.get(`${token}/${tokenId}`)
        const contractAddress = `${id}:${getAddress(token)}`
        return {
          id: `${contractAddress}/${tokenId}`,
          chainId: id,
          contractAddress,
          tokenId,
          standard,
          name: said?.name ?? `${collection?.name ?? 'NFT'} #${tokenId}`,
          description: said?.description ?? null,
          collection: { name: collection?.name ?? '', symbol: collection?.symbol ?? '' },
          image: said?.image ?? null,
          quantity,
        }
      })
      const last = page.at(-1)?.nft
      return { data, next: owned.length > limit && last ? placeOf(last) : null }
    },
  }
}

/** The order of the list: latest received first, then by contract and id. */
const placeOf = ({ latest, token, tokenId }: SeenNft): string => `${latest} ${token} ${tokenId}`

function isAfter(nft: SeenNft, place: string): boolean {
  const [block = '', token = '', tokenId = ''] = place.split(' ')
  if (nft.latest !== Number(block)) return nft.latest < Number(block)
  if (nft.token !== token) return nft.token > token
  return nft.tokenId > tokenId
}
