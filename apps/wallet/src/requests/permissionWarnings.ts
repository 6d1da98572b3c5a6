import type { Warning } from '../approve/Description.ts'
import type { Asset, Permission } from './Effect.ts'
import { isEndless, nameOf } from './formatAsset.ts'
import { joinNames } from './joinNames.ts'
import { lastsForEver } from './lastsForEver.ts'
import type { Owner } from './Owner.ts'
import type { Assets } from './readAssets.ts'
import { riskText } from './riskCopy.ts'

/** What is allowed, and until when. */
type Allowed = Pick<Extract<Permission, { type: 'allow' }>, 'asset' | 'until'>

/** Warns of what the spender can do with these permissions, and names them if they are of several kinds. */
export function permissionWarnings(
  allowed: readonly Allowed[],
  assets: Assets,
  owner: Owner = 'you',
): Warning[] {
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
  const end = (some: readonly Allowed[]) => (some.every((one) => lastsForEver(toTime(one))) ? '' : 'UntilEnd')
  const has = (kind: Asset['kind']) => allowed.some(({ asset }) => asset.kind === kind)
  if (endless.length > 0) {
    const names = name(endless)
    warnings.push({
      level: 'danger',
      text:
        names === undefined
          ? riskText(`risk.noLimit${end(endless)}.${owner}`)
          : riskText(`risk.noLimitFor${end(endless)}.${owner}`, { names }),
    })
  }
  if (has('collection')) warnings.push({ level: 'danger', text: riskText(`risk.takesCollection.${owner}`) })
  if (has('nft')) warnings.push({ level: 'note', text: riskText(`risk.takesNft.${owner}`) })
  if (limited.length > 0) {
    const names = name(limited)
    warnings.push({
      level: 'note',
      text:
        names === undefined
          ? riskText(`risk.takes${end(limited)}.${owner}`)
          : riskText(`risk.takesNamed${end(limited)}.${owner}`, { names }),
    })
  }
  return warnings
}

/** A decoded call has short integers as numbers. */
function toTime({ until }: Allowed): bigint | undefined {
  return until === undefined ? undefined : BigInt(until)
}
