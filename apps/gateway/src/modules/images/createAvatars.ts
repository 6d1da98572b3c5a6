import type { CaipNetworkId } from '@portico/protocol'
import { encodeFunctionData, getAddress, parseAbi } from 'viem/utils'
import type { Chain, Hex } from '../../chain/Chain.ts'
import type { ContractAnswer } from '../../chain/callMany.ts'
import type { SafeFetch } from '../../egress/createSafeFetch.ts'
import type { ContentGateways } from '../../egress/toWebUrls.ts'
import { fetchNftMetadata } from '../nfts/fetchNftMetadata.ts'
import { readInlineMetadata } from '../nfts/readNftMetadata.ts'
import { readTokenUri, type TokenId, tokenUriCall } from '../nfts/readTokenUri.ts'
import type { ImageService } from './service.ts'

export type Avatars = {
  /**
   * The picture of a name, out of its avatar record, as a page can show it: a small `data:` URI or a signed path of this
   * gateway. Null if there is none, it cannot be read, or it is an NFT that `owner` does not have.
   *
   * @throws {RpcError | UpstreamsFailedError} if the chain of an NFT cannot be asked.
   */
  resolve(query: { uri: string; owner: string; deadline?: number | undefined }): Promise<string | null>
}

const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
])
const maxTokenId = 2n ** 256n

/**
 * Avatars of names (ENSIP-12): on the web, of IPFS or Arweave, inside the record, or an NFT the owner of the name holds.
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
    const call = (data: Hex) => ask(chain, getAddress(token), data, deadline)
    const [owned, located] = await Promise.all([
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
    if (owned?.length !== 66) return null
    // Whoever has sold it does not wear it any longer.
    const holds =
      nft.standard === 'erc721'
        ? owned.slice(-40).toLowerCase() === owner.slice(2).toLowerCase()
        : BigInt(owned) > 0n
    const uri = holds ? readTokenUri(located, nft) : undefined
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

/** `eip155:1/erc721:0x…/123` (CAIP-22, CAIP-29). */
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

async function ask(
  chain: Chain,
  to: string,
  data: Hex,
  deadline: number | undefined,
): Promise<ContractAnswer> {
  const [answer] = await chain.requestMany([{ method: 'eth_call', params: [{ to, data }, 'latest'] }], {
    deadline,
  })
  // A contract that reverts says that there is no such NFT.
  return typeof answer === 'string' && /^0x[0-9a-f]*$/i.test(answer) && answer !== '0x'
    ? (answer as Hex)
    : undefined
}
