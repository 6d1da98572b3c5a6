import type { Warning } from '../approve/Description.ts'
import type { Asset } from './Effect.ts'
import { isEndless, nameOf } from './formatAsset.ts'
import { joinNames } from './joinNames.ts'
import { type Owner, ownerWords } from './ownerWords.ts'
import type { Assets } from './readAssets.ts'

/** Says what the spender can do with a permission for these assets, and with which of them if they are of several kinds. */
export function permissionWarnings(
  allowed: readonly Asset[],
  assets: Assets,
  owner: Owner = 'you',
): Warning[] {
  const { possessive, revokes, asking } = ownerWords[owner]
  const unasked = `without ${asking}`
  const warnings: Warning[] = []
  const endless = allowed.filter(isEndless)
  const limited = allowed.filter(
    (asset) =>
      (asset.kind === 'erc20' || (asset.kind === 'unclear' && asset.number > 0n)) && !isEndless(asset),
  )
  const name = (some: readonly Asset[]) =>
    some.length === allowed.length
      ? undefined
      : joinNames([...new Set(some.map((asset) => ('token' in asset ? nameOf(asset.token, assets) : '')))])
  if (endless.length > 0) {
    const names = name(endless)
    warnings.push({
      level: 'danger',
      text: `There is no limit${names ? ` for ${names}` : ''}: the spender can take all of it until the permission ends, ${unasked}.`,
    })
  }
  if (allowed.some(({ kind }) => kind === 'collection'))
    warnings.push({
      level: 'danger',
      text: `The spender can take all ${possessive}NFTs of this collection until ${revokes}, without paying and ${unasked}.`,
    })
  if (allowed.some(({ kind }) => kind === 'nft'))
    warnings.push({
      level: 'note',
      text: `The spender can take the NFT until the permission ends, without paying and ${unasked}.`,
    })
  if (limited.length > 0)
    warnings.push({
      level: 'note',
      text: `The spender can take ${name(limited) ?? 'this'} until the permission ends, ${unasked}.`,
    })
  return warnings
}
