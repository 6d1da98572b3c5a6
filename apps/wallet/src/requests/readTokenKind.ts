import type { Rpc } from '../session/createGatewayAccess.ts'
import { isRevert } from './isRevert.ts'

/** `nft` is ERC-721. `unclear` means that the contract gave no answer, an error, or answers that contradict each other. */
export type TokenKind = 'erc20' | 'nft' | 'unclear'

/** A contract that answers `true` for this id answers so for everything (ERC-165). */
const invalidInterface = '0xffffffff'
const erc721Interface = '0x80ac58cd'
/**
 * Finds out whether the numbers in calls of a contract are amounts (ERC-20) or ids of NFTs (ERC-721).
 *
 * @param decimals what the contract returned as `decimals()`: tokens have them, NFTs have none or 0
 * @see https://eips.ethereum.org/EIPS/eip-165
 */
export async function readTokenKind({
  rpc,
  chainId,
  token,
  decimals,
}: {
  rpc: Rpc
  chainId: string
  token: string
  decimals: Promise<number | undefined>
}): Promise<TokenKind> {
  const [isErc721, isAnything, places] = await Promise.all([
    supports(erc721Interface),
    supports(invalidInterface),
    decimals,
  ])
  if (isErc721 === undefined || isAnything !== false) return 'unclear'
  if (isErc721) return places === undefined || places === 0 ? 'nft' : 'unclear'
  return places === undefined ? 'unclear' : 'erc20'

  async function supports(id: string): Promise<boolean | undefined> {
    const data = `0x01ffc9a7${id.slice(2).padEnd(64, '0')}`
    try {
      return readBoolean(await rpc(chainId, 'eth_call', [{ to: token, data }, 'latest']))
    } catch (error) {
      return isRevert(error) ? false : undefined
    }
  }
}

/** Most tokens have no such function: they revert, or their fallback function returns nothing. */
function readBoolean(value: unknown): boolean | undefined {
  if (value === '0x') return false
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{64})+$/.test(value)) return undefined
  const word = BigInt(value.slice(0, 66))
  return word > 1n ? undefined : word === 1n
}
