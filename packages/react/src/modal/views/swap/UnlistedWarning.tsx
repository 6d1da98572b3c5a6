import type { SwapAsset } from '@portico/core'
import { Warning } from '../money/parts/Warning.tsx'

/** Warns of each token that is not on the operator's lists. */
export function UnlistedWarning({ assets }: { assets: readonly (SwapAsset | undefined)[] }) {
  return assets.map(
    (asset) =>
      asset?.isListed === false && (
        <Warning key={asset.token} id="swap.unlisted" values={{ symbol: asset.symbol }} />
      ),
  )
}
