import type { SolanaAsset } from './SolanaAsset.ts'
import type { SolanaFacts } from './SolanaFacts.ts'

/** Returns what an amount is worth in US dollars; undefined if that is not known. */
export function solanaWorthOf(asset: SolanaAsset, { coin, tokens }: SolanaFacts): number | undefined {
  if (asset.kind === 'coin')
    return coin.price === undefined ? undefined : (Number(asset.amount) / 1e9) * coin.price
  const about = asset.mint === undefined ? undefined : tokens.get(asset.mint)
  const decimals = asset.decimals ?? about?.decimals
  if (about?.price === undefined || decimals === undefined || decimals !== about.decimals) return undefined
  return (Number(asset.amount) / 10 ** decimals) * about.price
}
