import type { Fact } from '../approve/Description.ts'
import { allowanceKey } from './allowanceKey.ts'
import { describeRevoked } from './describeRevoked.ts'
import type { Permission } from './Effect.ts'
import { formatAllowed } from './formatAllowed.ts'
import { formatAsset, isEndless } from './formatAsset.ts'
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
    const left: Fact[] = verb === 'lower' ? [{ label: 'What is left', value: leftOf(effect, assets) }] : []
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
      value:
        raisedOf(effect, assets) ?? `${formatAllowed(asset, assets, { isOwn })}${extentOf(effect, isOwn)}`,
      kind: 'out',
    },
    ...owner,
    spender,
    { label: 'Permission ends', value: permissionEnd(asset, until) },
  ]
}

function extentOf({ asset, isAdded }: Permission & { type: 'allow' }, isOwn: boolean): string {
  const future =
    asset.kind === 'collection' || isEndless(asset)
      ? `, also what ${isOwn ? 'you get' : 'the owner gets'} in future`
      : ''
  if (asset.kind === 'unclear')
    return `${isAdded ? ', on top of what is allowed now' : future}; it is unknown which`
  if (future) return future
  return asset.kind === 'erc20' ? ' in total' : ''
}

/** Says what can be taken once a permission is raised; undefined for any other permission. */
function raisedOf(
  { asset, to, isAdded }: Permission & { type: 'allow' },
  assets: Assets,
): string | undefined {
  if (!isAdded || asset.kind !== 'erc20' || isEndless(asset)) return undefined
  const now = assets.allowances?.get(allowanceKey({ token: asset.token, spender: to }))
  if (now === undefined)
    return `at least ${formatAsset(asset, assets)}: that much more than now, and what it is now could not be read`
  const total = { ...asset, amount: now + asset.amount }
  const before = isEndless({ ...asset, amount: now })
    ? 'there is no limit'
    : `it is ${formatAsset({ ...asset, amount: now }, assets)}`
  return `${formatAllowed(total, assets)}${isEndless(total) ? '' : ' in total'}; now ${before}`
}

/** Says what can still be taken once a permission is lowered. */
function leftOf({ asset, to }: Permission, assets: Assets): string {
  if (asset.kind !== 'erc20' || !to) return 'unknown; it can still be taken'
  const now = assets.allowances?.get(allowanceKey({ token: asset.token, spender: to }))
  if (now === undefined) return 'could not be read; it can still be taken'
  const isTooMuch = now < asset.amount
  const left = { ...asset, amount: isTooMuch ? now : now - asset.amount }
  if (left.amount === 0n) return 'nothing'
  if (isTooMuch)
    return `${formatAsset(left, assets)}, as now: the permission is too small to be lowered by so much`
  return `${isEndless(left) ? formatAllowed(left, assets) : formatAsset(left, assets)}; it can still be taken`
}
