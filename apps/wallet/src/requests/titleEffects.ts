import { describeRevoked } from './describeRevoked.ts'
import type { Effect, Permission } from './Effect.ts'
import { formatAllowed } from './formatAllowed.ts'
import { formatAsset, isEndless, nameOf } from './formatAsset.ts'
import { formatNft } from './formatNft.ts'
import { isEndOrNft } from './isEndOrNft.ts'
import { joinNames } from './joinNames.ts'
import { type Caller, ownerOf } from './ownerOf.ts'
import { type Owner, ownerWords } from './ownerWords.ts'
import type { Assets } from './readAssets.ts'
import { sumSent } from './sumSent.ts'

type Known = Exclude<Effect, { type: 'unknown' | 'wrap' | 'swap' }>

/**
 * Returns in a few words what effects do: "Send 5 USDC and let someone take up to 3 WETH". Undefined if there is
 * nothing to say.
 */
export function titleEffects(
  effects: readonly Effect[],
  { assets, ...caller }: { assets: Assets } & Caller,
): string | undefined {
  const { address } = caller
  const known = effects.filter(
    (effect) => effect.type !== 'unknown' && effect.type !== 'wrap' && effect.type !== 'swap',
  )
  const group = (type: Known['type'], owner: Owner) =>
    known.filter((effect) => effect.type === type && ownerOf(effect.from, caller) === owner)
  const parts = ([caller.caller ?? 'you', 'other'] as const).flatMap((owner) => {
    const own = owner !== 'other'
    const from = own ? '' : ' from another account'
    const sent = group('send', owner)
    const isKept = ({ to }: Known) => own && to?.toLowerCase() === address.toLowerCase()
    const kept = sent.filter(isKept).map(({ asset }) => formatAsset(asset, assets))
    const moved = own ? sumSent(sent, address) : sent.map(({ asset }) => asset)
    const left = moved.map((asset) => formatAsset(asset, assets))
    const kind = moved.every((asset) => asset.kind === 'nft') ? 'NFTs' : undefined
    const recipients = new Set(sent.filter((effect) => !isKept(effect)).map(({ to }) => to?.toLowerCase()))
      .size
    const to = recipients > 1 ? ` to ${recipients} recipients` : ''
    const given = known
      .filter((effect) => effect.type === 'allow')
      .filter((effect) => ownerOf(effect.from, caller) === owner)
    const raised = given.filter(isRaised).map(({ asset }) => formatAsset(asset, assets))
    const changed = given.filter(isEndOrNft).map(({ asset }) => nameOf(asset.token, assets))
    const allowed = given
      .filter((effect) => !isRaised(effect) && !isEndOrNft(effect))
      .map((effect) => titleAllowed(effect, assets, owner))
    return [
      ...(left.length > 0
        ? [
            own
              ? `send ${joinNames(left, kind)}${to}`
              : `move ${joinNames(left, kind)} of another account${to}`,
          ]
        : []),
      ...(kept.length > 0 ? [`send ${joinNames(kept)} to ${ownerWords[owner].itself}`] : []),
      ...(allowed.length > 0 ? [`let someone take ${joinNames(allowed)}${from}`] : []),
      ...(raised.length > 0 ? [`raise what someone may take${from} by ${joinNames(raised)}`] : []),
      ...changed.map(
        (symbol) => `change a permission${from}: it ends one, or gives ${formatNft(0n, { symbol })}`,
      ),
      ...titleRevoked(group('revoke', owner), assets, owner).map((text) => `${text}${from}`),
    ]
  })
  if (parts.length === 0) return undefined
  const title = joinNames(parts)
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`
}

/** Whether an amount is allowed on top of what is allowed now. */
function isRaised(effect: Permission): boolean {
  return (
    effect.type === 'allow' &&
    effect.isAdded === true &&
    effect.asset.kind === 'erc20' &&
    !isEndless(effect.asset)
  )
}

function titleAllowed(effect: Permission, assets: Assets, owner: Owner): string {
  const what = formatAllowed(effect.asset, assets, owner)
  return effect.type === 'allow' && effect.isAdded && what.startsWith('up to') ? `${what} more` : what
}

/** Permissions that are taken back as a whole are named together. */
function titleRevoked(effects: readonly Known[], assets: Assets, owner: Owner): string[] {
  const revoked = effects.flatMap((effect) =>
    effect.type === 'send' ? [] : [describeRevoked(effect, assets, owner)],
  )
  const all = revoked.flatMap(({ name }) => name ?? [])
  const { possessive } = ownerWords[owner]
  const isAlike = all.every((name) => name.startsWith(possessive))
  // "your USDC and DAI"
  const names = all.map((name, index) => (isAlike && index > 0 ? name.slice(possessive.length) : name))
  const parts = revoked.flatMap(({ verb, what, name }) => (name ? [] : `${verb} ${what}`))
  const permissions = names.length > 1 ? 'permissions' : 'permission'
  return [...(names.length > 0 ? [`revoke the ${permissions} to take ${joinNames(names)}`] : []), ...parts]
}
