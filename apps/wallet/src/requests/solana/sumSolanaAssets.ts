import type { SolanaAsset } from './SolanaAsset.ts'

/** Adds up amounts of the same coin or token. Token accounts of an unknown token are kept apart. */
export function sumSolanaAssets(assets: readonly SolanaAsset[]): SolanaAsset[] {
  const sums = new Map<string, SolanaAsset>()
  for (const asset of assets) {
    const key = asset.kind === 'coin' ? 'coin' : (asset.mint ?? asset.account)
    const sum = sums.get(key)
    sums.set(key, { ...asset, amount: (sum?.amount ?? 0n) + asset.amount })
  }
  return [...sums.values()]
}
