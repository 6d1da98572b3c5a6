import type { CaipNetworkId } from '@portico/protocol'
import { encodeFunctionData, getAddress, parseAbi } from 'viem/utils'
import type { ContractAnswer } from '../../chains/evm/chain/ContractCall.ts'
import type { Chain, Hex } from '../../chains/shared/Chain.ts'
import type { SafeFetch } from '../../infra/egress/createSafeFetch.ts'
import type { ContentGateways } from '../../infra/egress/toWebUrls.ts'
import type { ImageService } from '../images/service.ts'
import { fetchNftMetadata } from '../nfts/fetchNftMetadata.ts'
import { readInlineMetadata } from '../nfts/readNftMetadata.ts'
import { readTokenUri, type TokenId, tokenUriCall } from '../nfts/readTokenUri.ts'

export type Avatars = {
  /**
   * Resolves an avatar record to an image that a page can show: a small `data:` URI or a signed path of this gateway.
   * Resolves to null if there is no image, it cannot be read, or it is an NFT that `owner` does not hold.
   *
   * @throws {RpcError | UpstreamsFailedError} if the chain of an NFT cannot be read.
   */
  resolve(query: { uri: string; owner: string; deadline?: number | undefined }): Promise<string | null>
}

const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
])
const maxTokenId = 2n ** 256n

/**
 * Creates the resolver of avatar records (ENSIP-12): a URL, an IPFS or Arweave URI, a `data:` URI, or an NFT that the
 * owner of the name holds.
 *
 * @see https://docs.ens.domains/ensip/12
 */
export function createAvatars({
  chains,
  images,
  safeFetch,
  gateways,
}: {
  chains: ReadonlyMap<CaipNetworkId, Chain>
  images: Pick<ImageService, 'present'>
  safeFetch: SafeFetch
  gateways: ContentGateways
}): Avatars {
  async function fromNft(
    { chain, token, ...nft }: NftReference & { chain: Chain },
    owner: string,
    deadline: number | undefined,
  ): Promise<string | null> {
    const call = (data: Hex) => callContract(chain, getAddress(token), data, deadline)
    const [ownership, tokenUri] = await Promise.all([
      call(
        nft.standard === 'erc721'
          ? encodeFunctionData({ abi, functionName: 'ownerOf', args: [BigInt(nft.tokenId)] })
          : encodeFunctionData({
              abi,
              functionName: 'balanceOf',
              args: [getAddress(owner), BigInt(nft.tokenId)],
            }),
      ),
      call(tokenUriCall(nft)),
    ])
    if (ownership?.length !== 66) return null
    // Show an NFT only while the owner of the name holds it.
    const holds =
      nft.standard === 'erc721'
        ? ownership.slice(-40).toLowerCase() === owner.slice(2).toLowerCase()
        : BigInt(ownership) > 0n
    const uri = holds ? readTokenUri(tokenUri, nft) : undefined
    if (uri === undefined) return null
    const metadata = /^data:/i.test(uri)
      ? readInlineMetadata(uri)
      : await fetchNftMetadata({ uri, safeFetch, gateways })
    return metadata?.image ? images.present(metadata.image) : null
  }

  return {
    async resolve({ uri, owner, deadline }) {
      const text = uri.trim()
      if (/^data:/i.test(text))
        return /^data:image\/[a-z0-9.+-]{1,40};base64,[a-z0-9+/=]+$/i.test(text) ? images.present(text) : null
      const nft = readNftReference(text)
      if (!nft) return images.present(text)
      const chain = chains.get(nft.chainId)
      return chain ? fromNft({ ...nft, chain }, owner, deadline) : null
    },
  }
}

type NftReference = TokenId & { chainId: CaipNetworkId; token: string }

/** Parses an NFT reference such as `eip155:1/erc721:0x…/123` (CAIP-22, CAIP-29). */
function readNftReference(text: string): NftReference | undefined {
  const match = /^eip155:(\d{1,20})\/(erc721|erc1155):(0x[0-9a-f]{40})\/(\d{1,78})$/i.exec(text)
  if (!match) return undefined
  const [, reference, standard = '', token = '', tokenId = '0'] = match
  if (BigInt(tokenId) >= maxTokenId) return undefined
  return {
    chainId: `eip155:${reference}`,
    standard: standard.toLowerCase() as TokenId['standard'],
    token: token.toLowerCase(),
    tokenId,
  }
}

async function callContract(
  chain: Chain,
  to: string,
  data: Hex,
  deadline: number | undefined,
): Promise<ContractAnswer> {
  const [result] = await chain.requestMany([{ method: 'eth_call', params: [{ to, data }, 'latest'] }], {
    deadline,
  })
  // A contract that reverts has no such NFT.
  return typeof result === 'string' && /^0x[0-9a-f]*$/i.test(result) && result !== '0x'
    ? (result as Hex)
    : undefined
}
