import type { BuyAsset, BuyForm } from './BuyForm.ts'

/** Returns the asset that the visitor chose, if it is still offered; otherwise the first that is. */
export function pickBuyAsset(
  { asset }: Pick<BuyForm, 'asset'>,
  assets: readonly BuyAsset[],
): BuyAsset | undefined {
  const isSame = ({ chainId, token }: BuyAsset) => chainId === asset?.chainId && token === asset.token
  return assets.find(isSame) ?? assets[0]
}
