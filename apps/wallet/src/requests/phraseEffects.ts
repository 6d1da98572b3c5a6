import { nameRevoked, unusedBelow, wayToRevoke } from './describeRevoked.ts'
import type { Effect, Permission } from './Effect.ts'
import { effectText } from './effectCopy.ts'
import { formatAllowed } from './formatAllowed.ts'
import { formatAsset, isEndless, nameOf } from './formatAsset.ts'
import { formatNft } from './formatNft.ts'
import { isEndOrNft } from './isEndOrNft.ts'
import { joinNames } from './joinNames.ts'
import { listRevoked } from './listRevoked.ts'
import type { Owner } from './Owner.ts'
import { type Caller, ownerOf } from './ownerOf.ts'
import type { Assets } from './readAssets.ts'
import { sumSent } from './sumSent.ts'

type Known = Exclude<Effect, { type: 'unknown' | 'wrap' | 'swap' }>

/**
 * Returns in a few words what effects do: "send 5 USDC and let someone take up to 3 WETH". Undefined if there is
 * nothing to say.
 */
export function phraseEffects(
  effects: readonly Effect[],
  { assets, ...caller }: { assets: Assets } & Caller,
): string | undefined {
  const known = effects.filter(
    (effect) => effect.type !== 'unknown' && effect.type !== 'wrap' && effect.type !== 'swap',
  )
  const phrases = ([caller.caller ?? 'you', 'other'] as const).flatMap((owner) => {
    const some = known.filter((effect) => ownerOf(effect.from, caller) === owner)
    return [
      ...phraseSent(some, { assets, owner, address: caller.address }),
      ...phraseAllowed(some, { assets, owner }),
      ...phraseRevoked(some, { assets, owner }),
    ]
  })
  return phrases.length === 0 ? undefined : joinNames(phrases)
}

function phraseSent(
  effects: readonly Known[],
  { assets, owner, address }: { assets: Assets; owner: Owner; address: Caller['address'] },
): string[] {
  const sent = effects.filter((effect) => effect.type === 'send')
  const isKept = ({ to }: Known) => owner !== 'other' && to?.toLowerCase() === address.toLowerCase()
  const kept = sent.filter(isKept).map(({ asset }) => formatAsset(asset, assets))
  const moved = owner === 'other' ? sent.map(({ asset }) => asset) : sumSent(sent, address)
  const count = new Set(sent.filter((effect) => !isKept(effect)).map(({ to }) => to?.toLowerCase())).size
  const what = joinNames(
    moved.map((asset) => formatAsset(asset, assets)),
    moved.every((asset) => asset.kind === 'nft') ? 'nfts' : undefined,
  )
  const id = owner === 'other' ? 'effect.move' : 'effect.send'
  return [
    ...(moved.length > 0 ? [effectText(`${id}${count > 1 ? 'ToMany' : ''}`, { what, count })] : []),
    ...(kept.length > 0 && owner !== 'other'
      ? [effectText(`effect.keep.${owner}`, { what: joinNames(kept) })]
      : []),
  ]
}

function phraseAllowed(
  effects: readonly Known[],
  { assets, owner }: { assets: Assets; owner: Owner },
): string[] {
  const given = effects.filter((effect) => effect.type === 'allow')
  const of = owner === 'other' ? 'OfOther' : ''
  const raised = given.filter(isRaised).map(({ asset }) => formatAsset(asset, assets))
  const allowed = given
    .filter((effect) => !isRaised(effect) && !isEndOrNft(effect))
    .map(({ asset, isAdded }) => formatAllowed(asset, assets, owner, isAdded))
  return [
    ...(allowed.length > 0 ? [effectText(`effect.allow${of}`, { what: joinNames(allowed) })] : []),
    ...(raised.length > 0 ? [effectText(`effect.raise${of}`, { what: joinNames(raised) })] : []),
    ...given.filter(isEndOrNft).map(({ asset }) =>
      effectText(`effect.endOrNft${of}`, {
        nft: formatNft(0n, { symbol: nameOf(asset.token, assets) }),
      }),
    ),
  ]
}

/** Permissions that are taken back as a whole are named together. */
function phraseRevoked(
  effects: readonly Known[],
  { assets, owner }: { assets: Assets; owner: Owner },
): string[] {
  const revoked = effects.filter((effect) => effect.type === 'revoke')
  const whole = revoked.filter((effect) => wayToRevoke(effect) === 'revoke')
  const { of, names, count } = listRevoked(whole, { assets, owner })
  return [
    ...(count > 0 ? [effectText(`effect.revoke.${of}`, { names, count })] : []),
    ...revoked.flatMap((effect) => {
      const way = wayToRevoke(effect)
      if (way === 'revoke') return []
      const isLowered = way === 'lower'
      return effectText(`effect.${way}.${owner}`, {
        name: nameRevoked(effect, assets, isLowered ? owner : 'other'),
        ...(isLowered ? { amount: formatAsset(effect.asset, assets) } : { number: unusedBelow(effect) }),
      })
    }),
  ]
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
