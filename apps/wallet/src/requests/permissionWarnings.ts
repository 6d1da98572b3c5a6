import type { Warning } from '../approve/Description.ts'
import type { Asset } from './Effect.ts'
import { isEndless } from './formatAsset.ts'

/** Says what the spender can do with a permission for these assets. */
export function permissionWarnings(allowed: readonly Asset[]): Warning[] {
  const warnings: Warning[] = []
  if (allowed.some(isEndless))
    warnings.push({
      level: 'danger',
      text: 'There is no limit: the spender can take all of it, also what you get later, at any time, without asking you again.',
    })
  if (allowed.some(({ kind }) => kind === 'collection'))
    warnings.push({
      level: 'danger',
      text: 'The spender can take all your NFTs of this collection without paying, also what you get later, at any time, without asking you again.',
    })
  if (allowed.some(({ kind }) => kind === 'nft'))
    warnings.push({
      level: 'note',
      text: 'The spender can take the NFT without paying, at any time until the permission ends, without asking you again.',
    })
  if (allowed.some((asset) => (asset.kind === 'erc20' || asset.kind === 'unclear') && !isEndless(asset)))
    warnings.push({
      level: 'note',
      text: 'The spender can take this at any time until the permission ends, at once or in parts, without asking you again.',
    })
  return warnings
}
