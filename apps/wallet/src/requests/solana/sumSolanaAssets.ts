import type { SolanaAsset } from './SolanaAsset.ts'

/** Adds up amounts of the same coin or token of the same owner. Token accounts of an unknown token are kept apart. */
export function sumSolanaAssets(assets: readonly SolanaAsset[]): SolanaAsset[] {
  const sums = new Map<string, SolanaAsset>()
  for (const asset of assets) {
    const key = keyOf(asset)
    const sum = sums.get(key)
    sums.set(key, { ...asset, amount: (sum?.amount ?? 0n) + asset.amount })
  }
  return [...sums.values()]
}

/** Returns the token accounts that amounts of a sum are taken from, each once. */
export function listSummedAccounts(sum: SolanaAsset, assets: readonly SolanaAsset[]): string[] {
  const accounts = assets.flatMap((asset) =>
    asset.kind === 'token' && keyOf(asset) === keyOf(sum) ? [asset.account] : [],
  )
  return [...new Set(accounts)]
}

function keyOf(asset: SolanaAsset): string {
  return asset.kind === 'coin' ? 'coin' : `${asset.mint ?? asset.account} ${asset.owner ?? ''}`
}
