import type { Asset } from './Effect.ts'
import type { Assets } from './readAssets.ts'
import { worthOf } from './worthOf.ts'

/** Adds up what assets are worth in US dollars; undefined if that is not known of one of them. */
export function sumWorth(all: readonly Asset[], assets: Assets): number | undefined {
  return all.reduce<number | undefined>((sum, asset) => {
    const worth = worthOf(asset, assets)
    return sum === undefined || worth === undefined ? undefined : sum + worth
  }, 0)
}
