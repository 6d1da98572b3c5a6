import type { Fact } from '../approve/Description.ts'
import { allowanceKey } from './allowanceKey.ts'
import { describeRevoked, unusedBelow, wayToRevoke } from './describeRevoked.ts'
import type { Permission } from './Effect.ts'
import { effectText } from './effectCopy.ts'
import { formatAllowed } from './formatAllowed.ts'
import { formatAsset, formatCollection, isEndless, nameOf } from './formatAsset.ts'
import { formatNft } from './formatNft.ts'
import { type EndOrNft, isEndOrNft } from './isEndOrNft.ts'
import type { Owner } from './Owner.ts'
import { type Caller, ownerOf } from './ownerOf.ts'
import { permissionEnd } from './permissionEnd.ts'
import type { Assets } from './readAssets.ts'

type DescribePermissionParameters = Caller & {
  assets: Assets
  /** False if it is said elsewhere who the spender is. */
  hasSpender?: boolean
  /** It may mean something else: what can be taken is not the most. */
  isDoubted?: boolean
}

const labels = {
  revoke: 'effect.labels.revokes',
  lower: 'effect.labels.lowers',
  cancel: 'effect.labels.cancels',
} as const

/** Describes a permission that is given or taken back: for what, for whom, and until when. */
export function describePermission(
  effect: Permission,
  { assets, hasSpender = true, isDoubted = false, ...caller }: DescribePermissionParameters,
): Fact[] {
  const { asset, from, to } = effect
  const owner = ownerOf(from, caller)
  const parties: Fact[] = [
    ...(owner === 'other' ? [toAddress(effectText('effect.labels.owner'), from)] : []),
    ...(hasSpender ? [describeSpender(to)] : []),
  ]
  if (effect.type === 'revoke') return describeEnd(effect, { assets, owner, parties })
  if (isEndOrNft(effect)) return [...describeEndOrNft(effect, { assets, isDoubted }), ...parties]
  const until = effect.until === undefined ? undefined : BigInt(effect.until)
  const end = permissionEnd(asset, until, owner)
  return [
    {
      label: effectText('effect.labels.canBeTaken'),
      value: taken(effect, { assets, owner, isDoubted }),
      kind: 'out',
    },
    ...parties,
    {
      label: effectText('effect.labels.permissionEnds'),
      value: isDoubted ? effectText('effect.ends.doubted', { end }) : end,
    },
  ]
}

function describeSpender(to: string | undefined): Fact {
  const label = effectText('effect.labels.spender')
  return to ? toAddress(label, to) : { label, value: effectText('effect.unknownSpender') }
}

function describeEnd(
  effect: Permission,
  { assets, owner, parties }: { assets: Assets; owner: Owner; parties: Fact[] },
): Fact[] {
  const { asset } = effect
  const way = wayToRevoke(effect)
  const left = way === 'lower' ? leftOf(effect, assets, owner) : undefined
  const unchanged = unchangedBy(effect)
  return [
    { label: effectText(labels[way]), value: describeRevoked(effect, assets, owner) },
    ...(unchanged ? [{ label: effectText('effect.labels.notChanged'), value: unchanged }] : []),
    ...(left ? [{ label: effectText('effect.labels.left'), value: left.text }] : []),
    ...parties,
    ...(left && !left.isNothing
      ? [{ label: effectText('effect.labels.permissionEnds'), value: permissionEnd(asset, undefined, owner) }]
      : []),
  ]
}

/** Returns what a permission that is taken back leaves as it is. */
function unchangedBy(effect: Permission): string | undefined {
  if (wayToRevoke(effect) === 'cancel')
    return effectText('effect.unchanged.numbered', { number: unusedBelow(effect) })
  const { kind } = effect.asset
  return kind === 'nft' || kind === 'collection' ? effectText(`effect.unchanged.${kind}`) : undefined
}

/** Returns what can be taken. */
function taken(
  effect: Permission & { type: 'allow' },
  { assets, owner, isDoubted }: { assets: Assets; owner: Owner; isDoubted: boolean },
): string {
  const { asset, isAdded } = effect
  const raised = raisedOf(effect, assets, owner)
  if (raised !== undefined) return raised
  const allowed = formatAllowed(asset, assets, owner)
  const amount =
    asset.kind === 'erc20' && !isEndless(asset)
      ? isDoubted
        ? allowed
        : effectText('effect.upToInTotal', { amount: formatAsset(asset, assets) })
      : asset.kind === 'erc20'
        ? effectText(`effect.allAndFuture.${owner}`, { name: nameOf(asset.token, assets) })
        : asset.kind === 'collection'
          ? formatCollection(asset.token, assets, owner, true)
          : asset.kind === 'unclear'
            ? effectText(
                isAdded
                  ? 'effect.unclearAdded'
                  : isEndless(asset)
                    ? `effect.unclearFuture.${owner}`
                    : 'effect.unclear',
                { what: allowed },
              )
            : allowed
  return isDoubted ? effectText('effect.orMore', { amount }) : amount
}

/** Returns what can be taken once a permission is raised; undefined for any other permission. */
function raisedOf(
  { asset, to, isAdded }: Permission & { type: 'allow' },
  assets: Assets,
  owner: Owner,
): string | undefined {
  if (!isAdded || asset.kind !== 'erc20' || isEndless(asset)) return undefined
  const now = assets.allowances?.get(allowanceKey({ token: asset.token, spender: to }))
  const name = nameOf(asset.token, assets)
  if (now === undefined)
    return effectText(`effect.raisedUnread.${owner}`, { amount: formatAsset(asset, assets), name })
  const total = { ...asset, amount: now + asset.amount }
  const before = { ...asset, amount: now }
  if (isEndless(before)) return effectText(`effect.raisedNoLimit.${owner}`, { name })
  const values = { before: formatAsset(before, assets) }
  return isEndless(total)
    ? effectText(`effect.raisedToAll.${owner}`, { ...values, name })
    : effectText('effect.raised', { ...values, amount: formatAsset(total, assets) })
}

/** Returns what can still be taken once a permission is lowered. */
function leftOf(
  { asset, to }: Permission,
  assets: Assets,
  owner: Owner,
): { text: string; isNothing?: boolean } {
  if (asset.kind !== 'erc20' || !to) return { text: effectText('effect.left.unknown') }
  const now = assets.allowances?.get(allowanceKey({ token: asset.token, spender: to }))
  if (now === undefined)
    return { text: effectText(`effect.left.unread.${owner}`, { name: nameOf(asset.token, assets) }) }
  const isTooMuch = now < asset.amount
  const left = { ...asset, amount: isTooMuch ? now : now - asset.amount }
  if (left.amount === 0n) return { text: effectText('effect.left.nothing'), isNothing: true }
  if (isTooMuch) return { text: effectText('effect.left.tooMuch', { amount: formatAsset(left, assets) }) }
  const amount = isEndless(left) ? formatAllowed(left, assets, owner) : formatAsset(left, assets)
  return { text: effectText('effect.left.some', { amount }) }
}

/** Describes what the number 0 means at a contract that is a token or a collection of NFTs. */
function describeEndOrNft(
  { asset }: EndOrNft,
  { assets, isDoubted }: { assets: Assets; isDoubted: boolean },
): Fact[] {
  const nft = formatNft(0n, { symbol: nameOf(asset.token, assets) })
  const amount = effectText('effect.ifCollection', { nft })
  return [
    { label: effectText('effect.labels.ifToken'), value: effectText('effect.ifToken') },
    {
      label: effectText('effect.labels.ifCollection'),
      value: isDoubted ? effectText('effect.orMore', { amount }) : amount,
      kind: 'out',
    },
  ]
}

function toAddress(label: string, value: string): Fact {
  return { label, value, kind: 'address' }
}
