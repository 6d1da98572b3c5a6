import type { Warning } from '../approve/Description.ts'
import type { Asset } from './Effect.ts'
import { isEndless } from './formatAsset.ts'

/** Says what the spender can do with a permission for these assets. */
export function permissionWarnings(allowed: readonly Asset[]): Warning[] {
  const warnings: Warning[] = []
  if (allowed.some(isEndless))
    warnings.push({
      level: 'danger',
      text: 'There is no limit: the spender can take all of it until the permission ends, without asking you again.',
    })
  if (allowed.some(({ kind }) => kind === 'collection'))
    warnings.push({
      level: 'danger',
      text: 'The spender can take all your NFTs of this collection until you revoke it, without paying and without asking you again.',
    })
  if (allowed.some(({ kind }) => kind === 'nft'))
    warnings.push({
      level: 'note',
      text: 'The spender can take the NFT until the permission ends, without paying and without asking you again.',
    })
  if (allowed.some((asset) => (asset.kind === 'erc20' || asset.kind === 'unclear') && !isEndless(asset)))
    warnings.push({
      level: 'note',
      text: 'The spender can take this until the permission ends, without asking you again.',
    })
  return warnings
}
