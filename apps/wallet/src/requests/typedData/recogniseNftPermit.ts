import type { Fact } from '../../approve/Description.ts'
import { describePermission } from '../describePermission.ts'
import type { Asset, Permission } from '../Effect.ts'
import { effectText } from '../effectCopy.ts'
import { nftNote } from '../nftNote.ts'
import { titleEffects } from '../titleEffects.ts'
import { typedText } from './copy.ts'
import { danger } from './danger.ts'
import { describePermitUse } from './describePermitUse.ts'
import { isAddress } from './isAddress.ts'
import { nothingNow } from './nothingNow.ts'
import type { Recognise } from './RecognisedTypedData.ts'
import { titleRevocation } from './titleRevocation.ts'

/**
 * Recognises a permission to take one NFT or all NFTs of a collection (ERC-4494; Uniswap's liquidity positions).
 *
 * @see https://eips.ethereum.org/EIPS/eip-4494
 */
export const recogniseNftPermit: Recognise = (parameters) => {
  const { primaryType, domain, message, address, assets, now, tokenOf } = parameters
  const { tokenId, approved, deadline } = message
  const spender = message.spender ?? message.operator
  const token = domain.verifyingContract
  if (!isAddress(spender) || !isAddress(token)) return undefined
  const isAll = primaryType === 'PermitForAll' && typeof approved === 'boolean'
  const id = typeof tokenId === 'bigint' && 'deadline' in message ? tokenId : undefined
  if (!isAll && id === undefined) return undefined
  tokenOf(token)
  const asset: Asset =
    isAll || id === undefined ? { kind: 'collection', token } : { kind: 'nft', token, id, amount: 1n }
  const isRevoked = isAll && !approved
  const effect: Permission = { type: isRevoked ? 'revoke' : 'allow', asset, from: address, to: spender }
  const ends = describePermitUse(deadline, { now, isRevoked })
  const facts: Fact[] = [
    nothingNow(isRevoked ? 'permissionStays' : 'nothing'),
    ...describePermission(effect, { assets, address }),
    { label: effectText('effect.labels.collection'), value: token, kind: 'address' },
    ...ends.facts,
  ]
  const title = (isRevoked ? titleRevocation : titleEffects)([effect], { assets, address }) ?? ''
  if (isRevoked) return { title, facts, warnings: [], taken: 'nothing' }
  return {
    title,
    facts,
    warnings: [
      danger(typedText(isAll ? 'typed.warnings.collection' : 'typed.warnings.nft')),
      ...ends.warnings,
      nftNote(),
    ],
    // What an NFT is worth is not known.
    taken: undefined,
    parties: [{ address: spender, role: 'spender' }],
  }
}
