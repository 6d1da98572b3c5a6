import type { Effect } from './Effect.ts'
import { formatAsset } from './formatAsset.ts'
import type { Assets } from './readAssets.ts'

/** Returns what is swapped for what at least; undefined if nothing is. */
export function titleSwap(effects: readonly Effect[], assets: Assets): string | undefined {
  const swap = effects.find(({ type }) => type === 'swap')
  const sent = effects.find(({ type }) => type === 'send')
  if (swap?.type !== 'swap' || sent?.type !== 'send') return undefined
  const least = formatAsset(swap.asset, assets)
  return `Swap ${formatAsset(sent.asset, assets)} for at least ${least}${swap.to ? ', which go to someone else' : ''}`
}
