import type { Nft } from '@portico/protocol/gateway'
import { encodeFunctionData, getAddress, parseAbi } from 'viem/utils'
import type { Chain, Hex } from '../../chain/Chain.ts'
import { callMany } from '../../chain/callMany.ts'
import type { Indexer } from '../../indexer/createIndexer.ts'
import type { IndexStore, SeenNft } from '../../indexer/store.ts'
import type { TokenService } from '../tokens/service.ts'
import type { NftMetadataService } from './metadata.ts'

export type NftService = {
  /**
   * The NFTs an account holds on a chain, latest received first.
   *
   * @throws {UpstreamsFailedError | RpcError} if the chain cannot be asked.
   */
  page(query: {
    chain: Chain
    account: string
    limit: number
    offset: number
    deadline: number
  }): Promise<{ data: Nft[]; next: number | null }>
}

const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
])
/** More than this nobody looks through; it also bounds what airdrops can cost. */
const maxSeen = 2000

/** NFTs out of the index: what the account has received, as far as the contracts say that it still has it. */
export function createNftService({
  indexers,
  store,
  tokens,
  metadata,
}: {
  indexers: ReadonlyMap<string, Indexer>
  store: IndexStore
  tokens: TokenService
  metadata: NftMetadataService
}): NftService {
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
    async page({ chain, account, limit, offset, deadline }) {
      await indexers.get(chain.id)?.readTransfers({ account, deadline })
      const seen = await store.seenNfts({ chain: chain.id, account, limit: maxSeen })
      const owned = await held(chain, account, seen, deadline)
      const page = owned.slice(offset, offset + limit)
      const nfts = page.map(({ nft }) => nft)
      const [collections, descriptions] = await Promise.all([
        tokens.describe({ chain, addresses: [...new Set(nfts.map(({ token }) => token))], deadline }),
        metadata.describe({ chain, nfts, deadline }),
      ])
      const data = page.map(({ nft: { token, tokenId, standard }, quantity }): Nft => {
        const collection = collections.get(token)
        const said = descriptions.get(`${token}/${tokenId}`)
        const contractAddress = `${chain.id}:${getAddress(token)}`
        return {
          id: `${contractAddress}/${tokenId}`,
          chainId: chain.id,
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
      return { data, next: owned.length > offset + limit ? offset + limit : null }
    },
  }
}
