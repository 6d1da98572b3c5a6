import type { Hex } from 'viem'
import { describeRevoked } from './describeRevoked.ts'
import type { Effect, Permission } from './Effect.ts'
import { formatAllowed } from './formatAllowed.ts'
import { formatAsset, isEndless, nameOf } from './formatAsset.ts'
import { formatNft } from './formatNft.ts'
import { isEndOrNft } from './isEndOrNft.ts'
import { joinNames } from './joinNames.ts'
import type { Assets } from './readAssets.ts'
import { sumSent } from './sumSent.ts'

type Known = Exclude<Effect, { type: 'unknown' | 'wrap' }>

const your = 'your '

/** Says in a few words what effects do: "Send 5 USDC and let someone take up to 3 WETH". Undefined if there is nothing to say. */
export function titleEffects(
  effects: readonly Effect[],
  { assets, address }: { assets: Assets; address: Hex },
): string | undefined {
  const isOwn = ({ from }: Known) => from.toLowerCase() === address.toLowerCase()
  const known = effects.filter((effect) => effect.type !== 'unknown' && effect.type !== 'wrap')
  const group = (type: Known['type'], own: boolean) =>
    known.filter((effect) => effect.type === type && isOwn(effect) === own)
  const parts = [true, false].flatMap((own) => {
    const from = own ? '' : ' from another account'
    const sent = group('send', own)
    const isKept = ({ to }: Known) => own && to?.toLowerCase() === address.toLowerCase()
    const kept = sent.filter(isKept).map(({ asset }) => formatAsset(asset, assets))
    const moved = own ? sumSent(sent, address) : sent.map(({ asset }) => asset)
    const left = moved.map((asset) => formatAsset(asset, assets))
    const kind = moved.every((asset) => asset.kind === 'nft') ? 'NFTs' : undefined
    const recipients = new Set(sent.filter((effect) => !isKept(effect)).map(({ to }) => to?.toLowerCase()))
      .size
    const to = recipients > 1 ? ` to ${recipients} recipients` : ''
    const given = known.filter((effect) => effect.type === 'allow').filter((effect) => isOwn(effect) === own)
    const raised = given.filter(isRaised).map(({ asset }) => formatAsset(asset, assets))
    const changed = given.filter(isEndOrNft).map(({ asset }) => nameOf(asset.token, assets))
    const allowed = given
      .filter((effect) => !isRaised(effect) && !isEndOrNft(effect))
      .map((effect) => titleAllowed(effect, assets, own))
    return [
      ...(left.length > 0
        ? [
            own
              ? `send ${joinNames(left, kind)}${to}`
              : `move ${joinNames(left, kind)} of another account${to}`,
          ]
        : []),
      ...(kept.length > 0 ? [`send ${joinNames(kept)} to yourself`] : []),
      ...(allowed.length > 0 ? [`let someone take ${joinNames(allowed)}${from}`] : []),
      ...(raised.length > 0 ? [`raise what someone may take${from} by ${joinNames(raised)}`] : []),
      ...changed.map(
        (symbol) => `change a permission${from}: it ends one, or gives ${formatNft(0n, { symbol })}`,
      ),
      ...titleRevoked(group('revoke', own), assets, own).map((text) => `${text}${from}`),
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

function titleAllowed(effect: Permission, assets: Assets, isOwn: boolean): string {
  const what = formatAllowed(effect.asset, assets, { isOwn })
  return effect.type === 'allow' && effect.isAdded && what.startsWith('up to') ? `${what} more` : what
}

/** Permissions that are taken back as a whole are named together. */
function titleRevoked(effects: readonly Known[], assets: Assets, isOwn: boolean): string[] {
  const revoked = effects.flatMap((effect) =>
    effect.type === 'send' ? [] : [describeRevoked(effect, assets, { isOwn })],
  )
  const all = revoked.flatMap(({ name }) => name ?? [])
  const isAlike = all.every((name) => name.startsWith(your))
  // "your USDC and DAI"
  const names = all.map((name, index) => (isAlike && index > 0 ? name.slice(your.length) : name))
  const parts = revoked.flatMap(({ verb, what, name }) => (name ? [] : `${verb} ${what}`))
  const permissions = names.length > 1 ? 'permissions' : 'permission'
  return [...(names.length > 0 ? [`revoke the ${permissions} to take ${joinNames(names)}`] : []), ...parts]
}
