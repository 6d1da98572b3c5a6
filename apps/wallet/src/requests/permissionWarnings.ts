import type { Warning } from '../approve/Description.ts'
import type { Asset, Permission } from './Effect.ts'
import { isEndless, nameOf } from './formatAsset.ts'
import { joinNames } from './joinNames.ts'
import { lastsForEver } from './lastsForEver.ts'
import { type Owner, ownerWords } from './ownerWords.ts'
import type { Assets } from './readAssets.ts'

/** What is allowed, and until when. */
type Allowed = Pick<Extract<Permission, { type: 'allow' }>, 'asset' | 'until'>

/** Warns of what the spender can do with these permissions, and names them if they are of several kinds. */
export function permissionWarnings(
  allowed: readonly Allowed[],
  assets: Assets,
  owner: Owner = 'you',
): Warning[] {
  const { possessive, revokes, asking } = ownerWords[owner]
  const unasked = `without ${asking}`
  const warnings: Warning[] = []
  const endless = allowed.filter(({ asset }) => isEndless(asset))
  const limited = allowed.filter(
    ({ asset }) =>
      (asset.kind === 'erc20' || (asset.kind === 'unclear' && asset.number > 0n)) && !isEndless(asset),
  )
  const name = (some: readonly Allowed[]) =>
    some.length === allowed.length
      ? undefined
      : joinNames([
          ...new Set(some.map(({ asset }) => ('token' in asset ? nameOf(asset.token, assets) : ''))),
        ])
  const until = (some: readonly Allowed[]) =>
    `until ${some.every((one) => lastsForEver(toTime(one))) ? revokes : 'the permission ends'}`
  const has = (kind: Asset['kind']) => allowed.some(({ asset }) => asset.kind === kind)
  if (endless.length > 0) {
    const names = name(endless)
    warnings.push({
      level: 'danger',
      text: `There is no limit${names ? ` for ${names}` : ''}: the spender can take all of it ${until(endless)}, ${unasked}.`,
    })
  }
  if (has('collection'))
    warnings.push({
      level: 'danger',
      text: `The spender can take all ${possessive}NFTs of this collection until ${revokes}, without paying and ${unasked}.`,
    })
  if (has('nft'))
    warnings.push({
      level: 'note',
      text: `The spender can take the NFT until the permission ends, without paying and ${unasked}.`,
    })
  if (limited.length > 0)
    warnings.push({
      level: 'note',
      text: `The spender can take ${name(limited) ?? 'this'} ${until(limited)}, ${unasked}.`,
    })
  return warnings
}

/** A decoded call has short integers as numbers. */
function toTime({ until }: Allowed): bigint | undefined {
  return until === undefined ? undefined : BigInt(until)
}
