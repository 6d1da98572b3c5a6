import type { Transfer } from '@portico/core'
import { encodeCall } from './encodeCall.ts'

/** A call of the account: its recipient or contract, in the form of `eth_sendTransaction`. */
export type Call = { from: string; to: string; value: string; data?: string }

/** `transfer(address,uint256)` of ERC-20. */
export const transferToken = 'a9059cbb'
/** `safeTransferFrom(address,address,uint256)` of ERC-721. */
const transferErc721 = '42842e0e'
/** `safeTransferFrom(address,address,uint256,uint256,bytes)` of ERC-1155. */
const transferErc1155 = 'f242432a'
/** Where the bytes start, counted from the first parameter, and their length: none. */
const noBytes = [160n, 0n]

/**
 * Writes the call that makes a transfer. The `safe` functions refuse a contract that does not accept NFTs. Returns undefined for an
 * NFT that cannot be sent on these networks.
 *
 * @throws {RangeError} for an amount or address that does not fit
 */
export function toCall({ from, to, token, nft, amount }: Transfer): Call | undefined {
  if (nft) {
    const { standard, contract, tokenId } = nft
    if (standard === 'metaplex' || !/^\d{1,78}$/.test(tokenId)) return undefined
    if (standard === 'erc721' && amount !== 1n) return undefined
    const data =
      standard === 'erc721'
        ? encodeCall(transferErc721, [from, to, BigInt(tokenId)])
        : encodeCall(transferErc1155, [from, to, BigInt(tokenId), amount, ...noBytes])
    return { from, to: contract, value: '0x0', data }
  }
  return token === undefined
    ? { from, to, value: `0x${amount.toString(16)}` }
    : { from, to: token, value: '0x0', data: encodeCall(transferToken, [to, amount]) }
}
