import { encodeFunctionData, hexToBytes, parseAbi } from 'viem/utils'
import type { Hex } from '../../chain/Chain.ts'
import type { ContractAnswer } from '../../chain/callMany.ts'

/** An NFT by its number in a contract. */
export type TokenId = { tokenId: string; standard: 'erc721' | 'erc1155' }

const abi = parseAbi([
  'function tokenURI(uint256 id) view returns (string)',
  'function uri(uint256 id) view returns (string)',
])
const maxUri = 2 * 1024 * 1024

/** The call that asks a contract where the metadata of an NFT is. */
export function tokenUriCall({ tokenId, standard }: TokenId): Hex {
  const functionName = standard === 'erc721' ? 'tokenURI' : 'uri'
  return encodeFunctionData({ abi, functionName, args: [BigInt(tokenId)] })
}

/**
 * The string a contract answered, with the place for the id filled in (ERC-1155); undefined if it is no string.
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
