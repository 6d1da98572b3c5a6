import type { OnrampOptionsResponse } from '@portico/protocol/gateway'
import { findNetwork, getConnected } from '../../selectors.ts'
import type { State } from '../../state.ts'
import type { BuyAsset } from './BuyForm.ts'

/**
 * Returns what can be bought for the connected account: assets on networks of the application, in the active namespace. Those of the
 * active network come first, its coin before all.
 */
export function listBuyAssets(state: State, options: OnrampOptionsResponse): readonly BuyAsset[] {
  const connected = getConnected(state)
  if (!connected) return []
  const assets = options.purchaseCurrencies.flatMap(({ symbol, name, iconUrl: image, networks }) =>
    networks.map(({ chainId, contractAddress }) => ({
      symbol,
      name,
      chainId,
      token: contractAddress,
      image,
    })),
  )
  const rank = ({ chainId, token }: BuyAsset) =>
    (chainId === connected.networkId ? 0 : 2) + (token === '' ? 0 : 1)
  return assets
    .filter(({ chainId }) => {
      const network = findNetwork(state, chainId)
      return network?.chainNamespace === state.activeNamespace
    })
    .sort((a, b) => rank(a) - rank(b))
}
