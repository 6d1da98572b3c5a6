import { shorten } from '../formatAsset.ts'
import type { AssetFacts } from '../readAssets.ts'

/** Returns what is known about a token; its shortened address stands for an unknown symbol, so that no amount is without a name. */
export function nameToken(token: string, facts: Partial<AssetFacts>): Partial<AssetFacts> {
  return { ...facts, symbol: facts.symbol ?? shorten(token) }
}
