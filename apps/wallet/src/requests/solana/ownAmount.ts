import type { SolanaAsset } from './SolanaAsset.ts'

/** Adds up how much of SOL, or of a token, the account itself gives: a simulation shows only what is its own. */
export function ownAmount(assets: readonly SolanaAsset[], of: { mint: string } | 'coin'): bigint {
  return assets.reduce((sum, asset) => {
    const isSame =
      asset.kind === 'coin'
        ? of === 'coin'
        : of !== 'coin' && asset.mint === of.mint && asset.owner === undefined
    return isSame ? sum + asset.amount : sum
  }, 0n)
}
