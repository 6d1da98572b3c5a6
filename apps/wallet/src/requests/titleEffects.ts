import type { Hex } from 'viem'
import { describeRevoked } from './describeRevoked.ts'
import type { Effect } from './Effect.ts'
import { formatAllowed } from './formatAllowed.ts'
import { formatAsset } from './formatAsset.ts'
import { joinNames } from './joinNames.ts'
import type { Assets } from './readAssets.ts'
import { sumSent } from './sumSent.ts'

type Known = Exclude<Effect, { type: 'unknown' | 'wrap' }>

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
    const left = own
      ? sumSent(sent, address).map((asset) => formatAsset(asset, assets))
      : sent.map(({ asset }) => formatAsset(asset, assets))
    const recipients = new Set(sent.filter((effect) => !isKept(effect)).map(({ to }) => to?.toLowerCase()))
      .size
    const to = recipients > 1 ? ` to ${recipients} recipients` : ''
    const allowed = group('allow', own).map((effect) => {
      const what = formatAllowed(effect.asset, assets, { isOwn: own })
      return 'isAdded' in effect && effect.isAdded && what.startsWith('up to') ? `${what} more` : what
    })
    return [
      ...(left.length > 0
        ? [own ? `send ${joinNames(left)}${to}` : `move ${joinNames(left)} of another account${to}`]
        : []),
      ...(kept.length > 0 ? [`send ${joinNames(kept)} to yourself`] : []),
      ...(allowed.length > 0 ? [`let someone take ${joinNames(allowed)}${from}`] : []),
      ...titleRevoked(group('revoke', own), assets).map((text) => `${text}${from}`),
    ]
  })
  if (parts.length === 0) return undefined
  const title = joinNames(parts)
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`
}

/** Permissions that are taken back as a whole are named together. */
function titleRevoked(effects: readonly Known[], assets: Assets): string[] {
  const revoked = effects.flatMap((effect) =>
    effect.type === 'send' ? [] : [describeRevoked(effect, assets)],
  )
  const names = revoked.flatMap(({ name }) => name ?? [])
  const parts = revoked.flatMap(({ verb, what, name }) => (name ? [] : `${verb} ${what}`))
  const permissions = names.length > 1 ? 'permissions' : 'permission'
  return [...(names.length > 0 ? [`revoke the ${permissions} to take ${joinNames(names)}`] : []), ...parts]
}
