import type { OnrampAsset } from '../../sources/onramp/OnrampProvider.ts'
import { readAsset } from '../../sources/onramp/readAsset.ts'

/** Which asset a visitor wants: by its symbol, and exactly by network and token. */
export type AssetWish = {
  symbol: string
  /** CAIP-2, or the name of a network. */
  network?: string | undefined
  /** As clients write it; the coin's placeholder or an empty text is the coin. */
  token?: string | undefined
}

/**
 * Finds the asset a visitor wants among those that a provider sells. Without a network it is the first with the symbol; without a token
 * a coin comes first, so that a token that is called as the coin cannot take its place.
 */
export function findAsset(
  assets: readonly OnrampAsset[],
  { symbol, network, token }: AssetWish,
): OnrampAsset | undefined {
  const name = network?.toLowerCase()
  const matches = assets.filter((asset) => {
    if (asset.symbol.toLowerCase() !== symbol.toLowerCase()) return false
    if (name !== undefined && asset.chain !== network && asset.networkName.toLowerCase() !== name)
      return false
    if (token === undefined) return true
    const wanted = readAsset({ chain: asset.chain, address: token })
    return wanted !== undefined && wanted.token === asset.token
  })
  return matches.find((asset) => asset.token === undefined) ?? matches[0]
}
