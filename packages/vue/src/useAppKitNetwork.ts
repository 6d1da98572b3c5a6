import type { AppKitNetwork, CaipNetworkId, NetworkState } from '@portico/elements'
import type { ShallowRef } from 'vue'
import { useObserved } from './useObserved.ts'

export interface UseAppKitNetworkReturnType extends NetworkState {
  /** The networks of the active namespace that a wallet approved over WalletConnect; undefined for other wallets. */
  approvedCaipNetworkIds: readonly CaipNetworkId[] | undefined
  /** @throws NetworkNotFoundError, or the wallet's RpcError */
  switchNetwork(network: AppKitNetwork): Promise<void>
}

/**
 * Returns the active network, and a function that switches it, as a ref.
 *
 * @example
 * import { useAppKitNetwork } from '@portico/vue'
 * import { base } from '@portico/vue/networks'
 *
 * const network = useAppKitNetwork()
 * await network.value.switchNetwork(base)
 */
export function useAppKitNetwork(): Readonly<ShallowRef<UseAppKitNetworkReturnType>> {
  return useObserved({
    read: (appKit) => {
      const caipNetwork = appKit.getCaipNetwork()
      return {
        caipNetwork,
        chainId: caipNetwork?.id,
        caipNetworkId: caipNetwork?.caipNetworkId,
        approvedCaipNetworkIds: appKit.getApprovedCaipNetworkIds(),
        switchNetwork: (network: AppKitNetwork) => appKit.switchNetwork(network, { throwOnFailure: true }),
      }
    },
    subscribe: (appKit, listener) => {
      // The connection decides which networks are approved.
      const stops = [appKit.subscribeNetwork(listener), appKit.subscribeAccount(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  })
}
