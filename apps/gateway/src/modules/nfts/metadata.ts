import { encodeFunctionData, getAddress, hexToBytes, parseAbi } from 'viem/utils'
import type { Chain } from '../../chain/Chain.ts'
import { type ContractAnswer, callMany } from '../../chain/callMany.ts'
import type { SeenNft } from '../../indexer/store.ts'
import { readNftMetadata } from './readNftMetadata.ts'
import type { NftMetadata, NftStore } from './store.ts'

export type NftMetadataService = {
  /** Name and picture, by `token/tokenId`. Read once a day. */
  describe(query: {
    chain: Chain
    nfts: readonly SeenNft[]
    deadline: number
  }): Promise<Map<string, NftMetadata>>
}

const abi = parseAbi([
  'function tokenURI(uint256 id) view returns (string)',
  'function uri(uint256 id) view returns (string)',
])
const day = 24 * 3_600_000
const maxUri = 2 * 1024 * 1024

/** Metadata of NFTs from their contracts. */
export function createNftMetadataService({
  store,
  now = Date.now,
}: {
  store: NftStore
  now?: () => number
}): NftMetadataService {
  return {
    async describe({ chain, nfts, deadline }) {
      const found = new Map<string, NftMetadata>()
      const unknown = new Map<string, SeenNft>()
      for (const nft of nfts) {
        const key = `${nft.token}/${nft.tokenId}`
        if (found.has(key) || unknown.has(key)) continue
        const known = await store.get({ chain: chain.id, ...nft, since: now() - day })
        if (known) found.set(key, known)
        else unknown.set(key, nft)
      }
      const wanted = [...unknown.values()]
      const answers = await callMany({
        chain,
        calls: wanted.map(({ token, tokenId, standard }) => ({
          target: getAddress(token),
          data: encodeFunctionData({
            abi,
            functionName: standard === 'erc721' ? 'tokenURI' : 'uri',
            args: [BigInt(tokenId)],
          }),
        })),
        deadline,
      })
      const isInTime = Date.now() < deadline
      for (const [index, nft] of wanted.entries()) {
        const metadata = readNftMetadata(readUri(answers[index], nft))
        found.set(`${nft.token}/${nft.tokenId}`, metadata)
        // What was not answered in time says nothing about the contract.
        if (!isInTime) continue
        await store.put({
          chain: chain.id,
          token: nft.token,
          tokenId: nft.tokenId,
          fetchedAt: now(),
          ...metadata,
        })
      }
      return found
    },
  }
}

/** The string a contract answered, with the place for the id filled in (ERC-1155). */
function readUri(answer: ContractAnswer, { tokenId, standard }: SeenNft): string | undefined {
  if (answer === undefined || answer.length > maxUri * 2) return undefined
  const bytes = hexToBytes(answer)
  if (bytes.length < 64) return undefined
  const length = Number(BigInt(`0x${Buffer.from(bytes.subarray(32, 64)).toString('hex')}`))
  if (bytes[31] !== 32 || !(length <= bytes.length - 64)) return undefined
  const uri = Buffer.from(bytes.subarray(64, 64 + length)).toString('utf8')
  if (standard === 'erc721') return uri
  return uri.replaceAll('{id}', BigInt(tokenId).toString(16).padStart(64, '0'))
}
