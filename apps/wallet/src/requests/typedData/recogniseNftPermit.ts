import { danger } from './danger.ts'
import { describeExpiry } from './describeExpiry.ts'
import { formatNft } from './formatNft.ts'
import { isAddress } from './isAddress.ts'
import type { Recognise } from './RecognisedTypedData.ts'

/**
 * Recognises a permission to take one NFT or all NFTs of a collection (ERC-4494; Uniswap's liquidity positions).
 *
 * @see https://eips.ethereum.org/EIPS/eip-4494
 */
export const recogniseNftPermit: Recognise = ({ primaryType, domain, message, now, tokenOf }) => {
  const { tokenId, approved, deadline } = message
  const spender = message.spender ?? message.operator
  const isAll = primaryType === 'PermitForAll' && typeof approved === 'boolean'
  if (!isAddress(spender) || !(isAll || (typeof tokenId === 'bigint' && 'deadline' in message)))
    return undefined
  const ends = describeExpiry('signature', deadline, now)
  const collection = domain.verifyingContract
  const nft = formatNft(tokenId, isAddress(collection) ? tokenOf(collection) : {})
  const who = [
    { label: 'Spender', value: spender, kind: 'address' } as const,
    ...(isAddress(collection) ? [{ label: 'Collection', value: collection, kind: 'address' } as const] : []),
  ]
  if (isAll && !approved)
    return {
      title: 'Revoke a permission',
      facts: [{ label: 'May take', value: 'nothing any more' }, ...who, ...ends.facts],
      warnings: [],
      taken: 'nothing',
    }
  return {
    title: isAll ? 'Let someone take all your NFTs of a collection' : `Let someone take your ${nft}`,
    facts: [
      {
        label: 'May take',
        value: isAll ? 'Every NFT of the collection, now and later' : nft,
        kind: 'out',
      },
      ...who,
      {
        label: 'Permission ends',
        value: isAll ? 'never, unless you revoke it' : 'when the NFT is moved or you revoke it',
      },
      ...ends.facts,
    ],
    warnings: [
      danger(
        `The spender can take ${isAll ? 'these NFTs' : 'this NFT'} without paying. An NFT can hold money, such as a liquidity position: that money goes with it.`,
      ),
      ...ends.warnings,
    ],
    // What an NFT is worth is not known.
    taken: undefined,
  }
}
