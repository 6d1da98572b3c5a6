import { encodeFunctionData, hexToBytes, parseAbi } from 'viem/utils'
import type { ContractAnswer } from '../../chains/evm/chain/ContractCall.ts'
import type { Hex } from '../../chains/shared/Chain.ts'

/** The ID of an NFT within its contract, and the standard of the contract. */
export type TokenId = { tokenId: string; standard: 'erc721' | 'erc1155' }

const abi = parseAbi([
  'function tokenURI(uint256 id) view returns (string)',
  'function uri(uint256 id) view returns (string)',
])
const maxUri = 2 * 1024 * 1024

/** Encodes the call that returns the metadata URI of an NFT. */
export function tokenUriCall({ tokenId, standard }: TokenId): Hex {
  const functionName = standard === 'erc721' ? 'tokenURI' : 'uri'
  return encodeFunctionData({ abi, functionName, args: [BigInt(tokenId)] })
}

/**
 * Decodes the metadata URI returned by a contract and substitutes `{id}` (ERC-1155). Returns undefined if the data is
 * not a string.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1155#metadata
 */
export function readTokenUri(answer: ContractAnswer, { tokenId, standard }: TokenId): string | undefined {
  if (answer === undefined || answer.length > maxUri * 2) return undefined
  const bytes = hexToBytes(answer)
  if (bytes.length < 64) return undefined
  const length = Number(BigInt(`0x${Buffer.from(bytes.subarray(32, 64)).toString('hex')}`))
  if (bytes[31] !== 32 || !(length <= bytes.length - 64)) return undefined
  const uri = Buffer.from(bytes.subarray(64, 64 + length)).toString('utf8')
  if (standard === 'erc721') return uri
  return uri.replaceAll('{id}', BigInt(tokenId).toString(16).padStart(64, '0'))
}
