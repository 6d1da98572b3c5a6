import type { Effect } from './Effect.ts'
import { formatAsset } from './formatAsset.ts'
import type { Assets } from './readAssets.ts'
import { transactionText } from './transactionCopy.ts'

/** Returns what is swapped for what at least; undefined if nothing is. */
export function titleSwap(effects: readonly Effect[], assets: Assets): string | undefined {
  const swap = effects.find(({ type }) => type === 'swap')
  const sent = effects.find(({ type }) => type === 'send')
  if (swap?.type !== 'swap' || sent?.type !== 'send') return undefined
  const values = { given: formatAsset(sent.asset, assets), least: formatAsset(swap.asset, assets) }
  return transactionText(swap.to ? 'transaction.titles.swapForOther' : 'transaction.titles.swap', values)
}
