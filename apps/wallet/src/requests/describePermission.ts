import type { Fact } from '../approve/Description.ts'
import { allowanceKey } from './allowanceKey.ts'
import { describeRevoked } from './describeRevoked.ts'
import type { Permission } from './Effect.ts'
import { formatAllowed } from './formatAllowed.ts'
import { formatAsset, isEndless, nameOf } from './formatAsset.ts'
import { formatNft } from './formatNft.ts'
import { type EndOrNft, isEndOrNft } from './isEndOrNft.ts'
import { type Caller, ownerOf } from './ownerOf.ts'
import { type Owner, ownerWords } from './ownerWords.ts'
import { permissionEnd } from './permissionEnd.ts'
import type { Assets } from './readAssets.ts'

/** What is left of a permission that is lowered to the end. */
const nothing = 'nothing'

/** What a permission that is taken back leaves as it is. */
const unchanged = {
  nft: 'a permission to take all NFTs of the collection',
  collection: 'permissions to take single NFTs of the collection',
} as const

/** Describes a permission that is given or taken back: for what, for whom, and until when. */
export function describePermission(
  effect: Permission,
  { assets, ...caller }: { assets: Assets } & Caller,
): Fact[] {
  const { asset, from, to } = effect
  const owner = ownerOf(from, caller)
  const others: Fact[] = owner === 'other' ? [{ label: 'Owner, not you', value: from, kind: 'address' }] : []
  const spender: Fact = to
    ? { label: 'Spender', value: to, kind: 'address' }
    : { label: 'Spender', value: 'whoever may take this NFT now (not known to the wallet)' }
  if (effect.type === 'revoke') return describeEnd(effect, { assets, owner, others, spender })
  if (isEndOrNft(effect)) return [...describeEndOrNft(effect, assets), ...others, spender]
  const until = effect.until === undefined ? undefined : BigInt(effect.until)
  return [
    {
      label: 'Can be taken later',
      value:
        raisedOf(effect, assets, owner) ?? `${formatAllowed(asset, assets, owner)}${extentOf(effect, owner)}`,
      kind: 'out',
    },
    ...others,
    spender,
    { label: 'Permission ends', value: permissionEnd(asset, until, owner) },
  ]
}

function describeEnd(
  effect: Permission,
  { assets, owner, others, spender }: { assets: Assets; owner: Owner; others: Fact[]; spender: Fact },
): Fact[] {
  const { asset } = effect
  const { verb, what } = describeRevoked(effect, assets, owner)
  const left = verb === 'lower' ? leftOf(effect, assets, owner) : undefined
  const kept =
    effect.type === 'revoke' && effect.unusedBelow !== undefined
      ? `those numbered ${effect.unusedBelow} and up, and what the spender may already take; which ones you signed is not known to the wallet`
      : asset.kind === 'nft' || asset.kind === 'collection'
        ? unchanged[asset.kind]
        : undefined
  return [
    { label: `${verb.charAt(0).toUpperCase()}${verb.slice(1)}s`, value: what },
    ...(kept ? [{ label: 'Not changed', value: kept }] : []),
    ...(left ? [{ label: 'What is left', value: left }] : []),
    ...others,
    spender,
    ...(left && left !== nothing
      ? [{ label: 'Permission ends', value: permissionEnd(asset, undefined, owner) }]
      : []),
  ]
}

function extentOf({ asset, isAdded }: Permission & { type: 'allow' }, owner: Owner): string {
  const future =
    asset.kind === 'collection' || isEndless(asset) ? `, also what ${ownerWords[owner].gets} in future` : ''
  if (asset.kind === 'unclear')
    return `${isAdded ? ', on top of what is allowed now' : future}; it is unknown which`
  if (future) return future
  return asset.kind === 'erc20' ? ' in total' : ''
}

/** Returns what can be taken once a permission is raised; undefined for any other permission. */
function raisedOf(
  { asset, to, isAdded }: Permission & { type: 'allow' },
  assets: Assets,
  owner: Owner,
): string | undefined {
  if (!isAdded || asset.kind !== 'erc20' || isEndless(asset)) return undefined
  const now = assets.allowances?.get(allowanceKey({ token: asset.token, spender: to }))
  if (now === undefined)
    return `${formatAsset(asset, assets)} more than now. What the spender may take now could not be read, so in total it could be ${allOf(asset, assets, owner)}.`
  const total = { ...asset, amount: now + asset.amount }
  const before = isEndless({ ...asset, amount: now })
    ? 'there is no limit'
    : `it is ${formatAsset({ ...asset, amount: now }, assets)}`
  return `${formatAllowed(total, assets, owner)}${isEndless(total) ? '' : ' in total'}; now ${before}`
}

/** Returns what can still be taken once a permission is lowered. */
function leftOf({ asset, to }: Permission, assets: Assets, owner: Owner): string {
  if (asset.kind !== 'erc20' || !to) return 'unknown; it can still be taken'
  const now = assets.allowances?.get(allowanceKey({ token: asset.token, spender: to }))
  if (now === undefined)
    return `could not be read; perhaps the spender can still take ${allOf(asset, assets, owner)}. To end the permission, revoke it.`
  const isTooMuch = now < asset.amount
  const left = { ...asset, amount: isTooMuch ? now : now - asset.amount }
  if (left.amount === 0n) return nothing
  if (isTooMuch)
    return `${formatAsset(left, assets)}, as now: the permission is too small to be lowered by so much`
  return `${isEndless(left) ? formatAllowed(left, assets, owner) : formatAsset(left, assets)}; it can still be taken`
}

function allOf(asset: { token: string }, assets: Assets, owner: Owner): string {
  return `all ${ownerWords[owner].possessive}${nameOf(asset.token, assets)}`
}

/** Describes what the number 0 means at a contract that is a token or a collection of NFTs. */
function describeEndOrNft({ asset }: EndOrNft, assets: Assets): Fact[] {
  const nft = formatNft(0n, { symbol: nameOf(asset.token, assets) })
  return [
    { label: 'If it is a token', value: 'this spender can take nothing from now on' },
    {
      label: 'If it is a collection',
      value: `this spender can take ${nft} until the NFT has a new owner or the permission is revoked, without asking again`,
      kind: 'out',
    },
  ]
}
