import type { Fact } from '../approve/Description.ts'
import { describeRevoked } from './describeRevoked.ts'
import type { Permission } from './Effect.ts'
import { formatAllowed } from './formatAllowed.ts'
import { isEndless } from './formatAsset.ts'
import { permissionEnd } from './permissionEnd.ts'
import type { Assets } from './readAssets.ts'

/** Describes a permission that is given or taken back: for what, for whom, and until when. */
export function describePermission(
  effect: Permission,
  { assets, address }: { assets: Assets; address: string },
): Fact[] {
  const { type, asset, from, to } = effect
  const isOwn = from.toLowerCase() === address.toLowerCase()
  const owner: Fact[] = isOwn ? [] : [{ label: 'Owner, not you', value: from, kind: 'address' }]
  const spender: Fact = to
    ? { label: 'Spender', value: to, kind: 'address' }
    : { label: 'Spender', value: 'whoever has the permission now' }
  if (type === 'revoke') {
    const { verb, what } = describeRevoked(effect, assets)
    const left: Fact[] =
      verb === 'lower' ? [{ label: 'What is left', value: 'unknown; it can still be taken' }] : []
    return [
      { label: `${verb.charAt(0).toUpperCase()}${verb.slice(1)}s`, value: what },
      ...left,
      ...owner,
      spender,
    ]
  }
  const until = effect.until === undefined ? undefined : BigInt(effect.until)
  return [
    {
      label: 'Can be taken later',
      value: `${formatAllowed(asset, assets, { isOwn })}${extentOf(effect, isOwn)}`,
      kind: 'out',
    },
    ...owner,
    spender,
    { label: 'Permission ends', value: permissionEnd(asset, until) },
  ]
}

function extentOf({ asset, isAdded }: Permission & { type: 'allow' }, isOwn: boolean): string {
  if (asset.kind === 'collection' || isEndless(asset))
    return `, also what ${isOwn ? 'you get' : 'the owner gets'} in future`
  if (isAdded) return ', on top of what is allowed already'
  return asset.kind === 'erc20' ? ' in total' : ''
}
