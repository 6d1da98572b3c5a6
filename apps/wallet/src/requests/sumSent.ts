import type { Hex } from 'viem'
import type { Asset, Effect } from './Effect.ts'

/** Lists what certainly leaves the account, by asset. What it sends to itself is left out. */
export function sumSent(effects: readonly Effect[], address: Hex): Asset[] {
  const isOwn = (other: Hex | undefined) => other?.toLowerCase() === address.toLowerCase()
  const sums = new Map<string, Asset>()
  for (const effect of effects) {
    if (effect.type !== 'send' || !isOwn(effect.from) || isOwn(effect.to)) continue
    const { asset } = effect
    const key = keyOf(asset)
    const sum = sums.get(key)
    sums.set(
      key,
      sum && 'amount' in sum && 'amount' in asset ? { ...sum, amount: sum.amount + asset.amount } : asset,
    )
  }
  return [...sums.values()]
}

function keyOf(asset: Asset): string {
  if (asset.kind === 'coin') return 'coin'
  const id = asset.kind === 'nft' ? asset.id : asset.kind === 'unclear' ? asset.number : ''
  return `${asset.kind} ${asset.token.toLowerCase()} ${id}`
}
