import type { Asset } from './Effect.ts'
import type { Assets } from './readAssets.ts'

/** Returns what an amount is worth in US dollars; undefined if that is not known. */
export function worthOf(asset: Asset, { coin, tokens }: Assets): number | undefined {
  if (asset.kind !== 'coin' && asset.kind !== 'erc20') return undefined
  const { price, decimals } =
    asset.kind === 'coin' ? { ...coin, decimals: 18 } : (tokens.get(asset.token.toLowerCase()) ?? {})
  if (price === undefined || decimals === undefined) return undefined
  return (Number(asset.amount) / 10 ** decimals) * price
}
